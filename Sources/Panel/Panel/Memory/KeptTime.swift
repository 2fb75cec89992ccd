/// The rest of a time span that may have begun before a restart or a power cut.
public struct KeptTime: Sendable, Hashable {
    /// The remaining time; zero after the end.
    public var duration: Duration
    /// Whether the time without power is counted. It is unknown if no trusted clock ran meanwhile.
    public var isCertain: Bool

    /// Creates a remaining time.
    public init(_ duration: Duration, isCertain: Bool) {
        self.duration = duration
        self.isCertain = isCertain
    }
}
