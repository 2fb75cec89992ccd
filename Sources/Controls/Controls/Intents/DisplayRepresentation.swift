/// How a value is shown to people.
public struct DisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The value's name.
    public var title: LocalizedStringResource
    /// What stands beneath the name.
    public var subtitle: LocalizedStringResource?
    /// The value's symbol.
    public var image: Image?

    /// A name, with what stands beneath it and a symbol.
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
}

extension DisplayRepresentation {
    /// The symbol of a value.
    public struct Image: Hashable, Sendable {
        let symbol: ControlSnapshot.Symbol

        /// A symbol by its SF Symbols name.
        public init(systemName: String) {
            symbol = .system(systemName)
        }

        /// A custom symbol: the name, without extension, of an SVG in the folder `symbols`.
        public init(named name: String) {
            symbol = .custom(name)
        }
    }
}

/// A value that says how it is shown.
public protocol InstanceDisplayRepresentable {
    /// How the value is shown.
    var displayRepresentation: DisplayRepresentation { get }
}

/// How a type of values is shown to people.
public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The type's name.
    public var name: LocalizedStringResource

    /// A name.
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

/// A type that says how it is shown.
public protocol TypeDisplayRepresentable {
    /// How the type is shown.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}
