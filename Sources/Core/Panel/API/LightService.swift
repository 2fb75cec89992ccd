import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// Lists the panel's lights for clients, and tests them.
@PanelActor
struct LightService {
    let panel: PanelService

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] {
        [
            .method(PanelInterface.Lights.self, streams: true) { listLights($1) },
            .method(PanelInterface.TestLights.self, streams: true, testLights),
        ]
    }

    private func listLights(_ call: VarlinkCall<PanelInterface.Lights.Reply>) {
        var lights = (panel.engine?.lists.lights.list(as: panel.viewpoint(of: call)()) ?? [])[...]
        call.stream { lights.popFirst().map { .init(light: $0) } }
    }

    /// The time for each meaning, in seconds: about twice the longest pattern. Only an administrator can choose a longer
    /// time.
    private static let usual = 3.0
    private static let possible = 0.1...60.0
    private static let remedy = "run holdfast lights test with sudo"

    private func testLights(
        _ parameters: PanelInterface.TestLights.Parameters, _ call: VarlinkCall<PanelInterface.TestLights.Reply>
    ) {
        let names = LightMeaning.allCases.map(\.rawValue)
        let meanings = LightMeaning.allCases.filter { parameters.meaning == nil || $0.rawValue == parameters.meaning }
        let seconds = parameters.seconds ?? Self.usual
        guard !meanings.isEmpty else {
            return call.refuse(
                "no light says '\(parameters.meaning ?? "")'; there are: \(names.joined(separator: ", "))")
        }
        guard Self.possible.contains(seconds) else { return call.refuse("each is seen for 0.1 to 60 seconds") }
        // A test that each key press ends would let a client count the digits of a PIN.
        if panel.engine?.gate.lock?.isInUse == true { return call.refuse("somebody is typing at the PIN pad") }
        if !panel.isAdministrator(call), let reason = refusal(of: parameters) { return call.refuse(reason) }
        let test = panel.engine?.surfaces.tester.begin(
            meanings, on: parameters.light, each: .nanoseconds(Int64(seconds * 1e9))
        ) { step in
            switch step {
            case .shown(let meaning):
                call.push(.init(meaning: meaning.rawValue, words: meaning.words))
            case .over(let reason): call.reply(.init(meaning: nil, words: reason))
            }
        }
        guard let test else {
            let lights = panel.engine?.allLights.map(\.name) ?? []
            let unknown = parameters.light.map { "no light '\($0)'; there are: \(lights.joined(separator: ", "))" }
            return call.refuse(unknown ?? PanelService.beingReadAgain)
        }
        call.ended = { test.end("nobody looks any more") }
    }

    /// The reason why a client that does not administer the panel cannot begin a test now; `nil` if the client can.
    ///
    /// A light tells people at a door whether the door is locked. A client without rights can therefore cover a light only
    /// with the whole sequence, which people recognize as a test, and only now and then.
    private func refusal(of parameters: PanelInterface.TestLights.Parameters) -> String? {
        if parameters.meaning != nil { return "only an administrator can test one meaning; \(Self.remedy)" }
        if let seconds = parameters.seconds, seconds > Self.usual {
            return "only an administrator can show a meaning for more than 3 seconds; \(Self.remedy)"
        }
        return panel.engine?.surfaces.tester.wait.map {
            "the lights were tested a short while ago; wait \($0.text), or \(Self.remedy)"
        }
    }
}
