import Commands
import ControlExtension
import Controls
import EventLoop

/// A toggle that runs one command to turn on and another to turn off.
struct CommandToggle: ControlWidget {
    nonisolated static let kind = "io.holdfast.actions.command-toggle"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, provider: CommandToggleProvider()) { shown in
            ControlWidgetToggle(
                isOn: shown.isOn, action: SetCommandToggle(shown.configuration),
                label: { Label("Command", systemImage: shown.isOn ? "terminal.fill" : "terminal") })
        }
        .displayName("Command")
        .description("Runs one program to turn on, and one to turn off.")
        .pushHandler(CommandTogglePlacements.self)
    }
}

/// The parameters have the names of a panel's file.
// swift-format-ignore: AlwaysUseLowerCamelCase
struct CommandToggleConfiguration: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Commands"

    @Parameter(title: "Command to Turn On") var turn_on: [String]
    @Parameter(title: "Command to Turn Off") var turn_off: [String]
    @Parameter(title: "Command for the State") var state: [String]?
    @Parameter(title: "Ask for the State Every, in ms", inclusiveRange: (250, 31 * 86_400_000)) var every_ms: Int?
    @Parameter(title: "Ask for the State When This Path Changes") var changes: String?
    @Parameter(title: "Working Directory") var folder: String?
    @Parameter(title: "Time Limit in ms", default: ActionLimits.action, inclusiveRange: (1, ActionLimits.longest))
    var timeout_ms: Int

    /// The source of the state; `nil` without a `state` command.
    var source: ValueSource? {
        state.map {
            ValueSource(
                command: $0, folder: folder, every: every_ms.map { .milliseconds($0) }, changes: changes,
                timeout: min(.milliseconds(timeout_ms), ActionLimits.value), isState: true)
        }
    }
}

struct CommandToggleProvider: AppIntentControlValueProvider {
    typealias Value = (isOn: Bool, configuration: CommandToggleConfiguration)

    func previewValue(configuration: CommandToggleConfiguration) -> Value {
        (isOn: false, configuration: configuration)
    }

    func currentValue(configuration: CommandToggleConfiguration) async throws -> Value {
        let runtime = ActionsRuntime.current
        guard let source = configuration.source else {
            return (runtime.requested.isOn(configuration.turn_on + [""] + configuration.turn_off), configuration)
        }
        let state = try await runtime.states.value(of: source)
        return (state == CommandState.text(true), configuration)
    }
}

struct SetCommandToggle: SetValueIntent, SealedIntent {
    static let title: LocalizedStringResource = "Turn On or Off by Command"
    static let isDiscoverable = false

    @Parameter(title: "On") var value: Bool
    @Parameter(title: "Command to Turn On") var turnOn: [String]
    @Parameter(title: "Command to Turn Off") var turnOff: [String]
    @Parameter(title: "Working Directory") var folder: String?
    @Parameter(title: "Time Limit in ms", default: ActionLimits.action) var timeout: Int

    init() {}

    init(_ configuration: CommandToggleConfiguration) {
        turnOn = configuration.turn_on
        turnOff = configuration.turn_off
        folder = configuration.folder
        timeout = configuration.timeout_ms
    }

    func perform() async throws -> some IntentResult {
        let runtime = ActionsRuntime.current
        let command = Command(
            arguments: value ? turnOn : turnOff, parameter: value ? "turn_on" : "turn_off", folder: folder,
            timeout: .milliseconds(timeout))
        do throws(CommandError) {
            try await runtime.commands.run(command).check()
        } catch {
            await runtime.states.forget()
            throw error
        }
        // The panel reads the state next, and must not get a state from before the command.
        await runtime.states.forget()
        runtime.requested.set(value, for: turnOn + [""] + turnOff)
        return .result()
    }
}

struct CommandTogglePlacements: ControlPushHandler {
    func pushTokensDidChange(controls: [ControlInfo]) {
        let sources = controls.compactMap { $0.configurationIntent(of: CommandToggleConfiguration.self)?.source }
        let watched = Set(sources.filter { $0.every != nil || $0.changes != nil })
        let (states, context) = (ActionsRuntime.current.states, ExtensionContext.current)
        Task { @PanelActor in
            states.setPlaced(watched) { context.link.reload(kind: CommandToggle.kind) }
        }
    }
}
