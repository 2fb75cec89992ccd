import EventLoop
import Foundation
import Glibc
import Testing

/// A terminal in the test. The test can read the bytes written to `path`, or leave them unread.
final class PseudoTerminal: Sendable {
    let path: String
    private let master: Int32
    /// The other end stays open to keep the terminal's settings.
    private let end: Int32

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        try #require(master >= 0)
        // ioctl_tty(2): the first unlocks the other end, the second gets its number. Swift does not import Glibc's
        // functions for them.
        let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (lock, number): (CInt, CInt) = (0, 0)
        try #require(ioctl(master, setLock, &lock) == 0 && ioctl(master, getNumber, &number) == 0)
        path = "/dev/pts/\(number)"
        end = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(end >= 0)
    }

    deinit {
        close(end)
        close(master)
    }

    /// Stops accepting bytes, as a serial line does after XOFF, or accepts them again.
    func pause(_ isPaused: Bool) {
        tcflow(end, isPaused ? TCOOFF : TCOON)
    }

    /// The text written since the last call, with `^` for escape.
    var text: String {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(master, &bytes, bytes.count)
            guard count > 0 else { break }
            all += bytes.prefix(count)
        }
        return String(decoding: all, as: UTF8.self).replacing("\u{1B}", with: "^")
    }
}
