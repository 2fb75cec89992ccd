import CEventLoop
import EventLoop

/// Reads the sockets of a server's clients no faster than `MessageBudget` allows, on the panel's loop. Clients of root never
/// wait.
///
/// One for all servers of a process: the loop has one thread.
@PanelActor
public final class MessagePace {
    private var budget: MessageBudget<ObjectIdentifier>
    private var waiting: [ObjectIdentifier: MessageTicket] = [:]
    private var timer: PanelTimer?
    /// Up to where the process's processor time has been counted, in ns.
    private var counted: Int64 = 0

    /// A pace of its own; the loop keeps it.
    public convenience init() {
        self.init(MessageBudget())
    }

    init(_ budget: MessageBudget<ObjectIdentifier>) {
        self.budget = budget
        timer = EventLoop.panel.makeTimer { [self] in serve() }
        EventLoop.panel.observeTurns { [self] in endTurn() }
    }

    /// The ticket of one connection of `user`; `nil` for root's.
    func ticket(for user: UInt32) -> MessageTicket? {
        user == 0 ? nil : MessageTicket(self, user: user)
    }

    /// Counts what the whole process has taken since the turn before: the workers' share of messages and the kernel's
    /// are no part of the turn. While no message is handled and none waits, no clock is read.
    private func endTurn() {
        guard budget.isCounting else { return budget.endTurn(.zero, at: EventLoop.panel.now) }
        let processor = holdfast_process_cpu_now()
        budget.endTurn(.nanoseconds(processor - counted), at: EventLoop.panel.now)
        counted = processor
    }

    private func beginCounting() {
        if !budget.isCounting { counted = holdfast_process_cpu_now() }
    }

    fileprivate func admits(_ ticket: MessageTicket) -> Bool {
        beginCounting()
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

/// One connection's place in a `MessagePace`.
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

    /// Whether a message may be handled now; where not, `go` is called later.
    func admits() -> Bool {
        guard !isWaiting else { return false }
        isWaiting = !pace.admits(self)
        return !isWaiting
    }

    /// Gives the place up.
    func close() {
        pace.remove(self)
        isWaiting = false
        go = nil
    }

    /// Does `work`, and says how much of the processor that took of the calling thread. Runs on any thread.
    nonisolated static func measure<Value>(_ work: () -> Value) -> (value: Value, processor: Duration) {
        let begun = holdfast_thread_cpu_now()
        let value = work()
        return (value, .nanoseconds(holdfast_thread_cpu_now() - begun))
    }
}
