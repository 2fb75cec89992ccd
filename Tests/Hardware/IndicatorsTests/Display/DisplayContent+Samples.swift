import MonotonicTime

@testable import Indicators

extension DisplayContent {
    /// Samples of a panel's content, by name.
    static let samples: KeyValuePairs<String, DisplayContent> = [
        "idle": sample { _ in },
        "locked": sample { $0.lock = .locked },
        "unlocked, with a long name": sample {
            $0.panel = "Hallway on the Ground Floor"
            $0.lock = .unlocked
        },
        "a hint": sample { $0.hint = "Hold to Turn On 'Flashlight'" },
        "a question": sample {
            $0.question = "Open the garage, really?"
            $0.activities = [Activity(title: "Tea", ends: .zero.advanced(by: .seconds(299)))]
        },
        "a PIN prompt": sample {
            $0.lock = .locked
            $0.prompt = Prompt(purpose: "for 'Front Door'", hasKeys: true)
        },
        "a refused PIN": sample {
            $0.lock = .locked
            $0.prompt = Prompt(purpose: "for 'Front Door'", isAnswered: true)
            $0.status = "this PIN is not valid at this hour"
        },
        "a lockout, and a hint": sample {
            $0.lock = .locked
            $0.lockoutEnds = .zero.advanced(by: .seconds(900))
            $0.hint = "Hold for 'Bell'"
        },
        "a status beside two activities": sample {
            $0.status = "Open for 3 s"
            $0.activities = [
                Activity(title: "Productivity Timer", ends: .zero.advanced(by: .seconds(5_400))),
                Activity(title: "Backup"),
            ]
        },
        "a refusal": sample {
            $0.lock = .locked
            $0.status = "Pump: not while Well Dry is on"
        },
        "a failure beside an activity": sample {
            $0.status = "Backup: the command failed (exit code 1)"
            $0.activities = [Activity(title: "Tea", ends: .zero.advanced(by: .seconds(299)))]
        },
        "a history": sample {
            $0.lock = .locked
            $0.history = ["18:03 Front Door, Alice", "17:40 Lamp: On", "05-31 Bell"]
            $0.activities = [Activity(title: "Tea", ends: .zero.advanced(by: .seconds(299)))]
        },
        "everything at once": sample {
            $0.lock = .locked
            $0.faults = ["button 'side': the contact is stuck", "light 'lamp': gone"]
            $0.lockoutEnds = .zero.advanced(by: .seconds(60))
            $0.prompt = Prompt(purpose: "for 'Bell'")
            $0.hint = "Hold for 'Bell'"
            $0.status = "Open"
            $0.activities = [Activity(title: "Tea", ends: .zero.advanced(by: .seconds(5)))]
        },
    ]

    private static func sample(_ change: (inout DisplayContent) -> Void) -> DisplayContent {
        var content = DisplayContent(panel: "Hallway")
        change(&content)
        return content
    }
}
