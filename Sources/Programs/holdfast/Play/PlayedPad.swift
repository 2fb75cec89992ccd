import Configuration
import EventLoop
import PanelScripts

/// The keys of a simulated PIN pad, struck at a terminal.
@PanelActor
final class PlayedPad {
    /// A terminal's key that is held down must not type for minutes after it.
    private static let mostWaiting = 32

    private let typist: PadTypist

    /// - Parameter moved: is called when a key has gone down or up.
    init(
        _ keypad: KeypadDescription, _ pads: SimulatedPads, moved: @escaping @PanelActor (_ isDown: Bool) -> Void
    ) {
        typist = PadTypist(keypad, pads, scheduler: EventLoop.panel)
        typist.moved = moved
    }

    /// The pad's key for a byte that the terminal sends: digits are digits, Enter ends a PIN, Backspace clears it.
    func key(for byte: UInt8) -> Character? {
        let keypad = typist.keypad
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digit = Character(Unicode.Scalar(byte))
            return keypad.digits.contains(digit) ? digit : nil
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return keypad.enterKey
        case 8, 127: return keypad.clearKey
        default: return nil
        }
    }

    /// The panel begins to look at the pad.
    func start() { typist.start() }

    /// A key is struck.
    func strike(_ key: Character) {
        if typist.waitingCount < Self.mostWaiting { typist.strike([key]) }
    }

    /// Presses nothing more.
    func stop() { typist.stop() }
}
