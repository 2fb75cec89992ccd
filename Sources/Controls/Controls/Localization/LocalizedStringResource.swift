/// A text that is looked up where it is shown, with its key as the fallback.
public struct LocalizedStringResource: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedText

    /// The table that has the key; `nil`: the usual one.
    public var table: String? { text.table }

    /// The key, a format where the literal had interpolated values.
    public var key: String { text.key }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        text = LocalizedText(key: value)
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        text = stringInterpolation.text
    }

    /// A text by its literal; `table` names the file that has its translations, `comment` is for the translator.
    public init(_ keyAndValue: LocalizedStringResource, table: String? = nil, comment: StaticString? = nil) {
        var text = keyAndValue.text
        text.table = table
        self.text = text
    }

    /// A text by a key that is not to be shown itself, and what is shown where no table has it.
    public init(
        _ key: StaticString, defaultValue: LocalizedStringResource, table: String? = nil, comment: StaticString? = nil
    ) {
        let value = defaultValue.text
        text = LocalizedText(
            key: String(describing: key), arguments: value.arguments, isFormat: value.isFormat,
            fallback: value.fallback ?? value.key, table: table)
    }
}

extension String {
    /// The text that is shown for `resource`.
    public init(localized resource: LocalizedStringResource) {
        self = resource.text.resolved()
    }

    /// The text that is shown for a literal, looked up in a table.
    ///
    /// - Parameter comment: For the translator.
    public init(localized keyAndValue: LocalizedStringResource, table: String?, comment: StaticString? = nil) {
        self.init(localized: LocalizedStringResource(keyAndValue, table: table, comment: comment))
    }
}

/// The key of a text in a label, usually written as a literal.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedText

    /// A key known only at run time. It is looked up, where `Text(verbatim:)` is not.
    public init(_ value: String) {
        text = LocalizedText(key: value)
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        text = stringInterpolation.text
    }
}

/// A value, most often an error that `perform()` throws, that says what people are to read.
public protocol CustomLocalizedStringResourceConvertible {
    /// The text for people.
    var localizedStringResource: LocalizedStringResource { get }
}
