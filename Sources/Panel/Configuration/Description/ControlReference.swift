import ControlModel

/// Names a control where it is placed: its kind and, of one that is configured, this placement's configuration.
public struct ControlReference: Sendable, Hashable {
    /// The control's kind.
    public var kind: String
    /// Values of the configuration's parameters, by their names; empty where nothing is configured (C41).
    public var configuration: [String: IntentValue]

    /// A reference of its parts.
    public init(kind: String, configuration: [String: IntentValue] = [:]) {
        self.kind = kind
        self.configuration = configuration
    }
}
