import Glibc
import Indicators
import ProgramSupport

/// A terminal's whole screen, drawn again each time. `end()` restores the former content.
struct FullScreen {
    func begin() {
        Output.write("\u{1B}[?1049h\u{1B}[?25l", to: STDOUT_FILENO)
    }

    /// Draws lines from the top, as many as fit. If lines are missing, the last line tells how many.
    func draw(_ lines: [ClippedText]) {
        let (columns, height) = Environment.terminalSize
        // The cursor needs the line below.
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

/// Text for one line of a terminal, in parts with different looks.
struct ClippedText {
    private var parts: [(text: String, look: String?)] = []

    init(_ text: String = "") { append(text) }

    /// Adds text from a panel's file or an extension. Control characters are escaped, so that the text cannot move
    /// the cursor.
    mutating func append(_ text: String) { parts.append((text.onOneLine, nil)) }

    /// Adds text in bold.
    mutating func append(bold text: String) { parts.append((text.onOneLine, "1")) }

    /// Adds text with a look of ECMA-48 (SGR), such as `2` for faint.
    mutating func append(_ text: String, look: String) { parts.append((text.onOneLine, look)) }

    /// The line, cut to this many columns. A line that is cut ends in `…`.
    func clipped(to columns: Int) -> String {
        let whole = parts.reduce(0) { $0 + $1.text.reduce(0) { $0 + $1.columns } }
        // A terminal that does not report its width cuts lines itself.
        var room = columns <= 0 || whole <= columns ? Int.max : columns - 1
        var line = ""
        for (text, look) in parts {
            var shown = ""
            for character in text {
                guard character.columns <= room else {
                    room = 0
                    break
                }
                room -= character.columns
                shown.append(character)
            }
            if !shown.isEmpty { line += look.map { "\u{1B}[\($0)m\(shown)\u{1B}[0m" } ?? shown }
            if room == 0 { break }
        }
        return whole > columns && columns > 0 ? line + "…" : line
    }
}

extension Character {
    /// The columns of a terminal that the character takes: 0 if it combines with the previous character, 2 if it is
    /// wide (UAX #11) or an emoji.
    fileprivate var columns: Int {
        if unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        return unicodeScalars.first?.columnCount ?? 1
    }
}

/// Standard input is not a terminal.
struct NoTerminal: Error, CustomStringConvertible {
    var description: String { "standard input is not a terminal; a panel is played with its keys" }
}
