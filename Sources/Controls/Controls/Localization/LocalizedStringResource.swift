import FoundationEssentials

/// A text that is looked up when it is shown. The fallback is its key.
public struct LocalizedStringResource: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedText

    /// The table with the key; `nil` for the default table, `Localizable`.
    public var table: String? { text.table }

    /// The key. It is a format if the literal had interpolated values.
    public var key: String { text.key }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        text = LocalizedText(key: value)
    }

    public init(stringInterpolation: LocalizedStringInterpolation) {
        text = stringInterpolation.text
    }

    /// A text from its literal. `table` names the file with its translations; `comment` is for the translator.
    public init(_ keyAndValue: LocalizedStringResource, table: String? = nil, comment: StaticString? = nil) {
        var text = keyAndValue.text
        text.table = table
        self.text = text
    }

    /// A text by a key that is never shown. `defaultValue` is shown if no table has the key.
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
    /// The text for `resource`, looked up now.
    public init(localized resource: LocalizedStringResource) {
        self = resource.text.resolved()
    }

    /// The text for a literal, looked up in a table.
    ///
    /// - Parameter comment: For the translator.
    public init(localized keyAndValue: LocalizedStringResource, table: String?, comment: StaticString? = nil) {
        self.init(localized: LocalizedStringResource(keyAndValue, table: table, comment: comment))
    }

    /// The text of an error that an intent or a provider threw. If the error has a text for users, by either protocol,
    /// this is that text, else the error's description.
    public init(failure error: any Error) {
        if let error = error as? any CustomLocalizedStringResourceConvertible {
            self.init(localized: error.localizedStringResource)
        } else if let text = (error as? any LocalizedError)?.errorDescription {
            self = text
        } else {
            self.init(describing: error)
        }
    }
}

/// The key of a text in a label, usually written as a literal.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedText

    /// A key known only at run time. It is looked up, in contrast to `Text(verbatim:)`.
    public init(_ value: String) {
        text = LocalizedText(key: value)
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    public init(stringInterpolation: LocalizedStringInterpolation) {
        text = stringInterpolation.text
    }
}

/// A value with a text for users, usually an error that `perform()` throws.
public protocol CustomLocalizedStringResourceConvertible {
    /// The text for users.
    var localizedStringResource: LocalizedStringResource { get }
}
