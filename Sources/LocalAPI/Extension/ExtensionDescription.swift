import ControlModel

/// An extension's description of itself and of its controls.
public struct ExtensionDescription: Sendable, Hashable, Encodable {
    /// The name for people; also the display name of each control that has none (C4).
    public var displayName: String
    /// The controls in the order of the bundle, which is also the gallery's order (C2).
    public var controls: [DescribedControl]
    /// The names by which intents run.
    public var shortcuts: [DescribedShortcut]
    /// Notes for the extension's author: widgets that are not shown, with the reason.
    public var notes: [String]

    public init(
        displayName: String, controls: [DescribedControl], shortcuts: [DescribedShortcut] = [], notes: [String] = []
    ) {
        self.displayName = displayName
        self.controls = controls
        self.shortcuts = shortcuts
        self.notes = notes
    }
}

/// A name by which an intent runs.
public struct DescribedShortcut: Sendable, Hashable, Codable {
    /// The name: words that people say or write.
    public var phrase: String
    /// The intent, with the values that this phrase gives its parameters.
    public var intent: IntentReference

    public init(phrase: String, intent: IntentReference) {
        self.phrase = phrase
        self.intent = intent
    }
}

public struct DescribedControl: Sendable, Hashable, Codable {
    /// The control's identity, in reverse-DNS form.
    public var kind: String
    /// The control's name in the gallery.
    public var displayName: String
    /// The control's purpose, shown in the gallery.
    public var description: String?
    /// The parameters that each placement configures, with their defaults; empty if the control has none.
    public var parameters: [IntentParameterInfo]
    /// Whether people are asked for the configuration when they add the control.
    public var promptsForUserConfiguration: Bool
    /// Whether the extension is notified of the placements' push tokens (C45).
    public var wantsPushTokens: Bool
    /// The control with its preview value; `nil` if the control has no preview before it is configured (C41).
    public var preview: ControlEvaluation?
    /// Why the panel cannot show the control; `nil` if it can.
    public var problem: String?

    public init(
        kind: String, displayName: String, description: String? = nil, parameters: [IntentParameterInfo] = [],
        promptsForUserConfiguration: Bool = false, wantsPushTokens: Bool = false, preview: ControlEvaluation? = nil,
        problem: String? = nil
    ) {
        self.kind = kind
        self.displayName = displayName
        self.description = description
        self.parameters = parameters
        self.promptsForUserConfiguration = promptsForUserConfiguration
        self.wantsPushTokens = wantsPushTokens
        self.preview = preview
        self.problem = problem
    }

    /// Reads a control. Only `kind` is required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try values.decode(String.self, forKey: .kind)
        let preview: ControlEvaluation? = try values[.preview]
        self.init(
            kind: kind, displayName: try values[.displayName] ?? preview?.control.displayName ?? kind,
            description: try values[.description], parameters: try values[.parameters] ?? [],
            promptsForUserConfiguration: try values[.promptsForUserConfiguration] ?? false,
            wantsPushTokens: try values[.wantsPushTokens] ?? false, preview: preview, problem: try values[.problem])
    }
}

/// A control's body, evaluated for one value: the data that the core needs to show and to perform the control.
public struct ControlEvaluation: Sendable, Hashable, Codable {
    /// The control at rest.
    public var control: ControlSnapshot
    /// The control while its intent performs (C5: the running label).
    public var running: ControlSnapshot
    /// The intent that a hold performs; `nil` if the configuration is incomplete, so that nothing can be performed.
    public var intent: IntentReference?

    /// Creates an evaluation from its parts. Without `running`, the control at rest is used, marked as running.
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

    /// Reads an evaluation. Only `control` is required. Without `running` the control looks the same while it runs;
    /// without `intent` it cannot be performed.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            control: try values.decode(ControlSnapshot.self, forKey: .control), running: try values[.running],
            intent: try values[.intent])
    }

    private enum CodingKeys: String, CodingKey {
        case control, running, intent
    }

    /// Writes an evaluation, without `running` where the control looks the same while it runs.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(control, forKey: .control)
        if self != ControlEvaluation(control: control, intent: intent) { try values.encode(running, forKey: .running) }
        try values.encodeIfPresent(intent, forKey: .intent)
    }
}
