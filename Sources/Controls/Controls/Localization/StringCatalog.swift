/// The texts of a file `TABLE.xcstrings`, Xcode's String Catalog: all languages in one JSON object.
struct StringCatalog: Decodable, Sendable {
    /// The language of the literals, as `LanguageList.normal(_:)` writes it.
    let sourceLanguage: String
    /// The keys of all texts. A key without a text in the source language is its own text.
    let keys: Set<String>
    /// The texts by their languages and keys.
    private let texts: [String: [String: CatalogText]]

    /// The key of the languages to decode, a `Set<String>`. The source language is decoded in any case.
    static let languages = CodingUserInfoKey(rawValue: "io.holdfast.languages")

    /// - Parameter language: A language, as `LanguageList.normal(_:)` writes it.
    func text(forKey key: String, in language: String) -> CatalogText? {
        texts[language]?[key]
    }

    init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: Name.self)
        let source = LanguageList.normal(try file.decode(String.self, forKey: "sourceLanguage"))
        var wanted = Self.languages.flatMap { decoder.userInfo[$0] as? Set<String> } ?? []
        wanted.insert(source)
        let strings = try file.nestedContainer(keyedBy: Name.self, forKey: "strings")
        var keys: Set<String> = []
        var texts: [String: [String: CatalogText]] = [:]
        for key in strings.allKeys {
            keys.insert(key.stringValue)
            let entry = try strings.nestedContainer(keyedBy: Name.self, forKey: key)
            guard entry.contains("localizations") else { continue }
            let localizations = try entry.nestedContainer(keyedBy: Name.self, forKey: "localizations")
            // A catalogue may have thirty languages, and a process needs two.
            for name in localizations.allKeys {
                let language = LanguageList.normal(name.stringValue)
                guard wanted.contains(language) else { continue }
                let text = try localizations.decode(CatalogText.self, forKey: name)
                if text.isTranslated { texts[language, default: [:]][key.stringValue] = text }
            }
        }
        sourceLanguage = source
        self.keys = keys
        self.texts = texts
    }

    private struct Name: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral value: String) { stringValue = value }
        init?(intValue: Int) { return nil }
    }
}

/// A text in one language, with its variations for numbers and devices.
struct CatalogText: Decodable, Sendable {
    private struct Unit: Decodable {
        var state: String?
        var value: String
    }

    private struct Variations: Decodable {
        var plural: [String: CatalogText]?
        var device: [String: CatalogText]?
    }

    private var stringUnit: Unit?
    private var variations: Variations?
    /// The parts of the text that depend on numbers. The text has `%#@NAME@` for each.
    private var substitutions: [String: CatalogText]?
    /// The position of a substitution's number among the values, from 1; `nil` for the next value.
    private var argNum: Int?

    /// A text without variations.
    init(_ value: String) {
        stringUnit = Unit(value: value)
    }

    /// Whether the text is translated. Xcode writes an empty text for one that is not.
    var isTranslated: Bool { stringUnit.map { !$0.value.isEmpty || $0.state == "translated" } ?? true }

    /// The text with its values.
    ///
    /// - Parameters:
    ///   - language: The text's language, whose grammar chooses between variations.
    ///   - format: The author's format, whose specifiers tell which values are numbers; `nil` without values.
    /// - Returns: `nil` for a text whose variations are for nothing that a panel has.
    func filled(with arguments: [String], in language: String, format: String?) -> String? {
        let number = format.flatMap(TextFormat.firstNumber)
        guard let chosen = pattern(for: number.flatMap { arguments.element(at: $0) }, in: language) else { return nil }
        guard format != nil else { return chosen }
        let translated = number.map { Self.replacingArgument(in: chosen, by: $0) } ?? chosen
        return TextFormat.fill(translated, with: arguments) { name, next in
            guard let part = substitutions?[name] else { return nil }
            let index = part.argNum.map { max(0, $0) - 1 } ?? next
            guard let value = arguments.element(at: index), let chosen = part.pattern(for: value, in: language) else {
                return nil
            }
            let text = TextFormat.fill(Self.replacingArgument(in: chosen, by: index), with: arguments, from: index)
            return (text: text, isNext: part.argNum == nil)
        }
    }

    /// The text for a number, before its values are in it.
    private func pattern(for number: String?, in language: String) -> String? {
        if let stringUnit { return stringUnit.value }
        if let plural = variations?.plural {
            let category = number.map { PluralCategory(of: $0, in: language) } ?? .other
            // Catalogues have a text for zero also in languages whose grammar has no such number.
            let zero = number == "0" ? plural["zero"] : nil
            return (zero ?? plural[category.rawValue] ?? plural["other"])?.pattern(for: number, in: language)
        }
        // A panel is none of Apple's devices.
        guard let device = variations?.device else { return nil }
        let text = device["other"] ?? device["iphone"] ?? device.min { $0.key < $1.key }?.value
        return text?.pattern(for: number, in: language)
    }

    /// Replaces `%arg`, which stands for the number that chose the variation.
    private static func replacingArgument(in pattern: String, by index: Int) -> String {
        pattern.split(separator: "%arg", omittingEmptySubsequences: false).joined(separator: "%\(index + 1)$@")
    }
}

extension [String] {
    fileprivate func element(at index: Int) -> String? { indices.contains(index) ? self[index] : nil }
}
