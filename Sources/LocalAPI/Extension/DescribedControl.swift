import ControlModel

/// A kind of control, as its extension describes it.
public struct DescribedControl: Sendable, Hashable, Codable {
    /// The control's identity, in reverse-DNS form.
    public var kind: String
    /// The control's name in the gallery.
    public var displayName: String
    /// What the control does, for the gallery.
    public var description: String?
    /// The parameters that each placement configures, with their defaults; empty where there are none.
    public var parameters: [IntentParameterInfo]
    /// Whether people are asked for the configuration when they add the control.
    public var promptsForUserConfiguration: Bool
    /// Whether the extension wants to be told of the placements' push tokens (C45).
    public var wantsPushTokens: Bool
    /// The control with its preview value; `nil` where there can be none before it is configured (C41).
    public var preview: ControlEvaluation?

    /// A control of its parts.
    public init(
        kind: String, displayName: String, description: String? = nil, parameters: [IntentParameterInfo] = [],
        promptsForUserConfiguration: Bool = false, wantsPushTokens: Bool = false, preview: ControlEvaluation? = nil
    ) {
        self.kind = kind
        self.displayName = displayName
        self.description = description
        self.parameters = parameters
        self.promptsForUserConfiguration = promptsForUserConfiguration
        self.wantsPushTokens = wantsPushTokens
        self.preview = preview
    }
}

extension DescribedControl {
    /// Reads a control, of which only the kind must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try values.decode(String.self, forKey: .kind)
        let preview = try values.decodeIfPresent(ControlEvaluation.self, forKey: .preview)
        self.init(
            kind: kind,
            displayName: try values.decodeIfPresent(String.self, forKey: .displayName)
                ?? preview?.control.displayName ?? kind,
            description: try values.decodeIfPresent(String.self, forKey: .description),
            parameters: try values.decodeIfPresent([IntentParameterInfo].self, forKey: .parameters) ?? [],
            promptsForUserConfiguration: try values.decodeIfPresent(Bool.self, forKey: .promptsForUserConfiguration)
                ?? false,
            wantsPushTokens: try values.decodeIfPresent(Bool.self, forKey: .wantsPushTokens) ?? false,
            preview: preview)
    }
}
