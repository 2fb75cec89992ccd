public import FoundationEssentials

/// The representation of a value for users.
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The value's name.
    public var title: LocalizedStringResource
    /// The text below the name.
    public var subtitle: LocalizedStringResource?
    /// The value's symbol.
    public var image: Image?

    /// A name, with a text below it and a symbol. `synonyms`, other names for Apple's Siri, have no effect.
    public init(
        title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(title: LocalizedStringResource(stringLiteral: value))
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(title: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    /// The symbol of a value.
    ///
    /// `isTemplate`, whether the place's colour fills the symbol, has no effect: a panel always fills symbols.
    public struct Image: Hashable, Sendable {
        /// `nil` for a picture, which a panel's choosers do not show.
        let symbol: ControlSnapshot.Symbol?

        /// A symbol by its SF Symbols name.
        public init(systemName: String, isTemplate: Bool? = nil) {
            symbol = .system(systemName)
        }

        /// A custom symbol. `name` is the name of an SVG file in the folder `symbols`, without extension.
        public init(named name: String, isTemplate: Bool? = nil) {
            symbol = .custom(name)
        }

        /// A picture. A panel's choosers show none.
        public init(data: Data, isTemplate: Bool? = nil) {
            symbol = nil
        }

        /// A picture. A panel's choosers show none.
        public init(url: URL, isTemplate: Bool? = nil) {
            symbol = nil
        }
    }
}

/// A value with a representation for users.
public protocol InstanceDisplayRepresentable {
    /// The value's representation.
    var displayRepresentation: DisplayRepresentation { get }
}

/// The representation of a type for users.
public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The type's name.
    public var name: LocalizedStringResource

    /// A representation by the type's name. `numericFormat`, the name of several, has no effect.
    public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil) {
        self.name = name
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(name: LocalizedStringResource(stringLiteral: value))
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

/// A type with a representation for users.
public protocol TypeDisplayRepresentable {
    /// The type's representation.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// An enumeration whose cases have representations for users.
public protocol CaseDisplayRepresentable: CaseIterable, Hashable {
    /// The representation of each case.
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}
