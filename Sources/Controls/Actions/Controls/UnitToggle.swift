import ControlExtension
import Controls
import EventLoop

/// A toggle that starts and stops a systemd unit.
struct UnitToggle: ControlWidget {
    nonisolated static let kind = "io.holdfast.actions.unit"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, provider: UnitProvider()) { shown in
            ControlWidgetToggle(shown.configuration.unit, isOn: shown.state.isOn, action: SetUnit(shown.configuration))
            {
                isOn in
                Label(Self.word(for: isOn, shown.state), systemImage: isOn ? "gearshape.fill" : "gearshape")
            }
        }
        .displayName("Unit")
        .description("Starts and stops a unit of systemd.")
        .pushHandler(UnitPlacements.self)
    }

    private static func word(for isOn: Bool, _ state: UnitState) -> String {
        isOn == state.isOn ? state.word ?? (isOn ? "On" : "Off") : isOn ? "On" : "Off"
    }
}

/// The parameters have the names of a panel's file.
// swift-format-ignore: AlwaysUseLowerCamelCase
struct UnitConfiguration: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Unit"

    @Parameter(title: "Unit") var unit: String
    @Parameter(title: "Time Limit in ms", default: ActionLimits.action, inclusiveRange: (1, ActionLimits.longest))
    var timeout_ms: Int
}

struct UnitProvider: AppIntentControlValueProvider {
    typealias Value = (state: UnitState, configuration: UnitConfiguration)

    func previewValue(configuration: UnitConfiguration) -> Value {
        (UnitState(active: "inactive"), configuration)
    }

    func currentValue(configuration: UnitConfiguration) async throws -> Value {
        (try await ActionsRuntime.current.units.state(of: configuration.unit), configuration)
    }
}

struct SetUnit: SetValueIntent, SealedIntent {
    static let title: LocalizedStringResource = "Start or Stop Unit"
    static let isDiscoverable = false

    @Parameter(title: "Running") var value: Bool
    @Parameter(title: "Unit") var unit: String
    @Parameter(title: "Time Limit in ms", default: ActionLimits.action) var timeout: Int

    init() {}

    init(_ configuration: UnitConfiguration) {
        unit = configuration.unit
        timeout = configuration.timeout_ms
    }

    func perform() async throws -> some IntentResult {
        try await ActionsRuntime.current.units.set(unit, starts: value, within: .milliseconds(timeout))
        return .result()
    }
}

struct UnitPlacements: ControlPushHandler {
    func pushTokensDidChange(controls: [ControlInfo]) {
        let placed = Set(controls.compactMap { $0.configurationIntent(of: UnitConfiguration.self)?.unit })
        let (units, context) = (ActionsRuntime.current.units, ExtensionContext.current)
        Task { @PanelActor in
            units.setPlaced(placed) { context.link.reload(kind: UnitToggle.kind) }
        }
    }
}
