import Authentication
import Configuration
import EventLoop
import Panel
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

/// The lock of a panel that is played. Nothing of it is kept: whoever plays is enrolled each time, with a PIN that is made up
/// and shown, since there is nothing behind it.
@PanelActor
struct PlayedLock {
    /// The one who plays.
    private static let player = "player"
    private static let worker = Worker()

    let lock: PanelLock
    /// The digits that unlock.
    let digits: String
    private let gatekeeper: Gatekeeper

    /// - Parameter pad: where PINs are typed.
    init(_ rules: AuthenticationDescription, pad: KeypadDescription) {
        let clock = SystemClock()
        gatekeeper = Gatekeeper(
            memory: VolatileLockMemory(), key: .success(.random()), worker: Self.worker,
            // A pad may have few digits, and the PIN is no secret.
            rule: PINRule(minimum: rules.minimumDigits, refusesGuessable: false), newCost: .fixed(.cheapest),
            authority: Authority(autoLock: rules.autoLock), at: clock.boottime)
        lock = PanelLock(gatekeeper, clock: clock, scheduler: EventLoop.panel)
        let keys = pad.digits
        digits = String((0..<gatekeeper.rule.minimum).compactMap { _ in keys.randomElement() })
    }

    /// Gives whoever plays the PIN.
    func enrol() async throws(EnrolmentError) {
        try await gatekeeper.add(name: Self.player, role: .owner, digits: digits)
    }
}
