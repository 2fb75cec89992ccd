import Authentication
import Configuration
import EventLoop
import Panel
import PanelScripts
import SimulatedPanel
import Store

/// The terminal's keys type on a simulated PIN pad.
extension PadTypist {
    /// The most keys that wait. A held key must not type for minutes after its release.
    private static let mostWaiting = 32

    /// Types the pad's key for a byte from the terminal: digits are digits, Enter ends a PIN, Backspace clears it. If
    /// `mostWaiting` keys wait, the key is ignored.
    ///
    /// - Returns: Whether the pad has a key for the byte.
    func strike(_ byte: UInt8) -> Bool {
        let key: Character?
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digit = Character(Unicode.Scalar(byte))
            key = keypad.digits.contains(digit) ? digit : nil
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): key = keypad.enterKey
        case 8, 127: key = keypad.clearKey
        default: key = nil
        }
        guard let key else { return false }
        if waitingCount < Self.mostWaiting { strike([key]) }
        return true
    }
}

/// The lock of a played panel. It protects nothing and stores nothing. Each start enrols the player with a random
/// PIN, which the picture shows.
@PanelActor
struct PlayedLock {
    /// The name under which the player is enrolled.
    private static let player = "player"
    private static let worker = Worker()

    let lock: PanelLock
    /// The digits of the player's PIN.
    let digits: String
    private let gatekeeper: Gatekeeper

    /// - Parameter pad: The pad on which PINs are typed.
    init(_ rules: AuthenticationDescription, pad: KeypadDescription) {
        let clock = SystemClock()
        gatekeeper = Gatekeeper(
            memory: StoredLockMemory(.inMemory()), key: .success(.random()), worker: Self.worker,
            // Guessable PINs are allowed: a pad may have few digits, and the PIN is no secret.
            rule: PINRule(minimum: rules.minimumDigits, refusesGuessable: false), newCost: .fixed(.cheapest),
            authority: Authority(rules.sessionLimits), at: clock.boottime)
        lock = PanelLock(gatekeeper, clock: clock, scheduler: EventLoop.panel)
        let keys = pad.digits
        digits = String((0..<gatekeeper.rule.minimum).compactMap { _ in keys.randomElement() })
    }

    /// Enrols the player as an owner with the PIN.
    func enrol() async throws(EnrolmentError) {
        try await gatekeeper.add(name: Self.player, role: .owner, digits: digits)
    }
}
