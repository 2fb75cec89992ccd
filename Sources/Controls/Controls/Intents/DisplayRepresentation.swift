public import FoundationEssentials

public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    public var title: LocalizedStringResource
    /// The text below the name.
    public var subtitle: LocalizedStringResource?
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

public protocol InstanceDisplayRepresentable {
    var displayRepresentation: DisplayRepresentation { get }
}

public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    public var name: LocalizedStringResource

    /// A representation by the type's name. `numericFormat`, the name of several, has no effect.
    public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil) {
        self.name = name
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(name: LocalizedStringResource(stringLiteral: value))
    }

    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}

public protocol TypeDisplayRepresentable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// An enumeration whose cases have representations for users.
public protocol CaseDisplayRepresentable: CaseIterable, Hashable {
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}
