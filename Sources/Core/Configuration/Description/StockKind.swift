import ControlModel

/// A control kind of a process that comes with Holdfast and carries out actions of a panel's file.
///
/// A kind is declared once, here. Its keys are in `Keys`. `holdfast-actions` performs its kinds with controls in
/// `Sources/Controls/Actions/Controls`, and `holdfast-gateway` its own with `TopicControls`.
public struct StockKind: Sendable, Hashable {
    /// The kind's name, which the other process uses, too.
    public let name: String
    /// The extension that provides the kind.
    public let grant: ExtensionGrant
    /// Whether the kind has an on and an off state.
    public let isToggle: Bool
    private let effect: (@Sendable (Values, _ isOn: Bool) -> String)?

    private init(
        _ name: String, by grant: ExtensionGrant, isToggle: Bool = false,
        effect: (@Sendable (Values, Bool) -> String)? = nil
    ) {
        self.name = grant.domain + "." + name
        self.grant = grant
        self.isToggle = isToggle
        self.effect = effect
    }

    static let command = StockKind("command", by: DelegatedAction.actions) { values, _ in
        "run \(values.words("arguments"))"
    }
    public static let commandToggle = StockKind("command-toggle", by: DelegatedAction.actions, isToggle: true) {
        "run \($0.words($1 ? "turn_on" : "turn_off"))"
    }
    static let capture = StockKind("capture", by: DelegatedAction.actions) { values, _ in
        "run \(values.words("arguments"))"
    }
    static let unit = StockKind("unit", by: DelegatedAction.actions, isToggle: true) {
        "\($1 ? "start" : "stop") \($0.text("unit"))"
    }
    static let value = StockKind("value", by: DelegatedAction.actions)
    static let webhook = StockKind("webhook", by: DelegatedAction.actions) { values, _ in
        "send \(values.text("method")) \(values.address("url"))"
    }
    static let sharedToggle = StockKind("share", by: DelegatedAction.gateway, isToggle: true) {
        "publish \($1 ? "ON" : "OFF") to \($0.text("topic"))/set"
    }
    public static let topic = StockKind("mqtt", by: DelegatedAction.gateway, isToggle: true) {
        "publish \($0.text($1 ? "turned_on" : "turned_off")) to \($0.text("command"))"
    }
    static let topicValue = StockKind("mqtt-value", by: DelegatedAction.gateway)

    public static let all = [
        command, commandToggle, capture, unit, value, webhook, sharedToggle, topic, topicValue,
    ]

    /// The kind of a name; `nil` if there is none.
    public static func named(_ name: String) -> StockKind? { all.first { $0.name == name } }

    /// The effect of a performance, for people: `run fanctl 1`, `send POST http://localhost:9/ring`; `nil` if the kind only
    /// reports. Parts of a request that may be secret are left out: headers, body, and the address's user, password and
    /// query.
    ///
    /// - Parameters:
    ///   - values: The configuration of the performed control.
    ///   - isOn: The state to which a toggle goes; `nil` for a button.
    public func effect(of values: [String: IntentValue], isOn: Bool?) -> String? {
        effect?(Values(values: values), isOn == true)
    }

    public static func == (left: StockKind, right: StockKind) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension StockKind {
    /// Values of a configuration as text; empty where one is missing.
    fileprivate struct Values {
        let values: [String: IntentValue]

        func text(_ name: String) -> String {
            if case .string(let text)? = values[name] { text } else { "" }
        }

        func words(_ name: String) -> String {
            guard case .array(let words)? = values[name] else { return "" }
            return words.map { if case .string(let word) = $0 { word } else { "" } }.joined(separator: " ")
        }

        /// A URL without user, password, query and fragment.
        func address(_ name: String) -> String {
            let url = text(name)
            var shown = url.prefix { $0 != "?" && $0 != "#" }
            guard let scheme = shown.firstRange(of: "://") else { return String(shown) }
            let host = shown[scheme.upperBound...].prefix { $0 != "/" }
            if let at = host.lastIndex(of: "@") { shown.removeSubrange(scheme.upperBound...at) }
            return String(shown)
        }
    }
}
