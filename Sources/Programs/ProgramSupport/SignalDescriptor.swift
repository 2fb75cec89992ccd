import CEventLoop
import EventLoop
import Glibc

/// Signals as a descriptor for the event loop (`signalfd(2)`).
package struct SignalDescriptor: Sendable {
    /// The signals that commands handle. A terminal that is closed also sends `reload` (SIGHUP).
    package enum Signal: Sendable, Hashable, CaseIterable {
        case terminate, interrupt, quit, reload, childEnded, brokenPipe, windowChanged, continued

        fileprivate var number: Int32 {
            switch self {
            case .terminate: SIGTERM
            case .interrupt: SIGINT
            case .quit: SIGQUIT
            case .reload: SIGHUP
            case .childEnded: SIGCHLD
            case .brokenPipe: SIGPIPE
            case .windowChanged: SIGWINCH
            case .continued: SIGCONT
            }
        }
    }

    package let descriptor: Int32

    /// Blocks `signals` in this thread and in threads that it starts later. The descriptor receives them.
    package init(_ signals: [Signal]) throws {
        let numbers = signals.map(\.number)
        descriptor = holdfast_signalfd_create(numbers, Int32(numbers.count))
        guard descriptor >= 0 else { throw FileProblem(path: "signals", call: "signalfd", code: errno) }
    }

    /// The next pending signal; `nil` if there is none.
    package func read() -> Signal? {
        let number = holdfast_signalfd_read(descriptor)
        return Signal.allCases.first { $0.number == number }
    }
}
