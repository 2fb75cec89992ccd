public import FoundationEssentials

/// A placement of a control on the panel.
public struct ControlInfo: Identifiable, Sendable, Hashable {
    /// The placement's identity. Two placements of one kind with the same configuration share the identity.
    public let id: String
    /// The control's kind, as the extension's source names it.
    public let kind: String
    /// The push token by which a message reloads the placement; `nil` if the control has no push handler.
    public let pushInfo: ControlPushInfo?
    private let configuration: [String: IntentValue]
    /// The configuration with its entities loaded; `nil` if it was not resolved.
    private let intent: (any ControlConfigurationIntent)?

    /// A placement.
    ///
    /// - Parameters:
    ///   - configuration: The placement's values of the configuration's parameters, by their names.
    ///   - pushToken: The secret part of the placement's push topic; `nil` if the placement has none.
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
    /// - Returns: `nil` if the control has another configuration type, if a required parameter has no value, or if a
    ///   value is an entity that is not loaded.
    public func configurationIntent<Intent: ControlConfigurationIntent>(of type: Intent.Type = Intent.self) -> Intent? {
        if let intent { return intent as? Intent }
        let intent = Intent()
        guard !configuration.isEmpty, IntentParameters.set(configuration, on: intent).isEmpty,
            IntentParameters.missing(in: intent).isEmpty, IntentParameters.areResolved(in: intent)
        else { return nil }
        return intent
    }

    /// The placement with its configuration's entities loaded from their queries.
    func resolved(by type: (any ControlConfigurationIntent.Type)?) async -> ControlInfo {
        func configured<Intent: ControlConfigurationIntent>(_ type: Intent.Type) async -> Intent? {
            // A placement whose entity cannot be loaded is reported without its configuration.
            guard let configured = try? await Configured<Intent>(configuration) else { return nil }
            return configured.problems.isEmpty ? configured.intent : nil
        }
        guard let type, let intent = await configured(type) else { return self }
        return ControlInfo(
            kind: kind, configuration: configuration,
            pushToken: pushInfo.map { String(decoding: $0.token, as: UTF8.self) }, intent: intent)
    }

    /// Whether two placements have the same kind, configuration and token.
    public static func == (first: ControlInfo, second: ControlInfo) -> Bool {
        first.kind == second.kind && first.configuration == second.configuration && first.pushInfo == second.pushInfo
    }

    /// Hashes kind, configuration and token.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(pushInfo)
    }
}

/// The token with which a message reloads a placed control.
public struct ControlPushInfo: Hashable, Sendable {
    /// The secret part of the placement's push topic, as UTF-8.
    public let token: Data
}

/// Receives the placements that messages can reload, and passes their tokens to the server that sends the messages.
public protocol ControlPushHandler {
    /// A handler.
    init()

    /// Called whenever a placement is added, removed or configured, with all placements of the controls that use this
    /// handler.
    func pushTokensDidChange(controls: [ControlInfo])
}
