import Authentication
import Configuration
import EventLoop
import Panel

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
