import ControlModel
import EventLoop

/// The interface `io.holdfast.Host`: what the core does for extensions, and for programs of their users.
public enum HostInterface {
    /// The interface's name.
    public static let name = "io.holdfast.Host"

    /// Reloads the placements of a kind, or all of the caller's.
    public enum Reload {
        /// The method's name within the interface.
        public static let name = "Reload"
        /// The method's full name.
        public static let method = HostInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The kind; `nil` for all of the caller's.
            public var kind: String?

            /// Parameters for a kind.
            public init(kind: String?) {
                self.kind = kind
            }
        }
    }

    /// The caller's placed controls.
    public enum CurrentControls {
        /// The method's name within the interface.
        public static let name = "CurrentControls"
        /// The method's full name.
        public static let method = HostInterface.name + "." + name

        /// The answer.
        public struct Reply: Codable, Sendable, Hashable {
            /// The placed controls.
            public var placements: [PlacedControl]

            /// An answer.
            public init(placements: [PlacedControl]) {
                self.placements = placements
            }
        }
    }

    /// Asks people to confirm what a performance is about to do.
    public enum Confirm {
        /// The method's name within the interface.
        public static let name = "Confirm"
        /// The method's full name.
        public static let method = HostInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The performance's name.
            public var performance: String
            /// The author's question.
            public var dialog: String?

            /// Parameters for a performance.
            public init(performance: String, dialog: String? = nil) {
                self.performance = performance
                self.dialog = dialog
            }
        }

        /// The answer.
        public struct Reply: Codable, Sendable, Hashable {
            /// Whether people said yes, in time.
            public var confirmed: Bool

            /// An answer.
            public init(confirmed: Bool) {
                self.confirmed = confirmed
            }
        }
    }

    /// Shows an activity, or changes one.
    public enum ShowActivity {
        /// The method's name within the interface.
        public static let name = "ShowActivity"
        /// The method's full name.
        public static let method = HostInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The activity.
            public var activity: ActivityState

            /// Parameters for an activity.
            public init(activity: ActivityState) {
                self.activity = activity
            }
        }
    }

    /// Ends an activity.
    public enum EndActivity {
        /// The method's name within the interface.
        public static let name = "EndActivity"
        /// The method's full name.
        public static let method = HostInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The activity's identity.
            public var id: String

            /// Parameters for an activity.
            public init(id: String) {
                self.id = id
            }
        }
    }

    /// The kind is not the caller's.
    public struct NotYours: VarlinkError, Hashable {
        public static let varlinkName = HostInterface.name + ".NotYours"
        /// The kind.
        public var kind: String

        /// The error for a kind.
        public init(kind: String) {
            self.kind = kind
        }
    }

    /// The caller shows as many activities as it may, or the activity is another's.
    public struct ActivityRefused: VarlinkError, Hashable {
        public static let varlinkName = HostInterface.name + ".ActivityRefused"
        /// The activity's identity.
        public var id: String

        /// The error for an activity.
        public init(id: String) {
            self.id = id
        }
    }
}
