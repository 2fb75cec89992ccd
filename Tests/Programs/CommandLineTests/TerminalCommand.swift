import Glibc
import Testing

/// The built program on its own terminal, with all keys typed ahead.
enum TerminalCommand {
    /// Runs the program until it ends.
    ///
    /// - Parameter keys: The typed keys; `\u{4}` at the beginning of a line ends the input.
    /// - Returns: The exit status, and the output.
    static func run(
        _ arguments: [String], keys: String, environment: [String: String]
    ) throws -> (status: Int32, screen: String) {
        let (terminal, end) = try makeTerminal()
        defer { close(terminal) }
        let process = try ProgramProcess(
            [Command.program] + arguments, environment: environment, descriptors: [0: end, 1: end, 2: end])
        close(end)
        let deadline = Deadline(in: Command.patience)
        let bytes = Array(keys.utf8)
        try #require(bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) } == bytes.count)
        let reader = LineReader(terminal)
        // On Linux the terminal's end is the error EIO.
        let screen = try reader.rest(before: deadline)
        return (try process.waitForEnd(until: deadline), screen)
    }

    /// Makes a terminal and the program's end of it. The caller closes both.
    static func makeTerminal() throws -> (terminal: Int32, end: Int32) {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(terminal >= 0)
        // ioctl_tty(2): the first unlocks the other end, the second gets its number. Swift does not import Glibc's
        // functions for them.
        let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (lock, number): (CInt, CInt) = (0, 0)
        try #require(ioctl(terminal, setLock, &lock) == 0 && ioctl(terminal, getNumber, &number) == 0)
        let end = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(end >= 0)
        // Echo is off, because the time of an echo depends on scheduling.
        var settings = termios()
        try #require(tcgetattr(end, &settings) == 0)
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_oflag &= ~tcflag_t(OPOST)
        try #require(tcsetattr(end, TCSANOW, &settings) == 0)
        return (terminal, end)
    }
}
