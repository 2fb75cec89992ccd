import Glibc

/// A terminal that gives each key at once and does not show it; put back as it was by `restore`.
struct RawTerminal {
    private let saved: termios

    /// - Throws: where standard input is no terminal.
    init() throws {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else {
            throw FileProblem(path: "standard input", call: "a terminal is needed for its keys", code: errno)
        }
        saved = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    func restore() {
        var settings = saved
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}
