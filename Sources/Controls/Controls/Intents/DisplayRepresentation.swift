/// The representation of a value for users.
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The value's name.
    public var title: LocalizedStringResource
    /// The text below the name.
    public var subtitle: LocalizedStringResource?
    /// The value's symbol.
    public var image: Image?

    /// A name, with a text below it and a symbol.
    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil) {
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
    public struct Image: Hashable, Sendable {
        let symbol: ControlSnapshot.Symbol

        /// A symbol by its SF Symbols name.
        public init(systemName: String) {
            symbol = .system(systemName)
        }

        /// A custom symbol. `name` is the name of an SVG file in the folder `symbols`, without extension.
        public init(named name: String) {
            symbol = .custom(name)
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

    /// A representation by the type's name.
    public init(name: LocalizedStringResource) {
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
