import ControlModel

extension PanelInterface {
    /// The intents that can be run by name. Called with `more`.
    public enum Intents {
        /// The method's name within the interface.
        public static let name = "Intents"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// One intent.
        public struct Reply: Codable, Sendable, Hashable {
            /// The intent; `nil` where there are none at all.
            public var intent: ListedIntent?

            /// An answer.
            public init(intent: ListedIntent?) {
                self.intent = intent
            }
        }
    }

    /// Runs an intent by its name; answered with a `PerformedControl`.
    public enum Run {
        /// The method's name within the interface.
        public static let name = "Run"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The intent's name.
            public var intent: String
            /// Values of its parameters.
            public var parameters: [String: IntentValue]?

            /// Parameters for an intent.
            public init(intent: String, parameters: [String: IntentValue]? = nil) {
                self.intent = intent
                self.parameters = parameters
            }
        }
    }

    /// The values that a parameter could have.
    public enum Suggest {
        /// The method's name within the interface.
        public static let name = "Suggest"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control whose configuration has the parameter.
            public var control: String?
            /// The name of the intent that has the parameter.
            public var intent: String?
            /// The parameter's name.
            public var parameter: String

            /// Parameters for one of a control's configuration, or of an intent.
            public init(control: String? = nil, intent: String? = nil, parameter: String) {
                self.control = control
                self.intent = intent
                self.parameter = parameter
            }
        }

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

    /// How the panel is; answered with a `PanelStatus`.
    public enum Status {
        /// The method's name within the interface.
        public static let name = "Status"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name
    }

    /// There is no such control, or there are several.
    public struct NoSuchControl: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".NoSuchControl"
        /// What was asked for.
        public var control: String
        /// One of a similar name.
        public var nearest: String?
        /// In words, where more is known than that it is not there: that several are called so, and how each is.
        public var problem: String?

        /// The error for a control.
        public init(control: String, nearest: String? = nil, problem: String? = nil) {
            self.control = control
            self.nearest = nearest
            self.problem = problem
        }
    }

    /// There is no such intent that can be run by name.
    public struct NoSuchIntent: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".NoSuchIntent"
        /// What was asked for.
        public var intent: String
        /// One of a similar name.
        public var nearest: String?

        /// The error for an intent.
        public init(intent: String, nearest: String? = nil) {
            self.intent = intent
            self.nearest = nearest
        }
    }

    /// The control cannot be performed so; nothing was done.
    public struct Refused: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".Refused"
        /// Why.
        public var reason: String

        /// The error with its reason.
        public init(reason: String) {
            self.reason = reason
        }
    }
}

/// An intent that can be run by its name (C28).
public struct ListedIntent: Sendable, Hashable, Codable {
    /// The name by which it is run: its type, or the extension's name, a slash and the type where two extensions have
    /// one of that name.
    public var name: String
    /// The extension that it comes from.
    public var source: String
    /// The intent.
    public var intent: IntentReference

    /// An intent of its parts.
    public init(name: String, source: String, intent: IntentReference) {
        self.name = name
        self.source = source
        self.intent = intent
    }
}
