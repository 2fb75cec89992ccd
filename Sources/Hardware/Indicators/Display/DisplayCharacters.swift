/// The character set of a text display.
public enum DisplayCharacters: Sendable, Hashable, CaseIterable {
    case ascii
    /// The Japanese character generator of the HD44780, the commonest one (Hitachi HD44780U, table 4, ROM code A00).
    ///
    /// It has ASCII except `\` and `~`, half-width katakana, and some letters, among them ä, ö, ü and ß.
    case hd44780A00
    /// The European character generator of the HD44780 (the same table, ROM code A02): ASCII and nearly all of
    /// Latin-1.
    case hd44780A02
    /// All of Unicode in UTF-8, as terminals use it. Wide characters take two columns.
    case utf8

    /// The bytes that a display gets for one column's text, which `DisplayText` has made for this character set.
    func bytes(of cell: String) -> [UInt8] {
        if self == .utf8 { return Array(cell.utf8) }
        return cell.unicodeScalars.map { code(of: $0) ?? UInt8(ascii: "?") }
    }

    /// The code of a character; `nil` where the display does not have the character. Never a control code.
    func code(of scalar: Unicode.Scalar) -> UInt8? {
        switch self {
        case .utf8: nil
        case .ascii: Self.asciiCode(of: scalar)
        case .hd44780A00: Self.codeA00(of: scalar)
        case .hd44780A02: Self.codeA02(of: scalar)
        }
    }

    private static func asciiCode(of scalar: Unicode.Scalar) -> UInt8? {
        (" "..."~").contains(scalar) ? UInt8(ascii: scalar) : nil
    }

    private static func codeA00(of scalar: Unicode.Scalar) -> UInt8? {
        // A00 has ¥ and → at the codes of these two.
        if let code = asciiCode(of: scalar) { return scalar == "\\" || scalar == "~" ? nil : code }
        if let code = signsOfA00[scalar] { return code }
        // The half-width katakana of JIS X 0201, at the codes of JIS X 0201.
        return (0xFF61...0xFF9F).contains(scalar.value) ? UInt8(scalar.value - 0xFF61 + 0xA1) : nil
    }

    private static let signsOfA00: [Unicode.Scalar: UInt8] = [
        "¥": 0x5C, "→": 0x7E, "←": 0x7F, "·": 0xA5, "°": 0xDF, "α": 0xE0, "ä": 0xE1, "ß": 0xE2, "β": 0xE2, "ε": 0xE3,
        "µ": 0xE4, "μ": 0xE4, "σ": 0xE5, "ρ": 0xE6, "√": 0xE8, "¢": 0xEC, "£": 0xED, "ñ": 0xEE, "ö": 0xEF, "θ": 0xF2,
        "∞": 0xF3, "Ω": 0xF4, "ü": 0xF5, "Σ": 0xF6, "π": 0xF7, "÷": 0xFD, "█": 0xFF,
    ]

    private static func codeA02(of scalar: Unicode.Scalar) -> UInt8? {
        if let code = asciiCode(of: scalar) { return code }
        // Latin-1, except where A02 has ‖, ƒ, Ю, Я, ‘, ₧ and ω instead.
        guard (0xA1...0xFF).contains(scalar.value), ![0xA8, 0xAC, 0xAD, 0xAF, 0xB4, 0xB8].contains(scalar.value) else {
            return nil
        }
        return UInt8(scalar.value)
    }
}

/// Replacements for characters that a display does not have.
enum DisplayFolding {
    /// A letter with marks.
    struct Letter {
        /// The letter as one scalar, also where the text has it as a base letter and marks.
        var composed: Character
        /// The letter without its marks.
        var base: String
    }

    /// Letters with marks: those whose canonical decomposition is an ASCII letter and marks (UnicodeData.txt), in
    /// Latin-1 Supplement, Latin Extended-A, -B and Additional. `Character` compares by canonical equivalence, so a
    /// lookup finds both spellings of a letter.
    static let letters: [Character: Letter] = {
        var letters: [Character: Letter] = [:]
        for (base, composed) in decomposed {
            for letter in composed { letters[letter] = Letter(composed: letter, base: base) }
        }
        return letters
    }()

    private static let decomposed: KeyValuePairs<String, String> = [
        "A": "ÀÁÂÃÄÅĀĂĄǍǞǠǺȀȂȦḀẠẢẤẦẨẪẬẮẰẲẴẶ", "a": "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ", "B": "ḂḄḆ", "b": "ḃḅḇ",
        "C": "ÇĆĈĊČḈ", "c": "çćĉċčḉ", "D": "ĎḊḌḎḐḒ", "d": "ďḋḍḏḑḓ", "E": "ÈÉÊËĒĔĖĘĚȄȆȨḔḖḘḚḜẸẺẼẾỀỂỄỆ",
        "e": "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ", "F": "Ḟ", "f": "ḟ", "G": "ĜĞĠĢǦǴḠ", "g": "ĝğġģǧǵḡ", "H": "ĤȞḢḤḦḨḪ",
        "h": "ĥȟḣḥḧḩḫẖ", "I": "ÌÍÎÏĨĪĬĮİǏȈȊḬḮỈỊ", "i": "ìíîïĩīĭįǐȉȋḭḯỉị", "J": "Ĵ", "j": "ĵǰ", "K": "ĶǨḰḲḴ",
        "k": "ķǩḱḳḵ", "L": "ĹĻĽḶḸḺḼ", "l": "ĺļľḷḹḻḽ", "M": "ḾṀṂ", "m": "ḿṁṃ", "N": "ÑŃŅŇǸṄṆṈṊ", "n": "ñńņňǹṅṇṉṋ",
        "O": "ÒÓÔÕÖŌŎŐƠǑǪǬȌȎȪȬȮȰṌṎṐṒỌỎỐỒỔỖỘỚỜỞỠỢ", "o": "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ", "P": "ṔṖ", "p": "ṕṗ",
        "R": "ŔŖŘȐȒṘṚṜṞ", "r": "ŕŗřȑȓṙṛṝṟ", "S": "ŚŜŞŠȘṠṢṤṦṨ", "s": "śŝşšșṡṣṥṧṩ", "T": "ŢŤȚṪṬṮṰ", "t": "ţťțṫṭṯṱẗ",
        "U": "ÙÚÛÜŨŪŬŮŰŲƯǓǕǗǙǛȔȖṲṴṶṸṺỤỦỨỪỬỮỰ", "u": "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự", "V": "ṼṾ", "v": "ṽṿ",
        "W": "ŴẀẂẄẆẈ", "w": "ŵẁẃẅẇẉẘ", "X": "ẊẌ", "x": "ẋẍ", "Y": "ÝŶŸȲẎỲỴỶỸ", "y": "ýÿŷȳẏẙỳỵỷỹ", "Z": "ŹŻŽẐẒẔ",
        "z": "źżžẑẓẕ",
    ]

    /// ASCII replacements for other letters and signs.
    static let signs: [Character: String] = [
        "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d",
        "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th", "ß": "ss", "ẞ": "SS", "ı": "i", "Ħ": "H", "ħ": "h", "Ŧ": "T",
        "ŧ": "t", "ſ": "s", "ĳ": "ij", "Ĳ": "IJ", "ŋ": "n", "Ŋ": "N", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "‘": "'",
        "’": "'", "‚": ",", "‛": "'", "′": "'", "´": "'", "ʼ": "'", "“": "\"", "”": "\"", "„": "\"", "‟": "\"",
        "″": "\"", "«": "<<", "»": ">>", "‹": "<", "›": ">", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-",
        "−": "-", "…": "...", "•": "*", "·": ".", "×": "x", "÷": "/", "±": "+-", "°": "", "µ": "u", "μ": "u",
        "€": "EUR", "£": "GBP", "¥": "JPY", "¢": "c", "©": "(c)", "®": "(r)", "™": "(tm)", "¹": "1", "²": "2", "³": "3",
        "¼": "1/4", "½": "1/2", "¾": "3/4", "¡": "!", "¿": "?", "§": "S", "¦": "|", "¬": "-", "¯": "-", "¨": "\"",
        "¸": ",", "ª": "a", "º": "o", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "→": "->", "←": "<-", "↑": "^",
        "↓": "v", "⇒": "=>", "✓": "+", "✔": "+", "✗": "x", "✘": "x", "\\": "/", "~": "-",
    ]

    /// Capitals that A00 lacks, with their small letters, which A00 has and which are as easy to read.
    static let smallOfA00: [Character: Unicode.Scalar] = ["Ä": "ä", "Ö": "ö", "Ü": "ü", "Ñ": "ñ"]
}
