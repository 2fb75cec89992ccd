import ControlModel

/// The interface `io.holdfast.Extension`, served by each process that has controls.
public enum ExtensionInterface: VarlinkInterfaceName {
    public static let name = "io.holdfast.Extension"

    public protocol Method: VarlinkMethodSignature where Interface == ExtensionInterface {}

    public protocol Failure: VarlinkInterfaceError where Interface == ExtensionInterface {}

    /// Returns the extension's controls in one or more replies. Called with `more`.
    public enum Describe: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The domain that the panel's file grants the extension.
            public var domain: String?
        }

        /// A part of the description. The description is complete after the last reply.
        public struct Reply: Codable, Sendable, Hashable {
            /// The extension's name for people; the first reply that has a name counts.
            public var displayName: String?
            /// More controls, in order after those of earlier replies.
            public var controls: [DescribedControl]
            /// More names by which intents run.
            public var shortcuts: [DescribedShortcut]?
            /// Notes for the extension's author.
            public var notes: [String]?
        }
    }

    /// Loads a control's value and evaluates its body.
    public enum Snapshot: Method {
        public typealias Parameters = SnapshotRequest

        public struct Reply: Codable, Sendable, Hashable {
            public var evaluation: ControlEvaluation

            public init(evaluation: ControlEvaluation) {
                self.evaluation = evaluation
            }
        }
    }

    public enum Perform: Method {
        public typealias Parameters = PerformRequest
        public typealias Reply = PerformReply
    }

    /// Lists the possible values of a parameter.
    public enum Suggest: Method {
        public typealias Parameters = SuggestRequest

        public struct Reply: Codable, Sendable, Hashable {
            /// The values to choose from.
            public var choices: [IntentChoice]

            public init(choices: [IntentChoice]) {
                self.choices = choices
            }
        }
    }

    /// Sends the extension its placed controls; a call without a reply.
    public enum PushTokensChanged: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var placements: [PlacedControl]
        }
    }

    public struct NoSuchControl: Failure {
        public var kind: String
    }

    /// The extension has no intent of this type, or the intent has no such parameter.
    public struct NoSuchIntent: Failure {
        public var intent: String
    }

    /// The control's provider failed.
    public struct ValueFailed: Failure {
        /// The reason, for people.
        public var reason: String
    }
}

/// Asks for a control's value and its evaluated body.
public struct SnapshotRequest: Sendable, Hashable, Codable {
    public var kind: String
    /// The placement's values of the configuration's parameters, by their names (C41).
    public var configuration: [String: IntentValue]

    public init(kind: String, configuration: [String: IntentValue] = [:]) {
        self.kind = kind
        self.configuration = configuration
    }

    /// Reads a request. Only `kind` is required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(String.self, forKey: .kind), configuration: try values[.configuration] ?? [:])
    }
}

/// Asks the extension to perform an intent once.
public struct PerformRequest: Sendable, Hashable, Codable, TimedParameters {
    /// This performance's name: unguessable and never reused. The extension passes it to `io.holdfast.Host.Confirm`.
    public var performance: String
    /// The kind of the performed control, which is evaluated again for the reply; `nil` for an intent run by name.
    public var kind: String?
    /// The placement's configuration.
    public var configuration: [String: IntentValue]
    public var intent: String
    /// The values of the intent's parameters when the body was evaluated.
    public var values: [String: IntentValue]
    /// People's answers to requests for values, by the parameters' names (C24: an intent can ask for a missing value).
    public var answers: [String: IntentValue]
    /// The state that a toggle changes to, set as the intent's `value` (C21); `nil` for a button.
    public var isOn: Bool?
    /// The moment of the touch, or at which the panel asked for an intent that follows another one.
    public var requestedAt: RequestTime?

    public init(
        performance: String, kind: String?, configuration: [String: IntentValue] = [:], intent: String,
        values: [String: IntentValue] = [:], answers: [String: IntentValue] = [:], isOn: Bool? = nil,
        requestedAt: RequestTime? = nil
    ) {
        self.performance = performance
        self.kind = kind
        self.configuration = configuration
        self.intent = intent
        self.values = values
        self.answers = answers
        self.isOn = isOn
        self.requestedAt = requestedAt
    }

    /// Reads a request. Only `performance` and `intent` are required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            performance: try values.decode(String.self, forKey: .performance), kind: try values[.kind],
            configuration: try values[.configuration] ?? [:], intent: try values.decode(String.self, forKey: .intent),
            values: try values[.values] ?? [:], answers: try values[.answers] ?? [:], isOn: try values[.isOn],
            requestedAt: try values[.requestedAt])
    }
}

/// The result of performing an intent.
public struct PerformReply: Sendable, Hashable, Codable {
    /// Why the intent failed; `nil` if it succeeded.
    public var failure: String?
    /// The missing value that made the intent fail, for which the surfaces ask people (C24).
    public var request: IntentParameterRequest?
    /// The target that the intent has opened (C22).
    public var opens: OpenTarget?
    /// The intent to perform next, under its own authentication policy (C22: `OpensIntent` results chain).
    public var next: IntentReference?
    /// The control, evaluated again (C42: a control reloads after it performs); `nil` if its provider failed, or for an
    /// intent run by name.
    public var evaluation: ControlEvaluation?
    /// Why the control could not be evaluated; `nil` if it was.
    public var valueFailure: String?
    /// The intent's dialog for people (C31).
    public var dialog: String?
    /// The value that the intent returns (C31).
    public var value: IntentValue?
    /// Why the value is left out; `nil` if it is not.
    public var problem: String?

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

    /// The dialog and the value, limited to the bounds of `IntentReturn`.
    public var returned: IntentReturn { IntentReturn(dialog: dialog, value: value, problem: problem) }
}

/// Asks for the possible values of a parameter (C24: values that an intent lacks; C41: a placement's configuration).
public struct SuggestRequest: Sendable, Hashable, Codable {
    /// The kind whose configuration has the parameter; `nil` for a parameter of an intent.
    public var kind: String?
    /// The type of the intent that has the parameter; `nil` for a parameter of a configuration.
    public var intent: String?
    public var parameter: String
    /// The values of the parameters that the suggestions depend on (`ParameterSuggestions`); `nil` without any.
    public var values: [String: IntentValue]?

    public init(
        kind: String? = nil, intent: String? = nil, parameter: String, values: [String: IntentValue]? = nil
    ) {
        self.kind = kind
        self.intent = intent
        self.parameter = parameter
        self.values = values
    }
}
