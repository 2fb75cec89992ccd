import ControlModel

/// Asks for the values that a parameter could have (C24, C41).
public struct SuggestRequest: Sendable, Hashable, Codable {
    /// The control whose configuration has the parameter; `nil` for a parameter of an intent.
    public var kind: String?
    /// The type of the intent that has the parameter; `nil` for one of a control's configuration.
    public var intent: String?
    /// The parameter's name.
    public var parameter: String

    /// A request of its parts.
    public init(kind: String? = nil, intent: String? = nil, parameter: String) {
        self.kind = kind
        self.intent = intent
        self.parameter = parameter
    }
}
