/// There is no intent of this name in the bundle, nor a type of this name in the process.
public struct UnknownIntent: Error, Hashable, Sendable {
    /// The name.
    public let name: String

    /// An intent of this name is unknown.
    public init(name: String) {
        self.name = name
    }
}
