import ControlModel
import EventLoop

/// The interface `io.holdfast.Host`: the core's services for extensions, and for programs of their users.
public enum HostInterface: VarlinkInterfaceName {
    public static let name = "io.holdfast.Host"

    public protocol Method: VarlinkMethodSignature where Interface == HostInterface {}

    public protocol Failure: VarlinkInterfaceError where Interface == HostInterface {}

    /// Reloads the placements of a kind, or all placements of the caller.
    public enum Reload: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The kind; `nil` for all kinds of the caller.
            public var kind: String?

            public init(kind: String?) { self.kind = kind }
        }
    }

    /// Shows values of placements, which the panel then does not ask for.
    public enum Update: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var kind: String
            /// The values, each of another placement.
            public var values: [PlacedValue]

            public init(kind: String, values: [PlacedValue]) { (self.kind, self.values) = (kind, values) }
        }
    }

    /// Lists the caller's placed controls.
    public enum CurrentControls: Method {
        public struct Reply: Codable, Sendable, Hashable {
            public var placements: [PlacedControl]
        }
    }

    /// Asks people to confirm the action that a performance is about to take.
    public enum Confirm: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var performance: String
            /// The author's question for people; `nil` for the panel's own.
            public var dialog: String?
        }

        public struct Reply: Codable, Sendable, Hashable {
            /// Whether people confirmed in time.
            public var confirmed: Bool
        }
    }

    /// Shows how much of a performance is done.
    public enum Progress: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var performance: String
            /// The part that is done, from 0 to 1.
            public var completed: Double
        }
    }

    /// Shows an activity, or updates a shown one.
    public enum ShowActivity: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var activity: ActivityState
        }
    }

    public enum EndActivity: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The activity's identity.
            public var id: String
        }
    }

    /// Reports what keeps one of the caller's extensions from working well.
    public enum Report: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The extension's name in the panel's file.
            public var `extension`: String
            /// The problem, for people; `nil` if there is none any more.
            public var problem: String?

            public init(extension name: String, problem: String?) { (self.extension, self.problem) = (name, problem) }
        }
    }

    /// The kind belongs to another caller.
    public struct NotYours: Failure {
        public var kind: String
    }

    /// The caller shows as many activities as it may, or the activity belongs to another caller.
    public struct ActivityRefused: Failure {
        /// The activity's identity.
        public var id: String
    }

    /// The interface over `service`, which identifies a caller by its user.
    ///
    /// - Parameter service: The service that answers the call; `nil` while none runs.
    @PanelActor
    public static func interface(
        over service: @autoclosure @escaping @PanelActor () -> (any HostService)?
    ) -> VarlinkInterface {
        VarlinkInterface(
            name: name, description: HoldfastInterfaces.host,
            methods: [
                .method(Reload.self) { parameters, call in
                    if service()?.reload(kind: parameters.kind, for: .user(call.peer.user)) == true {
                        call.reply(NoParameters())
                    } else if let kind = parameters.kind {
                        call.fail(NotYours(kind: kind))
                    } else {
                        call.fail(VarlinkService.PermissionDenied())
                    }
                },
                .method(Update.self) { parameters, call in
                    let isTheirs = service()?.update(
                        kind: parameters.kind, to: parameters.values, for: .user(call.peer.user))
                    if isTheirs == true {
                        call.reply(NoParameters())
                    } else {
                        call.fail(NotYours(kind: parameters.kind))
                    }
                },
                .method(CurrentControls.self) { _, call in
                    call.reply(.init(placements: service()?.currentControls(for: .user(call.peer.user)) ?? []))
                },
                .method(Confirm.self) { parameters, call in
                    guard let service = service() else { return call.reply(.init(confirmed: false)) }
                    let question = service.confirm(
                        performance: parameters.performance, dialog: parameters.dialog
                    ) { isConfirmed in
                        call.reply(.init(confirmed: isConfirmed))
                    }
                    call.ended = { question.cancel() }
                },
                .method(Progress.self) { parameters, call in
                    service()?.progress(of: parameters.performance, parameters.completed)
                    call.reply(NoParameters())
                },
                .method(ShowActivity.self) { parameters, call in
                    if service()?.show(parameters.activity, for: .user(call.peer.user)) == true {
                        call.reply(NoParameters())
                    } else {
                        call.fail(ActivityRefused(id: parameters.activity.id))
                    }
                },
                .method(EndActivity.self) { parameters, call in
                    service()?.endActivity(id: parameters.id, for: .user(call.peer.user))
                    call.reply(NoParameters())
                },
                .method(Report.self) { parameters, call in
                    service()?.report(parameters.problem, of: parameters.extension, for: .user(call.peer.user))
                    call.reply(NoParameters())
                },
            ])
    }
}

/// A placed control, with the data that its extension may know (C46).
public struct PlacedControl: Sendable, Hashable, Codable {
    public var kind: String
    /// The placement's configuration; empty if it has none.
    public var configuration: [String: IntentValue]
    /// The secret part of the placement's push topic; `nil` if the control wants no pushes (C45).
    public var pushToken: String?

    public init(kind: String, configuration: [String: IntentValue] = [:], pushToken: String? = nil) {
        self.kind = kind
        self.configuration = configuration
        self.pushToken = pushToken
    }

    /// Reads a placement. Only `kind` is required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(String.self, forKey: .kind), configuration: try values[.configuration] ?? [:],
            pushToken: try values[.pushToken])
    }
}

/// A placement's control with a new value. State and texts come together, so that no surface shows parts of two moments.
public struct PlacedValue: Sendable, Hashable, Codable {
    /// The placement's configuration; empty if it has none.
    public var configuration: [String: IntentValue]
    /// The whole control, as the method `Snapshot` of the extension replies.
    public var evaluation: ControlEvaluation

    public init(configuration: [String: IntentValue] = [:], evaluation: ControlEvaluation) {
        (self.configuration, self.evaluation) = (configuration, evaluation)
    }

    /// Reads a value. Only `evaluation` is required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            configuration: try values[.configuration] ?? [:],
            evaluation: try values.decode(ControlEvaluation.self, forKey: .evaluation))
    }
}

/// A live activity as surfaces show it until it ends: title, symbol and remaining time (C29).
public struct ActivityState: Sendable, Hashable, Codable {
    /// The activity's identity, unique in its panel.
    public var id: String
    /// The activity's title, for people.
    public var title: String
    /// The text beneath the title.
    public var subtitle: String?
    /// The name of the activity's symbol.
    public var symbol: String?
    /// The start time in seconds since 1970; `nil` if the activity has none.
    public var begins: Double?
    /// The end time in seconds since 1970; `nil` if it is open.
    public var ends: Double?

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
