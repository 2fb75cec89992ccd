import Glibc

/// Changed settings of the terminal of standard input. `restore()` brings back the former ones.
package struct TerminalSettings {
    private let saved: termios
    private let action: Int32

    /// Turns local modes off, such as `ECHO` (termios(3)); `nil` if standard input is no terminal.
    ///
    /// - Parameter action: `TCSAFLUSH` to drop what was typed before.
    package init?(turningOff modes: Int32, action: Int32 = TCSANOW) {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        (saved, self.action) = (settings, action)
        settings.c_lflag &= ~tcflag_t(modes)
        tcsetattr(STDIN_FILENO, action, &settings)
    }

    package func restore() {
        var settings = saved
        tcsetattr(STDIN_FILENO, action, &settings)
    }
}
