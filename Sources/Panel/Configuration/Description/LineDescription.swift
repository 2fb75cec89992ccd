/// A GPIO line as a panel's file names it.
public struct LineDescription: Sendable, Hashable {
    /// The line's name (`GPIO17`), or `CHIP:OFFSET`.
    public var name: String
    /// Whether the line is active while its voltage is low.
    public var isActiveLow: Bool
    /// Where the file names it.
    public var position: SourcePosition

    /// A line of its parts.
    public init(name: String, isActiveLow: Bool, position: SourcePosition) {
        self.name = name
        self.isActiveLow = isActiveLow
        self.position = position
    }
}
