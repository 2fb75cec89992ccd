/// What stands for a character that a display does not have.
enum DisplayFolding {
    /// A letter with marks.
    struct Letter {
        /// The letter as one scalar, where there are two ways to write it.
        var composed: Character
        /// The letter without its marks.
        var base: String
    }

    /// Letters with marks (UnicodeData.txt: what has a canonical decomposition to a letter of ASCII and marks, in
    /// Latin-1 Supplement, Latin Extended-A, -B and Additional). `Character` compares by canonical equivalence, so that
    /// both ways to write a letter find it.
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

    /// What is written in its place of other letters and signs, in ASCII.
    static let signs: [Character: String] = [
        "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d",
        "Ð": "D",
        "ð": "d", "Þ": "Th", "þ": "th", "ß": "ss", "ẞ": "SS", "ı": "i", "Ħ": "H", "ħ": "h", "Ŧ": "T", "ŧ": "t",
        "ſ": "s",
        "ĳ": "ij", "Ĳ": "IJ", "ŋ": "n", "Ŋ": "N", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "‘": "'", "’": "'", "‚": ",",
        "‛": "'",
        "′": "'", "´": "'", "ʼ": "'", "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "<<", "»": ">>",
        "‹": "<", "›": ">", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "…": "...", "•": "*",
        "·": ".", "×": "x", "÷": "/", "±": "+-", "°": "", "µ": "u", "μ": "u", "€": "EUR", "£": "GBP", "¥": "JPY",
        "¢": "c",
        "©": "(c)", "®": "(r)", "™": "(tm)", "¹": "1", "²": "2", "³": "3", "¼": "1/4", "½": "1/2", "¾": "3/4", "¡": "!",
        "¿": "?", "§": "S", "¦": "|", "¬": "-", "¯": "-", "¨": "\"", "¸": ",", "ª": "a", "º": "o", "≤": "<=", "≥": ">=",
        "≠": "!=", "≈": "~", "→": "->", "←": "<-", "↑": "^", "↓": "v", "⇒": "=>", "✓": "+", "✔": "+", "✗": "x",
        "✘": "x",
        "\\": "/", "~": "-",
    ]

    /// Capitals that the Japanese character generator has as small letters only, which are as good to read.
    static let smallOfA00: [Character: Unicode.Scalar] = ["Ä": "ä", "Ö": "ö", "Ü": "ü", "Ñ": "ñ"]
}
