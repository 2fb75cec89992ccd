import CEventLoop
import EventLoop
import Glibc

/// Signals as a descriptor that the loop watches (`signalfd(2)`).
struct SignalDescriptor: Sendable {
    /// The signals that the commands know. `reload` is also what a terminal that goes away sends.
    enum Signal: Sendable, Hashable, CaseIterable {
        case terminate, interrupt, reload, childEnded, brokenPipe, windowChanged

        var number: Int32 {
            switch self {
            case .terminate: SIGTERM
            case .interrupt: SIGINT
            case .reload: SIGHUP
            case .childEnded: SIGCHLD
            case .brokenPipe: SIGPIPE
            case .windowChanged: SIGWINCH
            }
        }
    }

    let descriptor: Int32

    /// Blocks `signals` in this thread and those it will start, and catches them.
    init(_ signals: [Signal]) throws {
        let numbers = signals.map(\.number)
        descriptor = holdfast_signalfd_create(numbers, Int32(numbers.count))
        guard descriptor >= 0 else { throw FileProblem(path: "signals", call: "signalfd", code: errno) }
    }

    /// The next signal that has come.
    func read() -> Signal? {
        let number = holdfast_signalfd_read(descriptor)
        return Signal.allCases.first { $0.number == number }
    }
}
