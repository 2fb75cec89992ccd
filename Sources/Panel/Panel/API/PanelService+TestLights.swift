import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

extension PanelService {
    var lightTestMethod: VarlinkMethod {
        .method(PanelInterface.TestLights.self, streams: true) { [weak self] in self?.testLights($0, $1) }
    }

    /// The default time for each meaning, in seconds: about twice the longest pattern.
    private static let usual = 3.0
    private static let possible = 0.1...60.0

    private func testLights(
        _ parameters: PanelInterface.TestLights.Parameters, _ call: VarlinkCall<PanelInterface.TestLights.Reply>
    ) {
        let names = LightMeaning.allCases.map(\.rawValue)
        let meanings = LightMeaning.allCases.filter { parameters.meaning == nil || $0.rawValue == parameters.meaning }
        let seconds = parameters.seconds ?? Self.usual
        guard !meanings.isEmpty else {
            return call.fail(
                PanelInterface.Refused(
                    reason: "no light says '\(parameters.meaning ?? "")'; there are: \(names.joined(separator: ", "))"))
        }
        guard Self.possible.contains(seconds) else {
            return call.fail(PanelInterface.Refused(reason: "each is seen for 0.1 to 60 seconds"))
        }
        // A test that each key press ends would let a client count the digits of a PIN.
        if engine?.gate.lock?.isInUse == true {
            return call.fail(PanelInterface.Refused(reason: "somebody is typing at the PIN pad"))
        }
        let test = engine?.surfaces.tester.begin(
            meanings, on: parameters.light, each: .nanoseconds(Int64(seconds * 1e9))
        ) { step in
            switch step {
            case .shown(let meaning):
                call.push(.init(meaning: meaning.rawValue, words: meaning.words))
            case .over(let reason): call.reply(.init(meaning: nil, words: reason))
            }
        }
        guard let test else {
            let lights = engine?.allLights.map(\.name) ?? []
            return call.fail(
                PanelInterface.Refused(
                    reason: parameters.light.map {
                        "no light '\($0)'; there are: \(lights.joined(separator: ", "))"
                    } ?? "the panel is being read again"))
        }
        call.ended = { test.end("nobody looks any more") }
    }
}
