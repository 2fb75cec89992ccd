import ControlModel

/// The interface `io.holdfast.Panel`: what a running panel shows and does for other programs.
public enum PanelInterface {
    /// The interface's name.
    public static let name = "io.holdfast.Panel"

    /// The controls. Called with `more`.
    public enum List {
        /// The method's name within the interface.
        public static let name = "List"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// One control.
        public struct Reply: Codable, Sendable, Hashable {
            /// The control; `nil` where there are none at all.
            public var control: ListedControl?

            /// An answer.
            public init(control: ListedControl?) {
                self.control = control
            }
        }
    }

    /// One control.
    public enum Show {
        /// The method's name within the interface.
        public static let name = "Show"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String

            /// Parameters for a control.
            public init(control: String) {
                self.control = control
            }
        }

        /// The answer.
        public struct Reply: Codable, Sendable, Hashable {
            /// The control.
            public var control: ListedControl

            /// An answer.
            public init(control: ListedControl) {
                self.control = control
            }
        }
    }

    /// What there is, and what happens. Called with `more`.
    public enum Watch {
        /// The method's name within the interface.
        public static let name = "Watch"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// One of many.
        public struct Reply: Codable, Sendable, Hashable {
            /// What happened.
            public var notice: PanelNotice

            /// An answer.
            public init(notice: PanelNotice) {
                self.notice = notice
            }
        }
    }

    /// Performs a control; answered with a `PerformedControl`, and with `more` with one for each question before it.
    public enum Perform {
        /// The method's name within the interface.
        public static let name = "Perform"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String
            /// The state that a toggle is set to; `nil` to do as a hold does.
            public var isOn: Bool?
            /// Values of the intent's parameters.
            public var parameters: [String: IntentValue]?

            /// Parameters for a control.
            public init(control: String, isOn: Bool? = nil, parameters: [String: IntentValue]? = nil) {
                self.control = control
                self.isOn = isOn
                self.parameters = parameters
            }
        }
    }

    /// Answers the question that a control's performance asks.
    public enum Confirm {
        /// The method's name within the interface.
        public static let name = "Confirm"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String
            /// Whether it is to go on.
            public var confirmed: Bool

            /// Parameters for a control.
            public init(control: String, confirmed: Bool) {
                self.control = control
                self.confirmed = confirmed
            }
        }
    }

    /// Asks controls for their values.
    public enum Reload {
        /// The method's name within the interface.
        public static let name = "Reload"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place; `nil` for all.
            public var control: String?

            /// Parameters for a control.
            public init(control: String?) {
                self.control = control
            }
        }
    }
}

/// What must have been unlocked before a control performs (A1).
public enum NeededAuthentication: String, Sendable, Hashable, Codable {
    /// What it is asked by: the panel at its PIN pad, a program by its own connection.
    case required
    /// The panel at its own PIN pad, whoever asks.
    case local
}

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
    public var authentication: NeededAuthentication?
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
        authentication: NeededAuthentication? = nil, age: Double? = nil, confirmation: String? = nil,
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

/// What came of performing a control, or an intent by its name.
public struct PerformedControl: Sendable, Hashable, Codable {
    /// Why it failed; `nil` where it succeeded.
    public var failure: String?
    /// The value that is wanted, where it failed for want of it: to be given by name with another performance (C24).
    public var request: IntentParameterRequest?
    /// What was opened (C22).
    public var opens: OpenTarget?
    /// What is shown of the control afterwards; `nil` for an intent.
    public var control: ListedControl?
    /// The intent's dialog for people (C31).
    public var dialog: String?
    /// The value that the intent returns (C31).
    public var value: IntentValue?
    /// Why the value is left out; `nil` where it is not.
    public var problem: String?
    /// A question that waits to be confirmed: the performance goes on, and another reply follows. Only where `more` was
    /// asked for.
    public var confirmation: String?

    /// An outcome of its parts.
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
