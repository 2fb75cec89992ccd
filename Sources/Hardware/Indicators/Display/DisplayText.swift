/// One line of text in the columns of a display.
public struct DisplayText: Sendable, Hashable {
    /// The columns: each a character of the display with its marks, or `nil` for the second half of a wide character.
    public private(set) var columns: [String?]

    /// The most marks that a character keeps. A text with hundreds could draw over other rows.
    private static let mostMarks = 2
    /// The replacement for a character that the display does not have.
    private static let unknown = "?"

    private init(columns: [String?]) {
        self.columns = columns
    }

    /// A text of `count` blank columns.
    public init(blanks count: Int) {
        columns = Array(repeating: " ", count: max(0, count))
    }

    /// Creates a text in a display's characters.
    ///
    /// The result cannot move the cursor or change the writing direction. Control characters become blanks, format
    /// characters are dropped, and characters that the display does not have are replaced.
    public init(_ text: String, in characters: DisplayCharacters) {
        columns = []
        columns.reserveCapacity(text.utf8.count)
        for character in text {
            if let code = character.asciiValue, code >= 0x20, code < 0x7F,
                characters == .utf8 || characters.code(of: Unicode.Scalar(code)) != nil
            {
                columns.append(String(character))
            } else if characters == .utf8 {
                appendUnicode(character)
            } else {
                append(character, in: characters)
            }
        }
    }

    public var count: Int { columns.count }

    /// The text, without trailing blanks.
    public var text: String {
        let end = columns.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
        return columns[..<end].compactMap(\.self).joined()
    }

    // MARK: Parts

    /// `width` columns of the text from `start` on, padded with blanks. A wide character that is cut in half becomes
    /// a blank.
    public func window(from start: Int, width: Int) -> DisplayText {
        let end = min(start + width, count)
        var part = start < end ? Array(columns[start..<end]) : []
        if part.first == .some(nil) { part[0] = " " }
        if end < count, columns[end] == nil, !part.isEmpty { part[part.count - 1] = " " }
        part += Array(repeating: " ", count: max(0, width - part.count))
        return DisplayText(columns: part)
    }

    /// Joins two texts.
    public static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(columns: left.columns + right.columns)
    }

    /// The text in rows of `width`, broken between words where possible, in `most` rows at most. Text that does not
    /// fit stays in the last row, which is then too long.
    public func wrapped(width: Int, most: Int) -> [DisplayText] {
        var rows: [DisplayText] = []
        var rest = columns[..<(columns.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)]
        func skipBlanks() { rest = rest.drop { $0 == " " } }
        skipBlanks()
        while rest.count > width, rows.count < most - 1 {
            let end = rest.startIndex + width
            // A blank just after the row's end is as good a place to break as one in the row.
            let blank = rest[...end].lastIndex(of: " ")
            let cut = blank ?? (rest[end] == nil ? end - 1 : end)
            var row = rest[..<cut]
            while row.last == " " { row.removeLast() }
            rows.append(DisplayText(columns: Array(row)))
            rest = rest[cut...]
            skipBlanks()
        }
        return rows + [DisplayText(columns: Array(rest))]
    }

    // MARK: Characters

    private mutating func append(_ character: Character, in characters: DisplayCharacters) {
        if append(character.unicodeScalars, in: characters) { return }
        if character.isBlankInARow { return columns.append(" ") }
        let letter = DisplayFolding.letters[character]
        if let letter, append(letter.composed.unicodeScalars, in: characters) { return }
        if characters == .hd44780A00, let small = DisplayFolding.smallOfA00[character] {
            return columns.append(String(small))
        }
        if let replacement = letter?.base ?? DisplayFolding.signs[character] {
            columns += replacement.unicodeScalars.map { characters.code(of: $0) == nil ? "-" : String($0) }
            return
        }
        // The display may have the character without its marks.
        guard let base = character.unicodeScalars.first else { return }
        guard character.unicodeScalars.count == 1 else { return append(Character(base), in: characters) }
        if base.columnCount > 0 { columns.append(Self.unknown) }
    }

    /// Appends the scalars unchanged, if the display has all of them.
    private mutating func append(_ scalars: Character.UnicodeScalarView, in characters: DisplayCharacters) -> Bool {
        guard scalars.allSatisfy({ characters.code(of: $0) != nil }) else { return false }
        columns += scalars.map { String($0) }
        return true
    }

    private mutating func appendUnicode(_ character: Character) {
        if character.isBlankInARow { return columns.append(" ") }
        let scalars = (DisplayFolding.letters[character]?.composed ?? character).unicodeScalars
        var marks = 0
        for scalar in scalars {
            // A flag consists of two letters. Terminals differ in how they draw it, and in how many columns.
            if let letter = scalar.letterOfFlag {
                columns.append(String(letter))
                continue
            }
            switch scalar.columnCount {
            case 0:
                guard scalar.isMark, marks < Self.mostMarks,
                    let last = columns.indices.last(where: { columns[$0] != nil })
                else { continue }
                marks += 1
                columns[last]?.unicodeScalars.append(scalar)
            case _ where !scalar.isShown: columns.append(Self.unknown)
            case 1: columns.append(String(scalar))
            default: columns += [String(scalar), nil]
            }
        }
    }
}

extension Character {
    /// A separator of words or lines, or a control character: shown as a blank.
    fileprivate var isBlankInARow: Bool {
        isWhitespace || unicodeScalars.first?.properties.generalCategory == .control
    }
}

extension Unicode.Scalar {
    /// The number of a terminal's columns that the scalar takes: 0, 1 or 2.
    package var columnCount: Int {
        // A short cut for half of the text that panels show.
        if value < 0x300 { return properties.generalCategory == .format ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // The middle and final parts of a Korean syllable share the columns of its first part.
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
        // A skin tone modifier; the emoji before it is shown without it.
        if properties.isEmojiModifier { return 0 }
        return isWide ? 2 : 1
    }

    /// Whether the scalar is a mark on the character before it; variation selectors are not.
    var isMark: Bool {
        properties.generalCategory == .nonspacingMark && !properties.isVariationSelector
            || (0x1160...0x11FF).contains(value)
    }

    /// Whether the scalar has a visible form.
    var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// The letter that a regional indicator, one half of a flag, stands for.
    var letterOfFlag: Unicode.Scalar? {
        (0x1F1E6...0x1F1FF).contains(value) ? Unicode.Scalar(value - 0x1F1E6 + 0x41) : nil
    }

    /// Whether the scalar takes two columns: East_Asian_Width W and F (EastAsianWidth.txt), in the ranges that matter
    /// for text, and characters that are emoji by default (emoji-data.txt, Emoji_Presentation).
    private var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        return Self.wideRanges.contains { $0.contains(value) }
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
