/// Formats with specifiers for values, such as `%lld visitors`.
enum TextFormat {
    /// A part of a text that depends on a number.
    ///
    /// - Parameters:
    ///   - name: The name in `%#@NAME@`.
    ///   - index: The index of the value by the specifier's position, else of the next value.
    /// - Returns: The part, and whether the part has used up the next value; `nil` if there is no such part.
    typealias Substitution = (_ name: String, _ index: Int) -> (text: String, isNext: Bool)?

    /// Replaces the format's specifiers with the arguments, by order, or by position (`%2$@`), which translations use.
    ///
    /// A specifier without its argument stays unchanged: a translator's mistake must be visible, and must not end the
    /// process.
    ///
    /// - Parameter first: The index of the argument for the first specifier without a position.
    static func fill(
        _ format: String, with arguments: [String], from first: Int = 0, substitution: Substitution = { _, _ in nil }
    ) -> String {
        var result = ""
        var rest = format[...]
        var next = first
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            let specifier = rest[percent...].dropFirst().prefix { !endsSpecifier($0) }
            guard specifier.endIndex < rest.endIndex else {
                return result + rest[percent...]
            }
            var end = rest.index(after: specifier.endIndex)
            let position = specifier.firstIndex(of: "$").map { max(0, Int(specifier[..<$0]) ?? 0) }
            if rest[specifier.endIndex] == "%" {
                result += "%"
            } else if specifier.last == "#", let name = name(in: rest[specifier.endIndex...]),
                let part = substitution(String(name), (position ?? next + 1) - 1)
            {
                result += part.text
                if position == nil, part.isNext { next += 1 }
                end = rest.index(after: name.endIndex)
            } else if let position {
                let isGiven = position >= 1 && position <= arguments.count
                result += isGiven ? arguments[position - 1][...] : rest[percent..<end]
            } else {
                result += next < arguments.count ? arguments[next][...] : rest[percent..<end]
                next += 1
            }
            rest = rest[end...]
        }
        return result + rest
    }

    /// The index of the first number among a format's values; `nil` for a format without numbers.
    static func firstNumber(in format: String) -> Int? {
        var rest = format[...]
        var index = 0
        while let percent = rest.firstIndex(of: "%") {
            let specifier = rest[percent...].dropFirst().prefix { !endsSpecifier($0) }
            guard specifier.endIndex < rest.endIndex else { return nil }
            switch rest[specifier.endIndex] {
            case "%": break
            case "@": index += 1
            default: return index
            }
            rest = rest[rest.index(after: specifier.endIndex)...]
        }
        return nil
    }

    /// The name in `@NAME@`; `nil` if the text does not begin with one.
    private static func name(in text: Substring) -> Substring? {
        let name = text.dropFirst().prefix { $0 != "@" }
        return text.first == "@" && !name.isEmpty && name.endIndex < text.endIndex ? name : nil
    }

    /// Whether a character ends a specifier: `@`, `%` or a conversion letter, but no length modifier (C11, 7.21.6.1).
    private static func endsSpecifier(_ character: Character) -> Bool {
        character == "@" || character == "%" || (character.isLetter && !"hlqjzt".contains(character))
    }
}
