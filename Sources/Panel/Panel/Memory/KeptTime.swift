/// How much is left of a time that may have begun before a restart or a power cut.
public struct KeptTime: Sendable, Hashable {
    /// What is left; zero where the end has passed.
    public var duration: Duration
    /// Whether the time without power is counted: not where no clock went on that can be trusted.
    public var isCertain: Bool

    /// A time of its parts.
    public init(_ duration: Duration, isCertain: Bool) {
        self.duration = duration
        self.isCertain = isCertain
    }
}
