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
