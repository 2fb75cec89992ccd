/// What an output was last switched to.
public struct OutputState: Sendable, Hashable {
    /// It was on.
    public let isOn: Bool
    /// Since when; without one it is not known.
    public let since: StoredTime?

    /// On or off, since a moment on the wall clock.
    public init(isOn: Bool, since: StoredTime? = nil) {
        self.isOn = isOn
        self.since = since
    }
}
