import EventLoop
import Glibc
import Synchronization

/// SIGTERM and SIGINT, as something that the loop can watch.
///
/// A handler writes into a pipe; a signalfd would have the signals blocked, in this process and in every program that the
/// extension's author starts from it.
enum EndingSignals {
    private static let writer = Atomic<Int32>(-1)

    /// Catches the signals.
    ///
    /// - Returns: The descriptor that becomes readable when one comes.
    static func `catch`() throws(EventLoopError) -> Int32 {
        let pipe = try SystemCall.makePipe()
        writer.store(pipe.writer, ordering: .releasing)
        for number in [SIGTERM, SIGINT] {
            signal(number) { _ in
                let kept = errno
                var byte: UInt8 = 0
                _ = write(EndingSignals.writer.load(ordering: .acquiring), &byte, 1)
                errno = kept
            }
        }
        return pipe.reader
    }

    /// From here on a signal ends the process at once.
    static func release() {
        for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    }
}
