import CEventLoop
import EventLoop

/// Reads the sockets of a server's clients no faster than `MessageBudget` allows, on the panel's loop. Clients of root
/// never wait.
///
/// All servers of a process share one pace, because the loop has one thread.
@PanelActor
public final class MessagePace {
    private var budget: MessageBudget<ObjectIdentifier>
    private var waiting: [ObjectIdentifier: MessageTicket] = [:]
    private var timer: PanelTimer?
    /// The process's processor time that has been counted so far, in ns.
    private var counted: Int64 = 0

    /// Creates a pace. The loop retains it.
    public convenience init() {
        self.init(MessageBudget())
    }

    init(_ budget: MessageBudget<ObjectIdentifier>) {
        self.budget = budget
        timer = EventLoop.panel.makeTimer { [self] in serve() }
        EventLoop.panel.observeTurns { [self] in endTurn() }
    }

    /// Creates the ticket of one connection of `user`; `nil` for root.
    func ticket(for user: UInt32) -> MessageTicket? {
        user == 0 ? nil : MessageTicket(self, user: user)
    }

    /// Counts the processor time of the whole process since the previous turn. Workers and the kernel spend a part of a
    /// message's time outside the turn. While no message is handled or waits, no clock is read.
    private func endTurn() {
        guard budget.isCounting else { return budget.endTurn(.zero, at: EventLoop.panel.now) }
        let processor = holdfast_process_cpu_now()
        budget.endTurn(.nanoseconds(processor - counted), at: EventLoop.panel.now)
        counted = processor
    }

    fileprivate func admits(_ ticket: MessageTicket) -> Bool {
        if !budget.isCounting { counted = holdfast_process_cpu_now() }
        let key = ObjectIdentifier(ticket)
        if budget.admits(key, of: ticket.user, at: EventLoop.panel.now) { return true }
        waiting[key] = ticket
        arm()
        return false
    }

    fileprivate func remove(_ ticket: MessageTicket) {
        let key = ObjectIdentifier(ticket)
        budget.remove(key)
        waiting[key] = nil
    }

    private func serve() {
        while let key = budget.next(at: EventLoop.panel.now) {
            guard let ticket = waiting.removeValue(forKey: key) else { continue }
            ticket.isWaiting = false
            ticket.go?()
        }
        arm()
    }

    private func arm() {
        timer?.arm(at: budget.resumption(at: EventLoop.panel.now))
    }
}

/// One connection's place in the queue of a `MessagePace`.
@PanelActor
final class MessageTicket {
    private let pace: MessagePace
    fileprivate let user: UInt32
    /// Whether `go` will be called.
    fileprivate(set) var isWaiting = false
    /// Handles one message.
    var go: (@PanelActor () -> Void)?

    fileprivate init(_ pace: MessagePace, user: UInt32) {
        self.pace = pace
        self.user = user
    }

    /// Whether a message may be handled now. If not, `go` is called later.
    func admits() -> Bool {
        guard !isWaiting else { return false }
        isWaiting = !pace.admits(self)
        return !isWaiting
    }

    /// Gives up the place in the queue.
    func close() {
        pace.remove(self)
        isWaiting = false
        go = nil
    }

    /// Does `work` and measures the processor time of the calling thread. Runs on any thread.
    nonisolated static func measure<Value>(_ work: () -> Value) -> (value: Value, processor: Duration) {
        let begun = holdfast_thread_cpu_now()
        let value = work()
        return (value, .nanoseconds(holdfast_thread_cpu_now() - begun))
    }
}
