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

extension HostInterface {
    /// The interface over `service`, which knows its callers by their user.
    @PanelActor
    public static func interface(over service: any HostService) -> VarlinkInterface {
        VarlinkInterface(
            name: name, description: HoldfastInterfaces.host,
            methods: [
                .method(Reload.name, Reload.Parameters.self, NoParameters.self) { parameters, call in
                    if service.reload(kind: parameters.kind, for: .user(call.peer.user)) {
                        call.reply(NoParameters())
                    } else if let kind = parameters.kind {
                        call.fail(NotYours(kind: kind))
                    } else {
                        call.fail(VarlinkService.PermissionDenied())
                    }
                },
                .method(CurrentControls.name, NoParameters.self, CurrentControls.Reply.self) { _, call in
                    call.reply(.init(placements: service.currentControls(for: .user(call.peer.user))))
                },
                .method(Confirm.name, Confirm.Parameters.self, Confirm.Reply.self) { parameters, call in
                    let question = service.confirm(
                        performance: parameters.performance, dialog: parameters.dialog
                    ) { isConfirmed in
                        call.reply(.init(confirmed: isConfirmed))
                    }
                    call.ended = { question.cancel() }
                },
                .method(ShowActivity.name, ShowActivity.Parameters.self, NoParameters.self) { parameters, call in
                    if service.show(parameters.activity, for: .user(call.peer.user)) {
                        call.reply(NoParameters())
                    } else {
                        call.fail(ActivityRefused(id: parameters.activity.id))
                    }
                },
                .method(EndActivity.name, EndActivity.Parameters.self, NoParameters.self) { parameters, call in
                    service.endActivity(id: parameters.id, for: .user(call.peer.user))
                    call.reply(NoParameters())
                },
            ])
    }
}

/// A control where it is placed, as its extension may know it (C46).
public struct PlacedControl: Sendable, Hashable, Codable {
    /// The control's kind.
    public var kind: String
    /// The placement's configuration; empty where it has none.
    public var configuration: [String: IntentValue]
    /// The secret part of the placement's push topic; `nil` where the control wants none (C45).
    public var pushToken: String?

    /// A placement of its parts.
    public init(kind: String, configuration: [String: IntentValue] = [:], pushToken: String? = nil) {
        self.kind = kind
        self.configuration = configuration
        self.pushToken = pushToken
    }
}

extension PlacedControl {
    /// Reads a placement, of which only the kind must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(String.self, forKey: .kind),
            configuration: try values.decodeIfPresent([String: IntentValue].self, forKey: .configuration) ?? [:],
            pushToken: try values.decodeIfPresent(String.self, forKey: .pushToken))
    }
}

/// A live activity as surfaces show it: title, symbol and remaining time, until it ends (C29).
public struct ActivityState: Sendable, Hashable, Codable {
    /// The activity's identity, unique in its panel.
    public var id: String
    /// What goes on.
    public var title: String
    /// What stands beneath the title.
    public var subtitle: String?
    /// The name of its symbol.
    public var symbol: String?
    /// When it began, in seconds since 1970; `nil` where it has no time.
    public var begins: Double?
    /// When it is over, in seconds since 1970; `nil` where that is open.
    public var ends: Double?

    /// An activity of its parts.
    public init(
        id: String, title: String, subtitle: String? = nil, symbol: String? = nil, begins: Double? = nil,
        ends: Double? = nil
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.symbol = symbol
        self.begins = begins
        self.ends = ends
    }
}
