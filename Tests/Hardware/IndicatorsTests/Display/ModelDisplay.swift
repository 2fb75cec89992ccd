@testable import Indicators

/// The state of a display after its bytes: a character LCD, as `charlcd_write_char` implements it
/// (`drivers/auxdisplay/charlcd.c`), or a terminal (`console_codes(4)`). Bytes that the display would not understand
/// are errors.
struct ModelDisplay {
    private(set) var cells: [[String]]
    private(set) var mistakes: [String] = []
    /// The settings of cursor and backlight, as they were turned on and off.
    private(set) var settings: [String] = []
    private let isTerminal: Bool
    private let size: DisplaySize
    private var (x, y) = (0, 0)

    init(size: DisplaySize, isTerminal: Bool) {
        (self.size, self.isTerminal) = (size, isTerminal)
        cells = Array(repeating: Array(repeating: "#", count: size.columns), count: size.rows)
    }

    /// The rows, without the second halves of wide characters.
    var rows: [String] { cells.map { $0.joined() } }

    mutating func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B: obey(&rest)
            case UInt8(ascii: "\n") where !isTerminal: y = (y + 1) % size.rows
            case ..<0x20: mistakes.append("byte \(byte)")
            case 0x80... where isTerminal:
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
                put(String(decoding: [byte] + rest.prefix(length - 1), as: UTF8.self))
                rest = rest.dropFirst(length - 1)
            default: put(isTerminal || byte == 0x20 ? String(Unicode.Scalar(byte)) : "<\(byte)>")
            }
        }
    }

    private mutating func put(_ text: String) {
        guard let scalar = text.unicodeScalars.first else { return }
        if isTerminal, scalar.isMark {
            // A mark goes on the character before the cursor; for a wide character's second half, on its first half.
            let column = x > 1 && cells[y][x - 1].isEmpty ? x - 2 : x - 1
            if column >= 0 { cells[y][column] += text } else { mistakes.append("a mark on nothing") }
            return
        }
        let width = isTerminal ? scalar.columnCount : 1
        guard y < size.rows, x + width <= size.columns else {
            mistakes.append("\(text) at \(x), \(y)")
            return
        }
        cells[y][x] = text
        if width == 2 { cells[y][x + 1] = "" }
        x += width
    }

    private mutating func obey(_ rest: inout ArraySlice<UInt8>) {
        guard rest.popFirst() == UInt8(ascii: "[") else { return mistakes.append("an escape sequence of another sort") }
        var text = ""
        while let byte = rest.popFirst() {
            text.unicodeScalars.append(Unicode.Scalar(byte))
            let isLCD = text.hasPrefix("L")
            let isEnd =
                isLCD
                ? (text.hasPrefix("Lx") ? byte == UInt8(ascii: ";") : text.count == 2 && text != "Lx")
                : byte >= 0x40 && text != "L"
            if isEnd { break }
        }
        if text == "2J" || (text == "LI" && !isTerminal) {
            cells = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
            if !isTerminal { (x, y) = (0, 0) }
        } else if !isTerminal, let match = text.wholeMatch(of: /Lx(\d+)y(\d+);/), let column = Int(match.1),
            let row = Int(match.2)
        {
            (x, y) = (column, row)
        } else if isTerminal, let match = text.wholeMatch(of: /(\d+);(\d+)H/), let row = Int(match.1),
            let column = Int(match.2)
        {
            (x, y) = (column - 1, row - 1)
        } else if isTerminal
            ? ["0m", "?25l", "?25h", "?7l", "?7h", "H"].contains(text) : ["LD", "Lc", "Lb", "L+", "L-"].contains(text)
        {
            settings.append(text)
        } else {
            mistakes.append("ESC [ \(text)")
        }
    }
}
