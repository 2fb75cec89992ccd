/// Values to choose from under headings, as the result of a query or options provider.
///
/// A panel's choosers show titles, subtitles, symbols and headings. `promptLabel` and `usesIndexedCollation` have no effect.
public struct IntentItemCollection<Result: _IntentValue>: ResultsCollection {
    public typealias Item = Result

    /// The sections in display order.
    public let sections: [IntentItemSection<Result>]

    /// Values in sections.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        sections: [IntentItemSection<Result>]
    ) {
        self.sections = sections
    }

    /// Values without sections, shown by their own representations.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, items: [Result]
    ) where Result: InstanceDisplayRepresentable {
        self.init(sections: [IntentItemSection(items: items.map { IntentItem($0) })])
    }

    /// Values without sections.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, items: [IntentItem<Result>]
    ) {
        self.init(sections: [IntentItemSection(items: items)])
    }

    /// Sections, or values without sections, from a result builder.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        @IntentItemSection<Result>.Builder sectionsBuilder: () -> [IntentItemSection<Result>]
    ) {
        self.init(sections: sectionsBuilder())
    }

    /// A collection without values.
    public static var empty: IntentItemCollection { IntentItemCollection(sections: []) }

    public var items: [Result] { _items }

    public var _items: [Result] { sections.flatMap { $0.items.map(\.value) } }

    /// All values, each with its representation and the heading of its section.
    public var _choices: [IntentChoice] { sections.flatMap(\.choices) }
}

/// Values under one heading.
public struct IntentItemSection<Result: _IntentValue>: Sendable {
    /// The heading; `nil` for none.
    public let title: LocalizedStringResource?
    /// The values in display order.
    public let items: [IntentItem<Result>]

    private init(_ title: LocalizedStringResource?, all items: [IntentItem<Result>]) {
        self.title = title
        self.items = items
    }

    /// Values without a heading.
    public init(items: [IntentItem<Result>]) {
        self.init(nil, all: items)
    }

    /// Values under a heading.
    public init(_ title: LocalizedStringResource, items: [IntentItem<Result>]) {
        self.init(title, all: items)
    }

    /// Values under a heading.
    public init(title: LocalizedStringResource, items: [IntentItem<Result>]) {
        self.init(title, all: items)
    }

    /// Values under a heading, shown by their own representations.
    public init(_ title: LocalizedStringResource, items: [Result]) {
        self.init(title, all: items.map { IntentItem($0) })
    }

    /// Values under a heading, from a result builder. A heading has no subtitle and symbol on a panel.
    public init(
        _ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil,
        @IntentItem<Result>.Builder itemsBuilder: () -> [IntentItem<Result>]
    ) {
        self.init(title, all: itemsBuilder())
    }

    fileprivate var choices: [IntentChoice] {
        let heading = title.map { String(localized: $0) }
        return items.map { $0.choice(under: heading) }
    }

    /// Combines sections; values outside of any section make one without a heading.
    @resultBuilder
    public enum Builder {
        public static func buildExpression(_ section: IntentItemSection) -> [IntentItemSection] { [section] }

        public static func buildExpression(_ item: IntentItem<Result>) -> [IntentItemSection] {
            [IntentItemSection(items: [item])]
        }

        /// A value without a section, shown by its own representation.
        public static func buildExpression(_ value: Result) -> [IntentItemSection] {
            [IntentItemSection(items: [IntentItem(value)])]
        }

        public static func buildBlock(_ sections: [IntentItemSection]...) -> [IntentItemSection] {
            sections.flatMap(\.self)
        }

        public static func buildArray(_ sections: [[IntentItemSection]]) -> [IntentItemSection] {
            sections.flatMap(\.self)
        }

        public static func buildOptional(_ sections: [IntentItemSection]?) -> [IntentItemSection] { sections ?? [] }

        public static func buildEither(first sections: [IntentItemSection]) -> [IntentItemSection] { sections }

        public static func buildEither(second sections: [IntentItemSection]) -> [IntentItemSection] { sections }
    }
}

/// A value to choose, with its representation.
public struct IntentItem<Result: _IntentValue>: Sendable {
    public let value: Result
    /// The value's name; `nil` for the value's own representation.
    public let title: LocalizedStringResource?
    /// A second line beneath the name.
    public let subtitle: LocalizedStringResource?
    public let image: DisplayRepresentation.Image?

    /// A value, shown by its own representation, else by its data as text.
    public init(_ value: Result) {
        self.value = value
        (title, subtitle, image) = (nil, nil, nil)
    }

    public init(
        _ value: Result, title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil
    ) {
        self.value = value
        self.title = title
        self.subtitle = subtitle
        self.image = image
    }

    fileprivate func choice(under heading: String?) -> IntentChoice {
        guard let title else { return IntentChoice(of: value, section: heading) }
        let representation = DisplayRepresentation(title: title, subtitle: subtitle, image: image)
        return IntentChoice(value: value._data, representation: representation, section: heading)
    }

    /// Combines values.
    @resultBuilder
    public enum Builder {
        public static func buildExpression(_ item: IntentItem) -> [IntentItem] { [item] }

        /// A value, shown by its own representation.
        public static func buildExpression(_ value: Result) -> [IntentItem] { [IntentItem(value)] }

        public static func buildBlock(_ items: [IntentItem]...) -> [IntentItem] { items.flatMap(\.self) }

        public static func buildArray(_ items: [[IntentItem]]) -> [IntentItem] { items.flatMap(\.self) }

        public static func buildOptional(_ items: [IntentItem]?) -> [IntentItem] { items ?? [] }

        public static func buildEither(first items: [IntentItem]) -> [IntentItem] { items }

        public static func buildEither(second items: [IntentItem]) -> [IntentItem] { items }
    }
}

extension DynamicOptionsProvider {
    /// Values under headings.
    public typealias ItemCollection = IntentItemCollection
    /// Values under one heading.
    public typealias ItemSection = IntentItemSection
    public typealias Item = IntentItem
    /// The values of other parameters.
    public typealias ParameterDependency = IntentParameterDependency
}
