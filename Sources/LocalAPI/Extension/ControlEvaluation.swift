import ControlModel

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
