public import FoundationEssentials

/// A control where it is placed.
public struct ControlInfo: Identifiable, Sendable {
    /// The placement's identity: two placements of one kind with the same configuration share it.
    public let id: String
    /// The control's kind.
    public let kind: String
    /// How the placement is reloaded by a message; `nil` where its control has no push handler.
    public let pushInfo: ControlPushInfo?
    private let configuration: [String: IntentValue]
    /// The configuration, with its entities, where it was asked for.
    private let intent: (any ControlConfigurationIntent)?

    /// A placement.
    ///
    /// - Parameters:
    ///   - kind: The control's kind.
    ///   - configuration: The placement's values of the configuration's parameters, by their names.
    ///   - pushToken: The secret part of the placement's push topic; `nil` where it has none.
    public init(kind: String, configuration: [String: IntentValue] = [:], pushToken: String? = nil) {
        self.init(kind: kind, configuration: configuration, pushToken: pushToken, intent: nil)
    }

    init(
        kind: String, configuration: [String: IntentValue], pushToken: String?,
        intent: (any ControlConfigurationIntent)?
    ) {
        let values = configuration.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        id = ([kind] + values).joined(separator: " ")
        self.kind = kind
        self.configuration = configuration
        pushInfo = pushToken.map { ControlPushInfo(token: Data($0.utf8)) }
        self.intent = intent
    }

    /// The placement's configuration.
    ///
    /// - Returns: `nil` where the control is not configured by such an intent, a required parameter has no value, or
    ///   there is an entity among the values and nobody was there to ask for it.
    public func configurationIntent<Intent: ControlConfigurationIntent>(of type: Intent.Type = Intent.self) -> Intent? {
        if let intent { return intent as? Intent }
        let intent = Intent()
        guard !configuration.isEmpty, IntentParameters.set(configuration, on: intent).isEmpty,
            IntentParameters.missing(in: intent).isEmpty, IntentParameters.areResolved(in: intent)
        else { return nil }
        return intent
    }
}

extension ControlInfo {
    /// The placement, with its configuration's entities.
    func resolved(by type: (any ControlConfigurationIntent.Type)?) async -> ControlInfo {
        func configured<Intent: ControlConfigurationIntent>(_ type: Intent.Type) async -> Intent? {
            // A placement whose entity cannot be had is told of without its configuration.
            guard let configured = try? await Configured<Intent>(configuration) else { return nil }
            return configured.problems.isEmpty ? configured.intent : nil
        }
        guard let type, let intent = await configured(type) else { return self }
        return ControlInfo(
            kind: kind, configuration: configuration,
            pushToken: pushInfo.map { String(decoding: $0.token, as: UTF8.self) }, intent: intent)
    }
}

extension ControlInfo: Hashable {
    /// Whether two placements have the same kind, configuration and token.
    public static func == (first: ControlInfo, second: ControlInfo) -> Bool {
        first.kind == second.kind && first.configuration == second.configuration && first.pushInfo == second.pushInfo
    }

    /// Hashes kind, configuration and token.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(configuration)
        hasher.combine(pushInfo)
    }
}

/// How a placed control is reloaded by a message.
public struct ControlPushInfo: Hashable, Sendable {
    /// The secret part of the placement's push topic, as UTF-8.
    public let token: Data
}

/// Is told where controls are placed that can be reloaded by a message, for the server that sends these.
public protocol ControlPushHandler {
    /// A handler.
    init()

    /// Called with all placements of the controls whose handler this is, whenever one is added, removed or configured.
    func pushTokensDidChange(controls: [ControlInfo])
}
