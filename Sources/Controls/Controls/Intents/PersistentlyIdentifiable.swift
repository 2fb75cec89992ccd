/// A type that is known by the same name in every build of its program.
public protocol PersistentlyIdentifiable {
    /// The name. Kept when the type is renamed, if it is declared.
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    /// The type's name.
    public static var persistentIdentifier: String { String(describing: Self.self) }
}
