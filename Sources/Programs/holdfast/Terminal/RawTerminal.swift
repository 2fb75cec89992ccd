import Glibc

/// A terminal that gives each key at once and does not show it; put back as it was by `restore`.
struct RawTerminal {
    private let saved: termios

    /// Standard input is something else.
    struct NoTerminal: Error, CustomStringConvertible {
        var description: String { "standard input is no terminal; a panel is played with its keys" }
    }

    /// - Throws: `NoTerminal`.
    init() throws {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else {
            throw NoTerminal()
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
