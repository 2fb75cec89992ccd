/// Encodes a frame for a text display: only the columns that have changed.
///
/// The encoder writes for two kinds of device: the kernel's character LCDs (`drivers/auxdisplay/charlcd.c`,
/// `charlcd_write_char` and `handle_lcd_special_code`), and terminals (ECMA-48; `console_codes(4)`).
public struct DisplayEncoder: Sendable, Hashable {
    /// Whether the device is a terminal; otherwise it is a character LCD.
    public var isTerminal: Bool
    public var characters: DisplayCharacters

    private static let escape = "\u{1B}["
    /// The longest run of unchanged columns that is written again. Moving the cursor past a longer run takes fewer
    /// bytes.
    private static let shortGap = 3

    /// The bytes that blank any display and prepare it for frames.
    public var beginning: [UInt8] {
        // For an LCD, a line feed ends an escape sequence that another program left incomplete. Then: initialise, display
        // on, cursor and blinking off, backlight on. A terminal must not wrap after its last column.
        let sequences = isTerminal ? ["[0m", "[?25l", "[?7l", "[2J"] : ["[LI", "[LD", "[Lc", "[Lb", "[L+", "[2J"]
        return Array(((isTerminal ? "" : "\n") + sequences.map { "\u{1B}" + $0 }.joined()).utf8)
    }

    /// The bytes that leave a blank display: an LCD without backlight, a terminal with its cursor.
    public var ending: [UInt8] {
        Array((isTerminal ? "\u{1B}[2J\u{1B}[H\u{1B}[?7h\u{1B}[?25h" : "\n\u{1B}[2J\u{1B}[L-").utf8)
    }

    /// The bytes that change the display from `old` to `new`.
    ///
    /// - Parameter old: The frame on the display, of the same size; `nil` for a blank display.
    public func bytes(from old: DisplayFrame?, to new: DisplayFrame) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, row) in new.rows.enumerated() {
            let before = old?.rows[number] ?? DisplayText(blanks: row.count)
            for run in runs(from: before, to: row) {
                bytes += place(column: run.lowerBound, row: number).utf8
                bytes += row.columns[run].compactMap(\.self).flatMap(characters.bytes)
            }
        }
        return bytes
    }

    /// The ranges of columns to write.
    private func runs(from old: DisplayText, to new: DisplayText) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for column in 0..<new.count where new.columns[column] != old.columns[column] {
            if let last = runs.last, column - last.upperBound <= Self.shortGap {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        // A wide character is always written as a whole.
        return runs.map { run in
            let start = new.columns[run.lowerBound] == nil ? run.lowerBound - 1 : run.lowerBound
            let end =
                run.upperBound < new.count && new.columns[run.upperBound] == nil ? run.upperBound + 1 : run.upperBound
            return max(0, start)..<end
        }
    }

    private func place(column: Int, row: Int) -> String {
        isTerminal ? "\(Self.escape)\(row + 1);\(column + 1)H" : "\(Self.escape)Lx\(column)y\(row);"
    }
}
