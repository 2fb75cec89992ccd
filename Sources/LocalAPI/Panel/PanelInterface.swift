import ControlModel

/// The interface `io.holdfast.Panel`: a running panel's state and actions, for other programs.
public enum PanelInterface: VarlinkInterfaceName {
    public static let name = "io.holdfast.Panel"

    public protocol Method: VarlinkMethodSignature where Interface == PanelInterface {}

    public protocol Failure: VarlinkInterfaceError where Interface == PanelInterface {}

    /// Lists the controls. Called with `more`.
    public enum List: Method {
        public struct Reply: Codable, Sendable, Hashable {
            /// The control; `nil` if the panel has none.
            public var control: ListedControl?

            public init(control: ListedControl?) {
                self.control = control
            }
        }
    }

    public enum Show: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String

            public init(control: String) {
                self.control = control
            }
        }

        public struct Reply: Codable, Sendable, Hashable {
            public var control: ListedControl

            public init(control: ListedControl) {
                self.control = control
            }
        }
    }

    /// Lists the last changes of a control's state. Called with `more`.
    public enum Changes: Method {
        public typealias Parameters = Show.Parameters

        public struct Reply: Codable, Sendable, Hashable {
            /// The change; `nil` if the panel has learned of no state yet.
            public var change: ListedChange?

            public init(change: ListedChange?) {
                self.change = change
            }
        }
    }

    /// Sends the current state, and then every event. Called with `more`.
    public enum Watch: Method {
        public struct Reply: Codable, Sendable, Hashable {
            /// The state or event.
            public var notice: PanelNotice

            public init(notice: PanelNotice) {
                self.notice = notice
            }
        }
    }

    /// Performs a control. With `more`, a reply for each question to confirm comes before.
    public enum Perform: Method {
        public typealias Reply = PerformedControl

        public struct Parameters: Codable, Sendable, Hashable, TimedParameters {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String
            /// The state to set a toggle to; `nil` to perform as a hold does.
            public var isOn: Bool?
            /// Values of the intent's parameters.
            public var parameters: [String: IntentValue]?
            /// Whether a message of an MQTT broker asks for it; `nil` for no.
            public var fromBroker: Bool?
            /// The moment of the touch, of the command's start, or at which the broker's message came.
            public var requestedAt: RequestTime?

            public init(
                control: String, isOn: Bool? = nil, parameters: [String: IntentValue]? = nil, fromBroker: Bool? = nil,
                requestedAt: RequestTime? = nil
            ) {
                self.control = control
                self.isOn = isOn
                self.parameters = parameters
                self.fromBroker = fromBroker
                self.requestedAt = requestedAt
            }
        }
    }

    /// Answers a control's question, so that its performance goes on or is cancelled.
    public enum Confirm: Method {
        public struct Parameters: Codable, Sendable, Hashable, TimedParameters {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String
            /// Whether the performance goes on.
            public var confirmed: Bool
            /// The moment of the touch, or of the command's start.
            public var requestedAt: RequestTime?

            public init(control: String, confirmed: Bool, requestedAt: RequestTime? = nil) {
                self.control = control
                self.confirmed = confirmed
                self.requestedAt = requestedAt
            }
        }
    }

    /// Reloads controls: asks their providers for the values.
    public enum Reload: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place; `nil` for all controls.
            public var control: String?

            public init(control: String?) {
                self.control = control
            }
        }
    }

    /// Returns the push token of a placed control (C45).
    public enum PushToken: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control's name, kind, key in the panel's file, or place.
            public var control: String

            public init(control: String) { self.control = control }
        }

        public struct Reply: Codable, Sendable, Hashable {
            /// The token: 32 hexadecimal digits.
            public var token: String
            /// The push topic at the panel's MQTT broker; `nil` if the panel's file names no broker.
            public var topic: String?

            public init(token: String, topic: String?) { (self.token, self.topic) = (token, topic) }
        }
    }

    /// Reloads the placements with a push token (C45).
    public enum Push: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var token: String

            public init(token: String) { self.token = token }
        }
    }

    // MARK: Intents

    /// Lists the intents that programs can run by name. Called with `more`.
    public enum Intents: Method {
        public struct Reply: Codable, Sendable, Hashable {
            /// The intent; `nil` if the panel has none.
            public var intent: ListedIntent?

            public init(intent: ListedIntent?) {
                self.intent = intent
            }
        }
    }

    public enum Run: Method {
        public typealias Reply = PerformedControl

        public struct Parameters: Codable, Sendable, Hashable, TimedParameters {
            public var intent: String
            public var parameters: [String: IntentValue]?
            /// The moment of the touch, or of the command's start.
            public var requestedAt: RequestTime?

            public init(
                intent: String, parameters: [String: IntentValue]? = nil, requestedAt: RequestTime? = nil
            ) {
                self.intent = intent
                self.parameters = parameters
                self.requestedAt = requestedAt
            }
        }
    }

    /// Lists the possible values of a parameter.
    public enum Suggest: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The control whose configuration has the parameter; `nil` for a parameter of an intent.
            public var control: String?
            /// The name of the intent that has the parameter; `nil` for a parameter of a configuration.
            public var intent: String?
            public var parameter: String
            /// The values of the parameters that the suggestions depend on; `nil` without any.
            public var values: [String: IntentValue]?

            public init(
                control: String? = nil, intent: String? = nil, parameter: String, values: [String: IntentValue]? = nil
            ) {
                self.control = control
                self.intent = intent
                self.parameter = parameter
                self.values = values
            }
        }

        /// The values to choose from.
        public typealias Reply = ExtensionInterface.Suggest.Reply
    }

    /// The panel has no intent of this name that programs can run.
    public struct NoSuchIntent: Failure {
        /// The name that the caller gave.
        public var intent: String
        /// A similar existing name; `nil` if there is none.
        public var nearest: String?

        public init(intent: String, nearest: String? = nil) {
            self.intent = intent
            self.nearest = nearest
        }
    }

    // MARK: The panel, its lights and its display

    /// Returns the panel's state.
    public enum Status: Method {
        public typealias Reply = PanelStatus
    }

    /// Lists the lights with their layers. Called with `more`.
    public enum Lights: Method {
        public struct Reply: Codable, Sendable, Hashable {
            /// The light; `nil` if the panel has none.
            public var light: ListedLight?

            public init(light: ListedLight?) {
                self.light = light
            }
        }
    }

    /// Makes lights show their meanings. Called with `more`. The test ends early if the caller disconnects, or a button
    /// is pressed.
    public enum TestLights: Method {
        /// The lights, the meanings and the duration.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The light's name; `nil` for all lights.
            public var light: String?
            /// The meaning's name; `nil` for all meanings, one after the other.
            public var meaning: String?
            /// The duration of each meaning in seconds, from 0.1 to 60; `nil`: 3 s.
            public var seconds: Double?

            public init(light: String? = nil, meaning: String? = nil, seconds: Double? = nil) {
                (self.light, self.meaning, self.seconds) = (light, meaning, seconds)
            }
        }

        /// The meaning that the lights show from now on.
        public struct Reply: Codable, Sendable, Hashable {
            /// The meaning's name; `nil` in the last reply, when the test is over.
            public var meaning: String?
            /// The meaning in words; in the last reply, the event that ended the test early.
            public var words: String?

            public init(meaning: String?, words: String?) {
                (self.meaning, self.words) = (meaning, words)
            }
        }
    }

    /// Returns the content of the panel's text display; with `more`, every frame from now on.
    public enum Display: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The characters of a row, 8 to 200; `nil`: the size of the panel's own display, else 20.
            public var columns: Int?
            /// The rows, 1 to 50; `nil`: the size of the panel's own display, else 4.
            public var rows: Int?

            public init(columns: Int? = nil, rows: Int? = nil) {
                self.columns = columns
                self.rows = rows
            }
        }

        public struct Reply: Codable, Sendable, Hashable {
            /// The characters of a row.
            public var columns: Int
            /// The rows from top to bottom, without trailing blanks.
            public var rows: [String]

            public init(columns: Int, rows: [String]) {
                self.columns = columns
                self.rows = rows
            }
        }
    }

    // MARK: Errors

    /// The panel has no such control, or has several of this name.
    public struct NoSuchControl: Failure {
        /// The name that the caller gave.
        public var control: String
        /// A similar existing name; `nil` if there is none.
        public var nearest: String?
        /// More detail in words, such as the names of several matching controls; `nil` if the control simply does not
        /// exist.
        public var problem: String?

        public init(control: String, nearest: String? = nil, problem: String? = nil) {
            self.control = control
            self.nearest = nearest
            self.problem = problem
        }
    }

    /// The panel did nothing, for want of a PIN: the caller may repeat the call after `Unlock`.
    public struct AuthenticationRequired: Failure {
        /// The reason, for people.
        public var reason: String

        public init(reason: String) {
            self.reason = reason
        }
    }

    /// The control cannot be performed in this way. The panel did nothing.
    public struct Refused: Failure {
        /// The reason, for people.
        public var reason: String

        public init(reason: String) {
            self.reason = reason
        }
    }
}
