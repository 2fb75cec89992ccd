import ControlModel

extension PanelInterface {
    /// Lists the intents that programs can run by name. Called with `more`.
    public enum Intents: Method {
        /// One intent.
        public struct Reply: Codable, Sendable, Hashable {
            /// The intent; `nil` if the panel has none.
            public var intent: ListedIntent?

            /// Creates a reply.
            public init(intent: ListedIntent?) {
                self.intent = intent
            }
        }
    }

    /// Runs an intent by its name.
    public enum Run: Method {
        public typealias Reply = PerformedControl

        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The intent's name.
            public var intent: String
            /// Values of its parameters.
            public var parameters: [String: IntentValue]?

            /// Creates parameters for an intent.
            public init(intent: String, parameters: [String: IntentValue]? = nil) {
                self.intent = intent
                self.parameters = parameters
            }
        }
    }

    /// Lists the possible values of a parameter.
    public enum Suggest: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control whose configuration has the parameter; `nil` for a parameter of an intent.
            public var control: String?
            /// The name of the intent that has the parameter; `nil` for a parameter of a configuration.
            public var intent: String?
            /// The parameter's name.
            public var parameter: String

            /// Creates parameters for a parameter of a control's configuration, or of an intent.
            public init(control: String? = nil, intent: String? = nil, parameter: String) {
                self.control = control
                self.intent = intent
                self.parameter = parameter
            }
        }

        /// The reply.
        public struct Reply: Codable, Sendable, Hashable {
            /// The values to choose from.
            public var choices: [IntentChoice]

            /// Creates a reply.
            public init(choices: [IntentChoice]) {
                self.choices = choices
            }
        }
    }

    /// The panel has no intent of this name that programs can run.
    public struct NoSuchIntent: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".NoSuchIntent"
        /// The name that the caller gave.
        public var intent: String
        /// A similar existing name; `nil` if there is none.
        public var nearest: String?

        /// Creates the error for an intent.
        public init(intent: String, nearest: String? = nil) {
            self.intent = intent
            self.nearest = nearest
        }
    }
}

/// An intent that programs can run by its name (C28: discoverable intents alone).
public struct ListedIntent: Sendable, Hashable, Codable {
    /// The name to run the intent by: its type. If two extensions have an intent of this type, the name is the
    /// extension's name, a slash and the type.
    public var name: String
    /// The extension that provides the intent.
    public var source: String
    /// The intent.
    public var intent: IntentReference

    /// Creates an intent from its parts.
    public init(name: String, source: String, intent: IntentReference) {
        self.name = name
        self.source = source
        self.intent = intent
    }
}
