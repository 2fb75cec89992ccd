/// What the kernel tells of a line.
public struct LineInfo: Sendable, Hashable {
    /// Where the line is.
    public var address: LineAddress

    /// Whether the line drives, as far as the kernel knows.
    public var isOutput: Bool

    /// Who has requested the line, or `nil` where nobody has. A driver that gives no name is shown as `kernel`.
    public var consumer: String?

    /// What is known of the line at `address`.
    public init(address: LineAddress, isOutput: Bool, consumer: String?) {
        self.address = address
        self.isOutput = isOutput
        self.consumer = consumer
    }
}
