import ControlModel
import MonotonicTime

extension PerformanceTable {
    /// Identifies a control while the control exists.
    typealias Control = ObjectIdentifier

    /// Identifies a performance, or a request that waits for the disk. The panel gives each ID once.
    struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// Identifies a question of a performance.
    struct Question: Hashable, Sendable {
        let performance: ID
        /// How many questions the performance has asked, including this one.
        let number: Int
    }

    /// The progress of an extension's intent.
    enum Step: Hashable, Sendable {
        /// The value, the disk, or the next intent: the extension performs nothing.
        case preparing
        /// The extension's reply.
        case calling
    }

    /// The time limit of an intent.
    enum Clock: Hashable, Sendable {
        /// The limit ends the performance; `nil` without a limit.
        case running(until: MonotonicInstant?)
        /// A question waits for its answer. The user's time does not count towards the limit.
        case asking(until: MonotonicInstant, limitLeft: Duration?)
    }

    /// The state of a request or a performance.
    enum Phase: Hashable, Sendable {
        /// The disk proves that it takes the audit entry. Nothing is performed yet.
        case proving(forInterlock: Bool)
        /// A simulated delay, or a simulated failure at the time limit.
        case delayed(until: MonotonicInstant, isTooLong: Bool)
        /// The panel itself performs.
        case running
        /// The members of a scene perform.
        case members(left: Int)
        /// An extension performs intents.
        case intent(Step, Clock)
    }

    /// A request that waits for the disk, or a performance.
    struct Entry: Sendable {
        let id: ID
        /// The control; `nil` for an intent run by name.
        let control: Control?
        let requester: Requester
        /// The highest authentication that the performance has needed so far.
        var needed: ControlAuthentication
        var phase: Phase
        /// How many questions the performance has asked.
        var questions = 0
        /// The part of the time limit that a simulated delay has used.
        var delay = Duration.zero
        /// How many intents have been sent. All but the first one are the extension's additions.
        var sent = 0
    }

    /// The held control that waits for a PIN.
    struct Pending: Hashable, Sendable {
        let control: Control
        /// The control's name at the hold, which outlives the control.
        let name: String
        /// The target state, as determined at the hold; `nil` for a button.
        let isOn: Bool?
        let until: MonotonicInstant
    }

    /// A request to perform a control.
    struct Request: Sendable {
        let control: Control
        let access: AccessQuestion
        /// Whether the request has neither a target state nor values: such a request answers the control's question.
        let isPlain: Bool
    }
}

extension PerformanceTable.Entry {
    /// Whether the request waits for the disk, and performs nothing yet.
    var isProving: Bool {
        switch phase {
        case .proving: true
        case .delayed, .running, .members, .intent: false
        }
    }

    /// The question that waits for its answer.
    var question: PerformanceTable.Question? {
        guard case .intent(_, .asking) = phase else { return nil }
        return PerformanceTable.Question(performance: id, number: questions)
    }

    /// The time at which the phase ends by itself.
    var deadline: MonotonicInstant? {
        switch phase {
        case .proving, .running, .members: nil
        case .delayed(let until, _): until
        case .intent(_, .running(let until)): until
        case .intent(_, .asking(let until, _)): until
        }
    }
}
