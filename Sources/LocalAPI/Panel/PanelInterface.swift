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
