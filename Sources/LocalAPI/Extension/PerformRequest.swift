import ControlModel

/// Asks for an intent to be performed, once.
public struct PerformRequest: Sendable, Hashable, Codable {
    /// This performance's name: unguessable, and never used twice. `io.holdfast.Host.Confirm` is asked with it.
    public var performance: String
    /// The control that is performed, which is evaluated anew for the reply; `nil` for an intent run by name.
    public var kind: String?
    /// The placement's configuration.
    public var configuration: [String: IntentValue]
    /// The type of the intent.
    public var intent: String
    /// The values of the intent's parameters when the body was evaluated.
    public var values: [String: IntentValue]
    /// What people have answered where the intent asked for values, by the parameters' names (C24).
    public var answers: [String: IntentValue]
    /// The state that a toggle goes to, set as the intent's `value` (C21); `nil` for a button.
    public var isOn: Bool?

    /// A request of its parts.
    public init(
        performance: String, kind: String?, configuration: [String: IntentValue] = [:], intent: String,
        values: [String: IntentValue] = [:], answers: [String: IntentValue] = [:], isOn: Bool? = nil
    ) {
        self.performance = performance
        self.kind = kind
        self.configuration = configuration
        self.intent = intent
        self.values = values
        self.answers = answers
        self.isOn = isOn
    }
}

extension PerformRequest {
    /// Reads a request, of which only the performance and the intent must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            performance: try values.decode(String.self, forKey: .performance),
            kind: try values.decodeIfPresent(String.self, forKey: .kind),
            configuration: try values.decodeIfPresent([String: IntentValue].self, forKey: .configuration) ?? [:],
            intent: try values.decode(String.self, forKey: .intent),
            values: try values.decodeIfPresent([String: IntentValue].self, forKey: .values) ?? [:],
            answers: try values.decodeIfPresent([String: IntentValue].self, forKey: .answers) ?? [:],
            isOn: try values.decodeIfPresent(Bool.self, forKey: .isOn))
    }
}
