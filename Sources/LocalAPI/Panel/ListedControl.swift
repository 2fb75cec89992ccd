import ControlModel

/// A control of a running panel, with where it is placed.
public struct ListedControl: Sendable, Hashable, Codable {
    /// The name by which it is performed: its kind, or, where several placements of the kind are configured
    /// differently, `KIND@` and a place of it, such as `KIND@buttons.NAME.GESTURE` or `KIND@lock_screen.N`.
    public var name: String
    /// The extension that it comes from; `nil` for a control of the panel's file.
    public var source: String?
    /// Where it is placed, such as `buttons.action.hold` and `lock_screen.1`; empty: nowhere.
    public var places: [String]
    /// The placements' values of the configuration's parameters.
    public var configuration: [String: IntentValue]
    /// The parameters that a placement configures.
    public var parameters: [IntentParameterInfo]
    /// What a hold performs; `nil` for a control of the panel's file, and where the configuration is not complete.
    public var intent: IntentReference?
    /// What a hold needs now, with all that it sets off; `nil`: nothing. Of a control with a private state it is what the
    /// stricter direction needs, whichever way a hold would go.
    public var authentication: ControlAuthentication?
    /// How old the value is, in seconds; `nil` where there never was one, or for a control that always knows.
    public var age: Double?
    /// The question that waits to be confirmed before it performs; `nil` where none does (C24).
    public var confirmation: String?
    /// What is shown of it.
    public var snapshot: ControlSnapshot

    /// A control of its parts.
    public init(
        name: String, source: String? = nil, places: [String] = [], configuration: [String: IntentValue] = [:],
        parameters: [IntentParameterInfo] = [], intent: IntentReference? = nil,
        authentication: ControlAuthentication? = nil, age: Double? = nil, confirmation: String? = nil,
        snapshot: ControlSnapshot
    ) {
        self.name = name
        self.source = source
        self.places = places
        self.configuration = configuration
        self.parameters = parameters
        self.intent = intent
        self.authentication = authentication
        self.age = age
        self.confirmation = confirmation
        self.snapshot = snapshot
    }
}
