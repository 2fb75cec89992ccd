import Configuration
import EventLoop
import GPIO
import MonotonicTime
import SimulatedGPIO

/// The hands on the buttons of a simulated board, and the contacts that chatter or stick.
///
/// A contact that sticks is closed, whatever a hand does. One hand at most is at a button.
@PanelActor
final class BoardHands {
    /// A press, or chatter, until it is over.
    @PanelActor
    final class Hand {
        let button: ButtonDescription
        let chatters: Bool
        /// Called once at the end, unless `lift` has ended it.
        fileprivate let over: @PanelActor () -> Void
        fileprivate var timer: PanelTimer?
        /// How many changes of chatter are left.
        fileprivate var changes = 0

        fileprivate init(_ button: ButtonDescription, chatters: Bool, over: @escaping @PanelActor () -> Void) {
            (self.button, self.chatters, self.over) = (button, chatters, over)
        }
    }

    private let board: SimulatedBoard
    private let scheduler: any Scheduler
    private var hands: [String: Hand] = [:]
    private var stuck: Set<String> = []

    init(_ board: SimulatedBoard, scheduler: any Scheduler) {
        self.board = board
        self.scheduler = scheduler
    }

    /// Why a hand cannot be laid on a button; `nil` where it can.
    func objection(_ button: ButtonDescription) -> String? {
        if stuck.contains(button.name) { return "button '\(button.name)' is stuck" }
        guard let hand = hands[button.name] else { return nil }
        return "button '\(button.name)' \(hand.chatters ? "chatters" : "is pressed") already"
    }

    /// Closes a button's contact, with its bounce.
    ///
    /// - Parameters:
    ///   - duration: how long; `nil`: until it is lifted.
    ///   - over: is called when it is open again, but not by `lift`.
    func press(
        _ button: ButtonDescription, for duration: Duration?, over: @escaping @PanelActor () -> Void
    ) throws(GPIOError) -> Hand {
        try board.closeContact(button.line.name)
        let hand = Hand(button, chatters: false, over: over)
        hands[button.name] = hand
        if let duration {
            hand.timer = scheduler.makeTimer { [weak self, weak hand] in
                if let self, let hand { finish(hand) }
            }
            hand.timer?.arm(at: scheduler.now.advanced(by: duration))
        }
        return hand
    }

    /// Changes a button's contact again and again; it is open at the end, as it was at the beginning.
    func chatter(
        _ button: ButtonDescription, for duration: Duration, every interval: Duration,
        over: @escaping @PanelActor () -> Void
    ) throws(GPIOError) -> Hand {
        try board.sense(button.line.name, isActive: true)
        let hand = Hand(button, chatters: true, over: over)
        hands[button.name] = hand
        // An even number of changes, of which the first has been.
        hand.changes = max(1, Int(clamping: duration.nanoseconds / (2 * interval.nanoseconds))) * 2 - 1
        let begin = scheduler.now
        let total = hand.changes
        hand.timer = scheduler.makeTimer { [weak self, weak hand] in
            guard let self, let hand else { return }
            hand.changes -= 1
            guard hand.changes > 0 else { return finish(hand) }
            // Where its chip is away, nothing is connected with the contact.
            try? board.sense(button.line.name, isActive: !hand.changes.isMultiple(of: 2))
            hand.timer?.arm(at: begin.advanced(by: interval * (total - hand.changes + 1)))
        }
        hand.timer?.arm(at: begin.advanced(by: interval))
        return hand
    }

    /// Ends what a hand does, without calling its `over`.
    func lift(_ hand: Hand) {
        let name = hand.button.name
        guard hands[name] === hand else { return }
        hands[name] = nil
        hand.timer?.cancel()
        if !stuck.contains(name) { open(hand.button) }
    }

    /// Ends a press; whether there was one.
    func release(_ button: ButtonDescription) -> Bool {
        guard let hand = hands[button.name], !hand.chatters else { return false }
        finish(hand)
        return true
    }

    /// Has a contact stick; a hand may be on it.
    ///
    /// - Returns: whether it did not stick before.
    func stick(_ button: ButtonDescription) throws(GPIOError) -> Bool {
        guard !stuck.contains(button.name) else { return false }
        if hands[button.name] == nil { try board.closeContact(button.line.name) }
        stuck.insert(button.name)
        return true
    }

    /// Opens a contact that sticks, unless a hand is on it.
    ///
    /// - Returns: whether it did stick.
    func unstick(_ button: ButtonDescription) -> Bool {
        guard stuck.remove(button.name) != nil else { return false }
        if hands[button.name] == nil { open(button) }
        return true
    }

    /// A chip is back: contacts that were opened meanwhile open. Fingers need no chip.
    func chipsCameBack(_ buttons: [ButtonDescription]) {
        for button in buttons where hands[button.name] == nil && !stuck.contains(button.name) { open(button) }
    }

    /// Ends all that hands do.
    func liftAll() {
        for hand in hands.values { finish(hand) }
    }

    private func finish(_ hand: Hand) {
        lift(hand)
        hand.over()
    }

    private func open(_ button: ButtonDescription) {
        // Where its chip is away, it is opened when the chip comes back.
        try? board.openContact(button.line.name)
    }
}
