import ControlModel

/// What an extension says of itself and of its controls.
public struct ExtensionDescription: Sendable, Hashable {
    /// What people call it: the display name of its controls that have none (C4).
    public var displayName: String
    /// Its controls in the order of its bundle, which is the gallery's (C2).
    public var controls: [DescribedControl]
    /// What its author should know: widgets that are not shown, and why.
    public var notes: [String]

    /// A description of its parts.
    public init(displayName: String, controls: [DescribedControl], notes: [String] = []) {
        self.displayName = displayName
        self.controls = controls
        self.notes = notes
    }
}
