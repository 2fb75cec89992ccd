/// A bundle that is refused, with everything that is wrong with it.
public struct InvalidBundle: Error, Hashable, Sendable {
    /// The kinds that are refused; never empty.
    public let problems: [ControlKindError]
}
