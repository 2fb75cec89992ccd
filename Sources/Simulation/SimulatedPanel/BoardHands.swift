import Configuration
import EventLoop
import GPIO
import MonotonicTime
import SimulatedGPIO

/// The hands on the buttons of a simulated board, and the contacts that chatter or stick.
///
/// A stuck contact is closed regardless of hands. A button has at most one hand.
@PanelActor
final class BoardHands {
    /// A press or chatter, until its end.
    @PanelActor
    final class Hand {
        let button: ButtonDescription
        let chatters: Bool
        /// Called once at the end, unless `lift` has ended the hand.
        fileprivate let over: @PanelActor () -> Void
        fileprivate var timer: PanelTimer?
        /// The number of remaining changes of chatter.
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

    /// Why a hand cannot be laid on a button; `nil` if it can.
    func objection(_ button: ButtonDescription) -> String? {
        if stuck.contains(button.name) { return "button '\(button.name)' is stuck" }
        guard let hand = hands[button.name] else { return nil }
        return "button '\(button.name)' \(hand.chatters ? "chatters" : "is pressed") already"
    }

    /// Closes a button's contact, with its bounce.
    ///
    /// - Parameters:
    ///   - duration: The length of the press; `nil`: until the hand is lifted.
    ///   - over: Called when the contact is open again, but not after `lift`.
    func press(
        _ button: ButtonDescription, for duration: Duration?, over: @escaping @PanelActor () -> Void
    ) throws(GPIOError) -> Hand {
        try board.moveContact(button.line.name, isClosed: true)
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

    /// Changes a button's contact repeatedly. The contact is open at the end, as at the beginning.
    func chatter(
        _ button: ButtonDescription, for duration: Duration, every interval: Duration,
        over: @escaping @PanelActor () -> Void
    ) throws(GPIOError) -> Hand {
        try board.sense(button.line.name, isActive: true)
        let hand = Hand(button, chatters: true, over: over)
        hands[button.name] = hand
        // An even number of changes. The first has already been made.
        hand.changes = max(1, Int(clamping: duration.nanoseconds / (2 * interval.nanoseconds))) * 2 - 1
        let begin = scheduler.now
        let total = hand.changes
        hand.timer = scheduler.makeTimer { [weak self, weak hand] in
            guard let self, let hand else { return }
            hand.changes -= 1
            guard hand.changes > 0 else { return finish(hand) }
            // While the chip is unplugged, the contact is connected to nothing.
            try? board.sense(button.line.name, isActive: !hand.changes.isMultiple(of: 2))
            hand.timer?.arm(at: begin.advanced(by: interval * (total - hand.changes + 1)))
        }
        hand.timer?.arm(at: begin.advanced(by: interval))
        return hand
    }

    /// Ends a hand's press or chatter, without calling its `over`.
    func lift(_ hand: Hand) {
        let name = hand.button.name
        guard hands[name] === hand else { return }
        hands[name] = nil
        hand.timer?.cancel()
        if !stuck.contains(name) { open(hand.button) }
    }

    /// Ends a press.
    ///
    /// - Returns: Whether there was a press.
    func release(_ button: ButtonDescription) -> Bool {
        guard let hand = hands[button.name], !hand.chatters else { return false }
        finish(hand)
        return true
    }

    /// Makes a contact stick. A hand may be on it.
    ///
    /// - Returns: Whether the contact was not stuck before.
    func stick(_ button: ButtonDescription) throws(GPIOError) -> Bool {
        guard !stuck.contains(button.name) else { return false }
        if hands[button.name] == nil { try board.moveContact(button.line.name, isClosed: true) }
        stuck.insert(button.name)
        return true
    }

    /// Opens a stuck contact, unless a hand is on it.
    ///
    /// - Returns: Whether the contact was stuck.
    func unstick(_ button: ButtonDescription) -> Bool {
        guard stuck.remove(button.name) != nil else { return false }
        if hands[button.name] == nil { open(button) }
        return true
    }

    /// Opens the contacts that were released while a chip was unplugged. Fingers need no chip.
    func chipsCameBack(_ buttons: [ButtonDescription]) {
        for button in buttons where hands[button.name] == nil && !stuck.contains(button.name) { open(button) }
    }

    /// Ends all presses and chatter.
    func liftAll() {
        for hand in hands.values { finish(hand) }
    }

    private func finish(_ hand: Hand) {
        lift(hand)
        hand.over()
    }

    private func open(_ button: ButtonDescription) {
        // If the chip is unplugged, the contact opens when the chip is plugged in again.
        try? board.moveContact(button.line.name, isClosed: false)
    }
}
