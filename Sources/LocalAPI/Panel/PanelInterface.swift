import ControlModel

/// The interface `io.holdfast.Panel`: a running panel's state and actions, for other programs.
public enum PanelInterface {
    /// The interface's name.
    public static let name = "io.holdfast.Panel"

    /// A method of the interface.
    public protocol Method: VarlinkMethodSignature {}

    /// Lists the controls. Called with `more`.
    public enum List: Method {
        /// One control.
        public struct Reply: Codable, Sendable, Hashable {
            /// The control; `nil` if the panel has none.
            public var control: ListedControl?

            /// Creates a reply.
            public init(control: ListedControl?) {
                self.control = control
            }
        }
    }

    /// One control.
    public enum Show: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String

            /// Creates parameters for a control.
            public init(control: String) {
                self.control = control
            }
        }

        /// The reply.
        public struct Reply: Codable, Sendable, Hashable {
            /// The control.
            public var control: ListedControl

            /// Creates a reply.
            public init(control: ListedControl) {
                self.control = control
            }
        }
    }

    /// Sends the current state, and then every event. Called with `more`.
    public enum Watch: Method {
        /// One of several replies.
        public struct Reply: Codable, Sendable, Hashable {
            /// The state or event.
            public var notice: PanelNotice

            /// Creates a reply.
            public init(notice: PanelNotice) {
                self.notice = notice
            }
        }
    }

    /// Performs a control. With `more`, a reply for each question to confirm comes before.
    public enum Perform: Method {
        public typealias Reply = PerformedControl

        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String
            /// The state to set a toggle to; `nil` to perform as a hold does.
            public var isOn: Bool?
            /// Values of the intent's parameters.
            public var parameters: [String: IntentValue]?

            /// Creates parameters for a control.
            public init(control: String, isOn: Bool? = nil, parameters: [String: IntentValue]? = nil) {
                self.control = control
                self.isOn = isOn
                self.parameters = parameters
            }
        }
    }

    /// Answers a control's question, so that its performance goes on or is cancelled.
    public enum Confirm: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String
            /// Whether the performance goes on.
            public var confirmed: Bool

            /// Creates parameters for a control.
            public init(control: String, confirmed: Bool) {
                self.control = control
                self.confirmed = confirmed
            }
        }
    }

    /// Reloads controls: asks their providers for the values.
    public enum Reload: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place; `nil` for all controls.
            public var control: String?

            /// Creates parameters for a control.
            public init(control: String?) {
                self.control = control
            }
        }
    }
}

extension PanelInterface.Method {
    public static var interface: String { PanelInterface.name }
}

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
    public var parameters: [IntentParameterInfo]
    /// The intent that a hold performs; `nil` for a control of the panel's file, and if the configuration is
    /// incomplete.
    public var intent: IntentReference?
    /// The authentication that a hold needs now, including all that the hold causes; `nil` for none. For a control with
    /// a private state, it is always that of the stricter direction, so that it does not reveal the state.
    public var authentication: ControlAuthentication?
    /// The value's age in seconds; `nil` if there never was a value, or for a control whose value is always current.
    public var age: Double?
    /// The question that people must confirm before the control performs; `nil` if there is none (C24).
    public var confirmation: String?
    /// The control's appearance.
    public var snapshot: ControlSnapshot

    /// Creates a control from its parts.
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

    /// Creates an outcome from its parts.
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

extension PanelInterface {
    /// The panel has no such control, or has several of this name.
    public struct NoSuchControl: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".NoSuchControl"
        /// The name that the caller gave.
        public var control: String
        /// A similar existing name; `nil` if there is none.
        public var nearest: String?
        /// More detail in words, such as the names of several matching controls; `nil` if the control simply does not
        /// exist.
        public var problem: String?

        /// Creates the error for a control.
        public init(control: String, nearest: String? = nil, problem: String? = nil) {
            self.control = control
            self.nearest = nearest
            self.problem = problem
        }
    }

    /// The control cannot be performed in this way. The panel did nothing.
    public struct Refused: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".Refused"
        /// The reason, for people.
        public var reason: String

        /// Creates the error for a reason.
        public init(reason: String) {
            self.reason = reason
        }
    }
}
