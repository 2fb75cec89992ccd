/// What an intent that has performed leaves to the surface that asked for it.
public struct PerformedIntent: Sendable {
    /// What it opens; `nil` where it opens nothing.
    public let target: OpenTarget?
    /// Whether the program's view was to be opened, before it performed.
    public let openAppWhenRun: Bool
    /// The intent that is to be performed next; `nil` where there is none.
    ///
    /// It is not performed yet: its authentication policy is its own, and may ask for more than the first one's.
    public let opensIntent: PerformableIntent?
    /// What people are told; `nil` where there is nothing to tell.
    public let dialog: String?
    /// The value that the intent returned, as data; `nil` without one.
    public let value: IntentValue?
}
