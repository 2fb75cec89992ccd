/// The grammatical number that a language has for a quantity (CLDR 45, plurals.xml, cardinals).
enum PluralCategory: String, Hashable, Sendable {
    case zero, one, two, few, many, other

    /// The category of a number as written: in English, `1` is one, and `1.0` is other.
    ///
    /// A text that is no decimal number is `other`, and so is each number in a language that is not listed here.
    ///
    /// - Parameter language: The language in lower case, with or without a region: `pt`, `pt-pt`.
    init(of number: String, in language: String) {
        guard let quantity = Quantity(number) else {
            self = .other
            return
        }
        let name = String(language.prefix { $0 != "-" })
        self =
            quantity.romance(language, name) ?? quantity.slavic(name) ?? quantity.lastDigits(name)
            ?? quantity.plain(name)
    }
}

/// The operands of CLDR's rules (UTS 35, part 3, Plural Operand Meanings).
private struct Quantity {
    /// The whole part.
    let i: UInt64
    /// The number of visible fraction digits.
    let v: Int
    /// The visible fraction digits.
    let f: UInt64
    /// The number itself if it is whole, as `1.0` is.
    let n: UInt64?

    init?(_ number: String) {
        let digits = number.first == "-" ? number.dropFirst() : number[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }),
            let whole = UInt64(parts[0]), let fraction = UInt64(parts.count == 2 ? parts[1] : "0")
        else { return nil }
        i = whole
        v = parts.count == 2 ? parts[1].utf8.count : 0
        f = fraction
        n = fraction == 0 ? whole : nil
    }

    /// Whether the number is 1 without fraction digits.
    private var isOne: Bool { i == 1 && v == 0 }

    private func isWhole(_ range: ClosedRange<UInt64>) -> Bool {
        n.map { range.contains($0) } ?? false
    }

    /// Whether the last digit is in the range, and the last two digits are not 11 to 14.
    private static func ends(_ digits: UInt64, in range: ClosedRange<UInt64>) -> Bool {
        range.contains(digits % 10) && !(11...14).contains(digits % 100)
    }

    func romance(_ language: String, _ name: String) -> PluralCategory? {
        let isSingular: Bool
        switch name {
        case "es": isSingular = n == 1
        case "fr": isSingular = i <= 1
        case "pt": isSingular = language == "pt-pt" ? isOne : i <= 1
        case "ca", "it": isSingular = isOne
        case "mo", "ro":
            if isOne { return .one }
            guard let n, v == 0 else { return .few }
            return n == 0 || (1...19).contains(n % 100) ? .few : .other
        default: return nil
        }
        if isSingular { return .one }
        let isMillion = i != 0 && i % 1_000_000 == 0
        return isMillion && v == 0 ? .many : .other
    }

    func slavic(_ name: String) -> PluralCategory? {
        switch name {
        case "be":
            guard let n else { return .other }
            if Self.ends(n, in: 1...1) { return .one }
            return Self.ends(n, in: 2...4) ? .few : .many
        case "ru", "uk":
            guard v == 0 else { return .other }
            if Self.ends(i, in: 1...1) { return .one }
            return Self.ends(i, in: 2...4) ? .few : .many
        case "pl":
            guard v == 0 else { return .other }
            if i == 1 { return .one }
            return Self.ends(i, in: 2...4) ? .few : .many
        case "cs", "sk":
            guard v == 0 else { return .many }
            if i == 1 { return .one }
            return (2...4).contains(i) ? .few : .other
        case "bs", "hr", "sh", "sr":
            let digits = v == 0 ? i : f
            if Self.ends(digits, in: 1...1) { return .one }
            return Self.ends(digits, in: 2...4) ? .few : .other
        case "mk":
            return Self.ends(v == 0 ? i : f, in: 1...1) ? .one : .other
        case "sl":
            guard v == 0 else { return .few }
            switch i % 100 {
            case 1: return .one
            case 2: return .two
            case 3, 4: return .few
            default: return .other
            }
        default: return nil
        }
    }

    /// The rules of other languages that look at the last digits.
    func lastDigits(_ name: String) -> PluralCategory? {
        switch name {
        case "ar":
            guard let n else { return .other }
            switch (n, n % 100) {
            case (0, _): return .zero
            case (1, _): return .one
            case (2, _): return .two
            case (_, 3...10): return .few
            case (_, 11...99): return .many
            default: return .other
            }
        case "mt":
            guard let n else { return .other }
            switch (n, n % 100) {
            case (1, _): return .one
            case (2, _): return .two
            case (0, _), (_, 3...10): return .few
            case (_, 11...19): return .many
            default: return .other
            }
        case "lt":
            guard let n else { return .many }
            if (11...19).contains(n % 100) || n % 10 == 0 { return .other }
            return n % 10 == 1 ? .one : .few
        case "lv":
            if n != nil || v == 2, (11...19).contains((n ?? f) % 100) { return .zero }
            if let n, n % 10 == 0 { return .zero }
            return (n ?? f) % 10 == 1 ? .one : .other
        case "is":
            var digits = n ?? f
            while n == nil, digits % 10 == 0 { digits /= 10 }
            return digits % 10 == 1 && digits % 100 != 11 ? .one : .other
        case "ceb", "fil", "tl":
            if v == 0, (1...3).contains(i) { return .one }
            return [4, 6, 9].contains((v == 0 ? i : f) % 10) ? .other : .one
        default: return nil
        }
    }

    /// The rules of languages that look at the number itself.
    func plain(_ name: String) -> PluralCategory {
        switch name {
        case "de", "en", "et", "fi", "fy", "gl", "nl", "sv", "sw", "ur", "yi":
            return isOne ? .one : .other
        case "af", "az", "bg", "el", "eo", "eu", "fo", "hu", "ka", "kk", "ku", "ky", "lb", "ml", "mn", "mr", "nb", "ne",
            "nn", "no", "or", "ps", "rm", "so", "sq", "ta", "te", "tk", "tr", "ug", "uz", "xh":
            return n == 1 ? .one : .other
        case "am", "as", "bn", "fa", "gu", "hi", "kn", "zu": return i == 0 || n == 1 ? .one : .other
        case "mg", "pa", "ti": return isWhole(0...1) ? .one : .other
        case "hy": return i <= 1 ? .one : .other
        case "da": return n == 1 || (n == nil && i <= 1) ? .one : .other
        case "si": return isWhole(0...1) || (i == 0 && f == 1) ? .one : .other
        case "he", "iw":
            if isOne || (i == 0 && v != 0) { return .one }
            return i == 2 && v == 0 ? .two : .other
        case "cy":
            if n == 0 { return .zero }
            if n == 1 { return .one }
            if n == 2 { return .two }
            if n == 3 { return .few }
            return n == 6 ? .many : .other
        case "ga":
            if n == 1 { return .one }
            if n == 2 { return .two }
            if isWhole(3...6) { return .few }
            return isWhole(7...10) ? .many : .other
        // Chinese, Indonesian, Japanese, Korean, Malay, Thai and Vietnamese have one form, as has the root of CLDR.
        default: return .other
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
