import Glibc

/// A terminal's whole screen, drawn again each time; its former content comes back at the end.
struct FullScreen {
    /// Columns and lines of the terminal; 0 and 24 where it does not say.
    static var size: (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return (0, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    func begin() {
        Output.write("\u{1B}[?1049h\u{1B}[?25l", to: STDOUT_FILENO)
    }

    /// Draws lines from the top, as many as there is room for. A line that is cut off last says how many are missing.
    func draw(_ lines: [ClippedText]) {
        let (columns, height) = Self.size
        // The cursor stands in the line below.
        let room = max(1, height - 1)
        var shown = lines.prefix(room)
        if lines.count > room { shown[room - 1] = ClippedText("… \(lines.count - room + 1) more lines") }
        let text = shown.map { "\u{1B}[2K" + $0.clipped(to: columns) + "\n" }.joined()
        Output.write("\u{1B}[?7l\u{1B}[H" + text + "\u{1B}[J\u{1B}[?7h", to: STDOUT_FILENO)
    }

    func end() {
        Output.write("\u{1B}[?25h\u{1B}[?1049l", to: STDOUT_FILENO)
    }
}
