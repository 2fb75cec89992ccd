public import Controls
public import Foundation

// The tables of a program are one set, and its language is that of the process. Therefore `bundle` and `locale` have no
// effect.

extension LocalizedStringResource {
    /// A bundle with tables.
    public enum BundleDescription: Sendable {
        /// The bundle of the program.
        case main
        case forClass(AnyClass)
        /// The bundle in a folder.
        case atURL(URL)
    }

    /// A text from its literal, in the program's tables.
    public init(
        _ keyAndValue: LocalizedStringResource, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription, comment: StaticString? = nil
    ) {
        self.init(keyAndValue, table: table, comment: comment)
    }

    /// A text from its literal, in the program's tables.
    @_disfavoredOverload
    public init(
        _ keyAndValue: LocalizedStringResource, table: String? = nil, locale: Locale = .current, bundle: Bundle?,
        comment: StaticString? = nil
    ) {
        self.init(keyAndValue, table: table, comment: comment)
    }

    /// A text by its key, in the program's tables.
    public init(
        _ key: StaticString, defaultValue: LocalizedStringResource, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription, comment: StaticString? = nil
    ) {
        self.init(key, defaultValue: defaultValue, table: table, comment: comment)
    }

    /// A text by its key, in the program's tables.
    @_disfavoredOverload
    public init(
        _ key: StaticString, defaultValue: LocalizedStringResource, table: String? = nil, locale: Locale = .current,
        bundle: Bundle?, comment: StaticString? = nil
    ) {
        self.init(key, defaultValue: defaultValue, table: table, comment: comment)
    }
}

extension String {
    /// The text for a literal, in the program's tables.
    public init(
        localized keyAndValue: LocalizedStringResource, table: String? = nil, bundle: Bundle?,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        self.init(localized: LocalizedStringResource(keyAndValue, table: table, comment: comment))
    }

    /// The text for a key, in the program's tables; else `defaultValue`.
    public init(
        localized key: StaticString, defaultValue: LocalizedStringResource, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        self.init(localized: LocalizedStringResource(key, defaultValue: defaultValue, table: table, comment: comment))
    }
}
