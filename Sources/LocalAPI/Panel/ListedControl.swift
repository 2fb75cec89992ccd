import ControlModel

/// A control of a running panel, with its places.
public struct ListedControl: Sendable, Hashable, Codable {
    /// The name to perform the control by: its kind. If placements of the kind differ in configuration, the name is
    /// `KIND@` and a place of the control, such as `KIND@buttons.NAME.GESTURE` or `KIND@lock_screen.N`.
    public var name: String
    /// The extension that provides the control; `nil` for a control of the panel's file.
    public var source: String?
    /// The control's places, such as `buttons.action.hold` and `lock_screen.1`; empty if it has none.
    public var places: [String]
    /// The placements' values of the configuration's parameters.
    public var configuration: [String: IntentValue]
    /// The parameters that a placement configures.
    public var parameters: [IntentParameterInfo] = []
    /// The intent that a hold performs; `nil` for a control of the panel's file, and if the configuration is
    /// incomplete.
    public var intent: IntentReference?
    /// The authentication that a hold needs now, including all that the hold causes; `nil` for none. For a control with
    /// a private state, it is always that of the stricter direction, so that it does not reveal the state.
    public var authentication: ControlAuthentication?
    /// Whether commands of an MQTT broker perform the control, where it needs no PIN; `nil` for no.
    public var takesCommands: Bool?
    /// The value's age in seconds; `nil` if there never was a value, or for a control whose value is always current.
    public var age: Double?
    /// The question that people must confirm before the control performs; `nil` if there is none (C24).
    public var confirmation: String?
    /// The control's appearance.
    public var snapshot: ControlSnapshot

    /// Creates a control of the panel itself.
    public init(
        name: String, places: [String] = [], configuration: [String: IntentValue] = [:], snapshot: ControlSnapshot
    ) {
        self.name = name
        self.places = places
        self.configuration = configuration
        self.snapshot = snapshot
    }
}

/// A state of a control, valid from a time on.
public struct ListedChange: Sendable, Hashable, Codable {
    /// When the panel learned of the state, in seconds since 1970, by the wall clock at the time of the reply.
    public var time: Double
    /// Whether that clock is synchronised.
    public var isSynchronized: Bool
    /// A toggle's state; `nil` for a button.
    public var isOn: Bool?
    /// The value text, at most 64 bytes; `nil` without one, and where it is private.
    public var valueText: String?

    public init(time: Double, isSynchronized: Bool, isOn: Bool?, valueText: String?) {
        (self.time, self.isSynchronized, self.isOn, self.valueText) = (time, isSynchronized, isOn, valueText)
    }
}

/// The result of performing a control, or an intent by its name.
public struct PerformedControl: Sendable, Hashable, Codable {
    /// Why the performance failed; `nil` if it succeeded.
    public var failure: String?
    /// The missing value that made the performance fail. The caller can perform again with this value by name (C24).
    public var request: IntentParameterRequest?
    /// The target that the performance opened (C22).
    public var opens: OpenTarget?
    /// The control after the performance; `nil` for an intent.
    public var control: ListedControl?
    /// The intent's dialog for people (C31).
    public var dialog: String?
    /// The value that the intent returns (C31).
    public var value: IntentValue?
    /// Why the value is left out; `nil` if it is not.
    public var problem: String?
    /// A question to confirm: the performance goes on, and another reply follows. Only for a call with `more`.
    public var confirmation: String?

    public init(
        failure: String? = nil, request: IntentParameterRequest? = nil, opens: OpenTarget? = nil,
        control: ListedControl? = nil, confirmation: String? = nil, returned: IntentReturn = IntentReturn()
    ) {
        self.failure = failure
        self.request = request
        self.opens = opens
        self.control = control
        self.confirmation = confirmation
        (dialog, value, problem) = (returned.dialog, returned.value, returned.problem)
    }
}

/// An intent that programs can run by its name (C28: discoverable intents alone).
public struct ListedIntent: Sendable, Hashable, Codable {
    /// The name to run the intent by: its type. If two extensions have an intent of this type, the name is the
    /// extension's name, a slash and the type.
    public var name: String
    /// The extension that provides the intent.
    public var source: String
    public var intent: IntentReference

    public init(name: String, source: String, intent: IntentReference) {
        self.name = name
        self.source = source
        self.intent = intent
    }
}
