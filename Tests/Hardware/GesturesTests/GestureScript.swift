import Gestures
import MonotonicTime

/// A contact's history as text, played to a recognizer.
///
///     d, u        the contact closes or opens, and the edge is read;
///     (d), (u)    the same, but the edge is lost;
///     12, 0.5     milliseconds pass;
///     sync        the level is read and the recognizer resynchronized;
///     250/s:2100  edges alternate at a rate of 250 a second for 2100 ms
///
/// The transcript, in milliseconds: `pressed@0 hold@500 released@600/600`. The number after the slash is the press's
/// length.
struct GestureScript {
    /// The time at which `elapse` is called: at each deadline, or only at the script's end.
    enum Handling {
        case prompt
        case late
    }

    enum Step: Equatable {
        case edge(Bool, isLost: Bool)
        case pass(nanoseconds: Int64)
        case synchronise
        case unreadable(String)
    }

    let steps: [Step]

    init(_ text: String) {
        steps = text.split(separator: " ").flatMap(Self.read)
    }

    private static func read(_ word: Substring) -> [Step] {
        switch word {
        case "d": return [.edge(true, isLost: false)]
        case "u": return [.edge(false, isLost: false)]
        case "(d)": return [.edge(true, isLost: true)]
        case "(u)": return [.edge(false, isLost: true)]
        case "sync": return [.synchronise]
        default:
            if let milliseconds = Double(word) { return [.pass(nanoseconds: Int64((milliseconds * 1e6).rounded()))] }
            let parts = word.split(separator: "/s:").compactMap { Int64($0) }
            guard parts.count == 2 else { return [.unreadable(String(word))] }
            return (0..<parts[0] * parts[1] / 1000).flatMap { index in
                [.edge(index.isMultiple(of: 2), isLost: false), .pass(nanoseconds: 1_000_000_000 / parts[0])]
            }
        }
    }

    func outputs(of recognizer: inout ButtonRecognizer, level: Bool, handling: Handling) -> [ButtonOutput] {
        var level = level
        var now = MonotonicInstant.zero
        var outputs: [ButtonOutput] = []
        for step in steps {
            switch step {
            case .edge(let isActive, let isLost):
                level = isActive
                if !isLost { outputs += recognizer.edge(isActive: isActive, at: now) }
            case .synchronise:
                outputs += recognizer.resynchronise(isActive: level, at: now)
            case .pass(let nanoseconds):
                now = now.advanced(by: .nanoseconds(nanoseconds))
                while handling == .prompt, let deadline = recognizer.deadline, deadline < now {
                    outputs += recognizer.elapse(to: deadline, level: level)
                }
            case .unreadable(let word):
                preconditionFailure("no such word: \(word)")
            }
        }
        outputs += recognizer.elapse(to: now, level: level)
        return outputs
    }
}

extension Sequence<ButtonOutput> {
    var transcript: String {
        map { output in
            let name =
                switch output {
                case .pressed: "pressed"
                case .holdArmed: "armed"
                case .gesture(let gesture, _): gesture.rawValue
                case .released: "released"
                case .aborted: "aborted"
                case .quarantined(let fault, _): fault.rawValue
                case .cured: "cured"
                }
            let time = "\(name)@\(milliseconds(output.time.nanoseconds))"
            return if case .released(_, let after) = output { "\(time)/\(milliseconds(after.nanoseconds))" } else {
                time
            }
        }
        .joined(separator: " ")
    }

    private func milliseconds(_ nanoseconds: Int64) -> String {
        nanoseconds.isMultiple(of: 1_000_000) ? "\(nanoseconds / 1_000_000)" : "\(Double(nanoseconds) / 1e6)"
    }
}
