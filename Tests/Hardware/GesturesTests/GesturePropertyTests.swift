import Gestures
import MonotonicTime
import TestSupport
import Testing

@Suite("Properties of 100,000 generated histories")
struct GesturePropertyTests {
    static let perSeed = Effort.count(12_500)

    @Test(
        "a sound contact gives the outputs of the reference for every press, read promptly or late",
        arguments: 1...2 as ClosedRange<UInt64>)
    func sound(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for index in 0..<Self.perSeed {
            let history = ContactHistory(sound: &random)
            let prompt = ContactPlayer.promptly(history)
            let late = ContactPlayer.late(history, &random)
            let expected = GestureReference.outputs(of: history.presses, bound: history.bound)
            if let problem = prompt.problem ?? late.problem ?? difference(prompt.outputs, expected)
                ?? difference(late.outputs, expected)
            {
                Issue.record("\(index): \(problem)")
                return
            }
        }
    }

    @Test(
        "a wild contact gives every press one end and one gesture, read promptly or late",
        arguments: 3...4 as ClosedRange<UInt64>)
    func wild(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for index in 0..<Self.perSeed {
            let history = ContactHistory(wild: &random, isLossy: false)
            let prompt = ContactPlayer.promptly(history)
            let late = ContactPlayer.late(history, &random)
            if let problem = prompt.problem ?? late.problem ?? difference(late.outputs, prompt.outputs)
                ?? falseHold(prompt.outputs, history)
            {
                Issue.record("\(index): \(problem)")
                return
            }
        }
    }

    @Test(
        "after detected losses of edges no hold covers a time in which the contact was open",
        arguments: 5...6 as ClosedRange<UInt64>)
    func lossy(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for index in 0..<Self.perSeed {
            let history = ContactHistory(wild: &random, isLossy: true)
            let prompt = ContactPlayer.promptly(history)
            let late = ContactPlayer.late(history, &random)
            if let problem = prompt.problem ?? late.problem ?? falseHold(prompt.outputs, history)
                ?? falseHold(late.outputs, history)
            {
                Issue.record("\(index): \(problem)")
                return
            }
        }
    }

    @Test("after undetected losses no hold is recognized on an open contact", arguments: 7...8 as ClosedRange<UInt64>)
    func lossyUnseen(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for index in 0..<Self.perSeed {
            let history = ContactHistory(wild: &random, isLossy: true)
            let prompt = ContactPlayer.promptly(history, seesGaps: false)
            let late = ContactPlayer.late(history, &random, seesGaps: false)
            if let problem = prompt.problem ?? late.problem ?? openHold(prompt.outputs, history) {
                Issue.record("\(index): \(problem)")
                return
            }
        }
    }

    private func difference(_ outputs: [ButtonOutput], _ expected: [ButtonOutput]) -> String? {
        outputs == expected ? nil : "\(outputs.transcript) instead of \(expected.transcript)"
    }

    /// Finds a hold during which the contact was open for a debounce window or longer.
    private func falseHold(_ outputs: [ButtonOutput], _ history: ContactHistory) -> String? {
        var start: Int64 = 0
        for output in outputs {
            switch output {
            case .pressed(let time):
                start = time.nanoseconds
            case .gesture(.hold, let time), .gesture(.longHold, let time):
                let opening = history.longestOpening(from: start, to: time.nanoseconds)
                if opening >= 5 * ContactHistory.millisecond { return "open for \(opening) ns: \(outputs.transcript)" }
            default:
                break
            }
        }
        return nil
    }

    /// Finds a hold that is recognized while the contact is open.
    private func openHold(_ outputs: [ButtonOutput], _ history: ContactHistory) -> String? {
        for output in outputs {
            switch output {
            case .gesture(.hold, let time), .gesture(.longHold, let time):
                if !history.isClosed(before: time.nanoseconds) { return "open at \(time): \(outputs.transcript)" }
            default:
                break
            }
        }
        return nil
    }
}
