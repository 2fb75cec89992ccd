import Foundation
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import PanelScripts
@testable import SimulatedPanel

/// Mangled scripts, none of which may crash the reader or the player.
@Suite(.serialized)
struct ScriptFuzzTests {
    private static let fragments = [
        "+99999d", "36600d", "+36600d", "-1s", "0.0000001ms", "1e308s", "nan", "inf", "9223372036854775807",
        "18446744073709551616", "\"", "\"\"", "#", "\r", "\n", "\u{2028}", "\u{0}", "\u{FEFF}", "é", "🎛", "\u{301}",
        "plain", "for", "every", "hold", "chatter", "expect", "panel", "seed", "+", " ", "\t", "0", "0.01ms", "drop",
        "crash", "unplug", "restart", "stick", "no", "value", "push", "extension", "crashes", "open", "activity",
        "confirmation", "lamp@",
        "place", "at", "move", "to", "lights.lamp", "lock_screen", "control_center.9999999999999999999", "a=1",
        "@", "org.example.test.lamp@buttons.plain.hold",
    ]

    private func mangle(_ text: String, _ generator: inout SeededGenerator) -> String {
        var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let index = Int.random(in: 0..<words.count, using: &generator)
            let fragment = Self.fragments.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0...5, using: &generator) {
            case 0: words[index] = fragment
            case 1: words.insert(fragment, at: index)
            case 2: words[index] += fragment
            case 3: words.swapAt(index, Int.random(in: 0..<words.count, using: &generator))
            case 4: words[index] = String(words[index].dropLast(Int.random(in: 0...3, using: &generator)))
            default: words[index] = String(words[index].reversed())
            }
        }
        return words.joined(separator: " ")
    }

    @Test("each of 4,000 mangled scripts is read or refused, and the short ones run")
    func fuzz() async throws {
        var generator = SeededGenerator(seed: 20_240_101)
        let texts = try Fixtures.names(in: Fixtures.scripts).map { name in
            let text = try String(contentsOf: Fixtures.scripts.appending(path: name + ".panel"), encoding: .utf8)
            // A few lines are enough: an error in one must not hide all following ones.
            return text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("panel") }
        }
        let panel = try Fixtures.panel()
        var refused = 0
        var run = 0
        for _ in 0..<4_000 {
            let lines = texts.randomElement(using: &generator) ?? []
            let start = Int.random(in: 0..<max(1, lines.count - 3), using: &generator)
            let text = mangle(lines.dropFirst(start).prefix(4).joined(separator: "\n"), &generator)
            do throws(ScriptError) {
                let script = try ScriptReader.read(text, file: "fuzz")
                if let error = ScriptError(ScriptNames(panel: panel).errors(in: script)) { throw error }
                let moments = try ScriptMoment.moments(of: script)
                #expect(moments.allSatisfy { $0.time <= ScriptMoment.longestScript })
                guard moments.count < 100, (moments.last?.time ?? .zero) < .seconds(30), run < 300 else { continue }
                run += 1
                guard let played = try? await PlayedScript.play(script, on: panel) else { continue }
                #expect(played.heldRequests == 0, "\(text)")
            } catch {
                refused += 1
                #expect(!error.description.contains("ScriptError"), "\(text)")
            }
        }
        // Many scripts are read and many are refused.
        #expect(refused > 1_000 && refused < 3_900)
        #expect(run > 100)
    }

    @Test("a sum of durations does not overflow")
    func hugeDurations() throws {
        let steps = (0..<1_000).map { _ in "+36600d advance 36600d" }.joined(separator: "\n")
        let script = try ScriptReader.read(steps, file: "huge")
        #expect(throws: ScriptError.self) { try ScriptMoment.moments(of: script) }
    }
}
