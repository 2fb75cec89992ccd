import ControlModel

/// The interface `io.holdfast.Extension`: what a process that has controls answers.
public enum ExtensionInterface {
    /// The interface's name.
    public static let name = "io.holdfast.Extension"

    /// What the extension has. Called with `more`.
    public enum Describe {
        /// The method's name within the interface.
        public static let name = "Describe"
        /// The method's full name.
        public static let method = ExtensionInterface.name + "." + name

        /// A part of the description; all of them together are the whole.
        public struct Reply: Codable, Sendable, Hashable {
            /// What people call the extension; the first part that has it counts.
            public var displayName: String?
            /// Controls that follow those of the parts before.
            public var controls: [DescribedControl]
            /// What the extension's author should know.
            public var notes: [String]?

            /// A part.
            public init(displayName: String? = nil, controls: [DescribedControl], notes: [String]? = nil) {
                self.displayName = displayName
                self.controls = controls
                self.notes = notes
            }
        }
    }

    /// A control's value, and its body with it; asked with a `SnapshotRequest`.
    public enum Snapshot {
        /// The method's name within the interface.
        public static let name = "Snapshot"
        /// The method's full name.
        public static let method = ExtensionInterface.name + "." + name

        /// The answer.
        public struct Reply: Codable, Sendable, Hashable {
            /// The evaluated control.
            public var evaluation: ControlEvaluation

            /// An answer.
            public init(evaluation: ControlEvaluation) {
                self.evaluation = evaluation
            }
        }
    }

    /// Performs an intent; asked with a `PerformRequest`, answered with a `PerformReply`.
    public enum Perform {
        /// The method's name within the interface.
        public static let name = "Perform"
        /// The method's full name.
        public static let method = ExtensionInterface.name + "." + name
    }

    /// The values that a parameter could have; asked with a `SuggestRequest`.
    public enum Suggest {
        /// The method's name within the interface.
        public static let name = "Suggest"
        /// The method's full name.
        public static let method = ExtensionInterface.name + "." + name

        /// The answer.
        public struct Reply: Codable, Sendable, Hashable {
            /// The values to choose from.
            public var choices: [IntentChoice]

            /// An answer.
            public init(choices: [IntentChoice]) {
                self.choices = choices
            }
        }
    }

    /// Where the controls are placed; without an answer.
    public enum PushTokensChanged {
        /// The method's name within the interface.
        public static let name = "PushTokensChanged"
        /// The method's full name.
        public static let method = ExtensionInterface.name + "." + name

        /// What the extension is told.
        public struct Parameters: Codable, Sendable, Hashable {
            /// All of its placed controls.
            public var placements: [PlacedControl]

            /// What it is told.
            public init(placements: [PlacedControl]) {
                self.placements = placements
            }
        }
    }

    /// There is no control of this kind.
    public struct NoSuchControl: VarlinkError, Hashable {
        public static let varlinkName = ExtensionInterface.name + ".NoSuchControl"
        /// The kind.
        public var kind: String

        /// The error for a kind.
        public init(kind: String) {
            self.kind = kind
        }
    }

    /// There is no intent of this type, or it has no such parameter.
    public struct NoSuchIntent: VarlinkError, Hashable {
        public static let varlinkName = ExtensionInterface.name + ".NoSuchIntent"
        /// The intent's type.
        public var intent: String

        /// The error for an intent's type.
        public init(intent: String) {
            self.intent = intent
        }
    }

    /// The control's provider failed.
    public struct ValueFailed: VarlinkError, Hashable {
        public static let varlinkName = ExtensionInterface.name + ".ValueFailed"
        /// Why.
        public var reason: String

        /// The error with its reason.
        public init(reason: String) {
            self.reason = reason
        }
    }
}

/// Asks for a control's value, and its body with it.
public struct SnapshotRequest: Sendable, Hashable, Codable {
    /// The control's kind.
    public var kind: String
    /// The placement's values of the configuration's parameters, by their names (C41).
    public var configuration: [String: IntentValue]

    /// A request of its parts.
    public init(kind: String, configuration: [String: IntentValue] = [:]) {
        self.kind = kind
        self.configuration = configuration
    }
}

extension SnapshotRequest {
    /// Reads a request, of which only the kind must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(String.self, forKey: .kind),
            configuration: try values.decodeIfPresent([String: IntentValue].self, forKey: .configuration) ?? [:])
    }
}

/// Asks for an intent to be performed, once.
public struct PerformRequest: Sendable, Hashable, Codable {
    /// This performance's name: unguessable, and never used twice. `io.holdfast.Host.Confirm` is asked with it.
    public var performance: String
    /// The control that is performed, which is evaluated anew for the reply; `nil` for an intent run by name.
    public var kind: String?
    /// The placement's configuration.
    public var configuration: [String: IntentValue]
    /// The type of the intent.
    public var intent: String
    /// The values of the intent's parameters when the body was evaluated.
    public var values: [String: IntentValue]
    /// What people have answered where the intent asked for values, by the parameters' names (C24).
    public var answers: [String: IntentValue]
    /// The state that a toggle goes to, set as the intent's `value` (C21); `nil` for a button.
    public var isOn: Bool?

    /// A request of its parts.
    public init(
        performance: String, kind: String?, configuration: [String: IntentValue] = [:], intent: String,
        values: [String: IntentValue] = [:], answers: [String: IntentValue] = [:], isOn: Bool? = nil
    ) {
        self.performance = performance
        self.kind = kind
        self.configuration = configuration
        self.intent = intent
        self.values = values
        self.answers = answers
        self.isOn = isOn
    }
}

extension PerformRequest {
    /// Reads a request, of which only the performance and the intent must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            performance: try values.decode(String.self, forKey: .performance),
            kind: try values.decodeIfPresent(String.self, forKey: .kind),
            configuration: try values.decodeIfPresent([String: IntentValue].self, forKey: .configuration) ?? [:],
            intent: try values.decode(String.self, forKey: .intent),
            values: try values.decodeIfPresent([String: IntentValue].self, forKey: .values) ?? [:],
            answers: try values.decodeIfPresent([String: IntentValue].self, forKey: .answers) ?? [:],
            isOn: try values.decodeIfPresent(Bool.self, forKey: .isOn))
    }
}

/// What came of performing an intent.
public struct PerformReply: Sendable, Hashable, Codable {
    /// Why it failed; `nil` where it succeeded.
    public var failure: String?
    /// The value that people are asked for, where it failed for want of it (C24).
    public var request: IntentParameterRequest?
    /// What the intent has opened (C22).
    public var opens: OpenTarget?
    /// The intent that is to be performed next, under its own policy (C22).
    public var next: IntentReference?
    /// The control, evaluated anew (C42); `nil` where its provider failed, or for an intent run by name.
    public var evaluation: ControlEvaluation?
    /// Why the control could not be evaluated.
    public var valueFailure: String?
    /// The intent's dialog for people (C31).
    public var dialog: String?
    /// The value that the intent returns (C31).
    public var value: IntentValue?
    /// Why the value is left out; `nil` where it is not.
    public var problem: String?

    /// A reply of its parts.
    public init(
        failure: String? = nil, request: IntentParameterRequest? = nil, opens: OpenTarget? = nil,
        next: IntentReference? = nil, evaluation: ControlEvaluation? = nil, valueFailure: String? = nil,
        returned: IntentReturn = IntentReturn()
    ) {
        self.failure = failure
        self.request = request
        self.opens = opens
        self.next = next
        self.evaluation = evaluation
        self.valueFailure = valueFailure
        (dialog, value, problem) = (returned.dialog, returned.value, returned.problem)
    }

    /// Dialog and value, within their bounds.
    public var returned: IntentReturn { IntentReturn(dialog: dialog, value: value, problem: problem) }
}

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
