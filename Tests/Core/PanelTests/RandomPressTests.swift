import Configuration
import ControlModel
import EventLoop
import GPIO
import MonotonicTime
import Panel
import SimulatedGPIO
import TestSupport
import Testing

/// Random presses of all buttons of random panels, compared with a small model.
@PanelActor
@Suite(.serialized)
struct RandomPressTests {
    /// A press of one button, in milliseconds.
    private struct Press {
        var down: Int
        var up: Int
    }

    private struct Button {
        var hasDoubleTap: Bool
        var hasTripleTap: Bool
        var hasLongHold: Bool
        var holdTime: Int
        var presses: [Press] = []

        static let longHoldTime = 1_500
        static let window = 300

        /// The number of each control's performances: by hold, double tap, triple tap, long hold.
        var performances: [Int] {
            var counts = [0, 0, 0, 0]
            var taps = 0
            var lastUp = 0
            func finish() {
                if taps == 2 && hasDoubleTap { counts[1] += 1 }
                if taps == 3 && hasTripleTap { counts[2] += 1 }
                taps = 0
            }
            for press in presses {
                if press.down - lastUp > Self.window { finish() }
                if press.up - press.down < holdTime {
                    taps += 1
                    if taps == (hasTripleTap ? 3 : hasDoubleTap ? 2 : 1) { finish() }
                } else {
                    finish()
                    let isLong = hasLongHold && press.up - press.down >= Self.longHoldTime
                    counts[isLong ? 3 : 0] += 1
                }
                lastUp = press.up
            }
            finish()
            return counts
        }
    }

    private static let chip = SimulatedChip(
        path: "gpiochip0", label: "small", lineNames: (0..<32).map { "GPIO\($0)" })

    private func makeButton(_ generator: inout SeededGenerator) -> Button {
        var button = Button(
            hasDoubleTap: .random(using: &generator), hasTripleTap: .random(using: &generator),
            hasLongHold: .random(using: &generator), holdTime: [100, 500, 800].randomElement(using: &generator) ?? 500)
        var time = 0
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            // The times differ from the thresholds by more than the bounce, which never moves the first edge.
            let down = time + (([20, 150, 290, 310, 900].randomElement(using: &generator)) ?? 20)
            let lengths = [30, 80, button.holdTime - 1, button.holdTime + 1, 900, 1_499, 1_501]
            time = down + (lengths.randomElement(using: &generator) ?? 80)
            button.presses.append(Press(down: down, up: time))
        }
        return button
    }

    private func makePanel(_ buttons: [Button]) -> String {
        var controls = ""
        var lines = ""
        for (index, button) in buttons.enumerated() {
            for gesture in 0..<4 {
                controls += "  c\(index)\(gesture): {toggle: {line: GPIO\(20 + 4 * index + gesture)}}\n"
            }
            lines += "  b\(index): {line: GPIO\(index), hold: c\(index)0, hold_time: \(button.holdTime)ms"
            if button.hasDoubleTap { lines += ", double_tap: c\(index)1" }
            if button.hasTripleTap { lines += ", triple_tap: c\(index)2" }
            if button.hasLongHold { lines += ", long_hold: c\(index)3, long_hold_time: \(Button.longHoldTime)ms" }
            lines += "}\n"
        }
        return "name: Test\ndomain: org.example.test\ncontrols:\n\(controls)buttons:\n\(lines)"
    }

    @Test("in 2,000 random sequences each control performs exactly as often as the model says", arguments: 0..<4)
    func sequences(part: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(part))
        for sequence in 0..<Effort.count(500) {
            let buttons = (0..<Int.random(in: 1...3, using: &generator)).map { _ in makeButton(&generator) }
            let panel = try TestPanel(makePanel(buttons), chips: [Self.chip])
            panel.board.seed(UInt64(sequence))
            if sequence.isMultiple(of: 2) { panel.board.bounce = .none }
            try panel.engine.start()
            var moves: [(time: Int, line: String, isClosed: Bool)] = []
            for (index, button) in buttons.enumerated() {
                for press in button.presses {
                    moves.append((press.down, "GPIO\(index)", true))
                    moves.append((press.up, "GPIO\(index)", false))
                }
            }
            var now = 0
            for move in moves.sorted(by: { $0.time < $1.time }) {
                await panel.advance(.milliseconds(move.time - now))
                now = move.time
                if move.isClosed {
                    try panel.board.moveContact(move.line, isClosed: true)
                } else {
                    try panel.board.moveContact(move.line, isClosed: false)
                }
            }
            await panel.advance(.seconds(1))

            var performed: [String: Int] = [:]
            for case .performed(let kind) in panel.events { performed[kind, default: 0] += 1 }
            for (index, button) in buttons.enumerated() {
                let found = (0..<4).map { performed["org.example.test.c\(index)\($0)"] ?? 0 }
                #expect(found == button.performances, "part \(part), sequence \(sequence), button \(index): \(button)")
                for gesture in 0..<4 {
                    // The shown state and the line's level follow from the number of performances.
                    let isOn = !found[gesture].isMultiple(of: 2)
                    #expect(panel.engine.snapshot(of: "c\(index)\(gesture)")?.isOn == isOn)
                    #expect(try panel.board.isActive("GPIO\(20 + 4 * index + gesture)") == isOn)
                }
            }
            panel.engine.stop()
            await panel.expectNothingLeft()
        }
    }
}
