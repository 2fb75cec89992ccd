/// The kinds of what comes with Holdfast and carries out what a panel's file says.
public enum StockKind: String, Sendable, Hashable, CaseIterable {
    case command = "io.holdfast.actions.command"
    case commandToggle = "io.holdfast.actions.command-toggle"
    case capture = "io.holdfast.actions.capture"
    case unit = "io.holdfast.actions.unit"
    case value = "io.holdfast.actions.value"
    case webhook = "io.holdfast.actions.webhook"
    case topic = "io.holdfast.gateway.mqtt"

    /// Whether it has an on and an off.
    public var isToggle: Bool {
        switch self {
        case .commandToggle, .unit, .topic: true
        case .capture, .command, .value, .webhook: false
        }
    }

    /// Who carries it out.
    public var grant: ExtensionGrant {
        switch self {
        case .capture, .command, .commandToggle, .unit, .value, .webhook: Errand.actions
        case .topic: Errand.gateway
        }
    }
}
