import ControlModel

/// What an extension says of itself and of its controls.
public struct ExtensionDescription: Sendable, Hashable {
    /// What people call it: the display name of its controls that have none (C4).
    public var displayName: String
    /// Its controls in the order of its bundle, which is the gallery's (C2).
    public var controls: [DescribedControl]
    /// What its author should know: widgets that are not shown, and why.
    public var notes: [String]

    /// A description of its parts.
    public init(displayName: String, controls: [DescribedControl], notes: [String] = []) {
        self.displayName = displayName
        self.controls = controls
        self.notes = notes
    }
}

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

/// A control's body, evaluated for one value, as data: what the core needs to show it and to perform it.
public struct ControlEvaluation: Sendable, Hashable, Codable {
    /// What is shown while the control is at rest.
    public var control: ControlSnapshot
    /// What is shown while its intent performs (C5).
    public var running: ControlSnapshot
    /// What a hold performs; `nil` where nothing can be performed, because the configuration is not complete.
    public var intent: IntentReference?

    /// An evaluation of its parts; without `running`, the control shown as running.
    public init(control: ControlSnapshot, running: ControlSnapshot? = nil, intent: IntentReference?) {
        self.control = control
        if let running {
            self.running = running
        } else {
            self.running = control
            self.running.isRunning = true
        }
        self.intent = intent
    }
}

extension ControlEvaluation {
    /// Reads an evaluation, of which only the control must be given: it then looks the same while it runs, and
    /// cannot be performed.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let control = try values.decode(ControlSnapshot.self, forKey: .control)
        self.init(
            control: control, running: try values.decodeIfPresent(ControlSnapshot.self, forKey: .running),
            intent: try values.decodeIfPresent(IntentReference.self, forKey: .intent))
    }
}
