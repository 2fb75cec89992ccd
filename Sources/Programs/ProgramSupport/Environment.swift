import Glibc

/// The environment variables that this process was started with, and its terminal.
package enum Environment {
    /// The variable's value; `nil` if the variable is unset or empty.
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The first path of a variable that systemd sets, such as `STATE_DIRECTORY`; `nil` if the variable is unset.
    package static func firstPath(_ name: String) -> String? {
        // systemd.exec(5): several directories are separated by colons.
        value(name)?.split(separator: ":").first.map(String.init)
    }

    /// Whether the descriptor is a terminal that takes colours: `NO_COLOR` is unset (no-color.org) and `TERM` is not
    /// `dumb`.
    package static func hasColors(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && value("NO_COLOR") == nil && value("TERM") != "dumb"
    }

    /// The columns and lines of the terminal of standard output; 0 and 24 if the terminal does not report its size.
    package static var terminalSize: (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return (0, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
