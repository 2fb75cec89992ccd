import Configuration
import EventLoop
import GPIO
import MonotonicTime
import PanelScripts

/// Presses the keys of a simulated PIN pad one after the other, however fast they are typed.
@PanelActor
final class PlayedPad {
    /// How long a key is down, and how long none is after it.
    private static let stroke = Duration.milliseconds(80)
    /// A terminal's key that is held down must not type for minutes after it.
    private static let mostWaiting = 32

    let description: KeypadDescription
    private let pads: SimulatedPads
    private let moved: @PanelActor (_ isDown: Bool) -> Void
    private var waiting: [Character] = []
    private var down: Character?
    private var timer: PanelTimer?
    private var isBusy = false

    /// - Parameter moved: is called when a key has gone down or up.
    init(
        _ description: KeypadDescription, _ pads: SimulatedPads, moved: @escaping @PanelActor (_ isDown: Bool) -> Void
    ) {
        self.description = description
        self.pads = pads
        self.moved = moved
        timer = EventLoop.panel.makeTimer { [weak self] in self?.next() }
    }

    /// The pad's key for a byte that the terminal sends: digits are digits, Enter ends a PIN, Backspace clears it.
    func key(for byte: UInt8) -> Character? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digit = Character(Unicode.Scalar(byte))
            return description.digits.contains(digit) ? digit : nil
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return description.enterKey
        case 8, 127: return description.clearKey
        default: return nil
        }
    }

    /// The panel begins to look at the pad: a key that is down by then would count as one that is stuck.
    func start() {
        isBusy = true
        timer?.arm(at: EventLoop.panel.now.advanced(by: Self.stroke))
    }

    /// A key is struck.
    func strike(_ key: Character) {
        guard waiting.count < Self.mostWaiting else { return }
        waiting.append(key)
        if !isBusy { next() }
    }

    /// Presses nothing more.
    func stop() {
        timer?.cancel()
        waiting = []
    }

    private func next() {
        if let down {
            move(down, isDown: false)
            self.down = nil
        } else if waiting.isEmpty {
            isBusy = false
            return
        } else {
            let key = waiting.removeFirst()
            move(key, isDown: true)
            down = key
        }
        isBusy = true
        timer?.arm(at: EventLoop.panel.now.advanced(by: Self.stroke))
    }

    private func move(_ key: Character, isDown: Bool) {
        // The board has all lines of the panel, so this cannot fail.
        do throws(GPIOError) {
            try pads.move(String(key), of: description, isDown: isDown)
        } catch {
            Output.printError("holdfast: \(error)")
        }
        moved(isDown)
    }
}
