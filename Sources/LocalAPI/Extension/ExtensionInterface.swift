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
