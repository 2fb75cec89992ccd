import Commands
import ControlExtension
import Controls

/// A toggle that is turned on and off by commands.
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
    }
}

/// The names are those of a panel's file.
// swift-format-ignore: AlwaysUseLowerCamelCase
struct CommandToggleConfiguration: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Commands"

    @Parameter(title: "Command to Turn On") var turn_on: [String]
    @Parameter(title: "Command to Turn Off") var turn_off: [String]
    @Parameter(title: "Command for the State") var state: [String]?
    @Parameter(title: "Working Directory") var folder: String?
    @Parameter(title: "Time Limit in ms", default: TimeLimits.action, inclusiveRange: (1, TimeLimits.longest))
    var timeout_ms: Int
}

struct CommandToggleProvider: AppIntentControlValueProvider {
    struct Value {
        var isOn: Bool
        var configuration: CommandToggleConfiguration
    }

    func previewValue(configuration: CommandToggleConfiguration) -> Value {
        Value(isOn: false, configuration: configuration)
    }

    func currentValue(configuration: CommandToggleConfiguration) async throws -> Value {
        let runtime = ActionsRuntime.current
        guard let state = configuration.state else {
            return Value(
                isOn: runtime.wishes.isOn(configuration.turn_on + [""] + configuration.turn_off),
                configuration: configuration)
        }
        let limit = min(Duration.milliseconds(configuration.timeout_ms), TimeLimits.value)
        let result = try await runtime.commands.run(
            Command(
                arguments: state, parameter: "state", folder: configuration.folder, timeout: limit, output: .value))
        return Value(isOn: try CommandState.isOn(result), configuration: configuration)
    }
}

struct SetCommandToggle: SetValueIntent, SealedIntent {
    static let title: LocalizedStringResource = "Turn On or Off by Command"
    static let isDiscoverable = false

    @Parameter(title: "On") var value: Bool
    @Parameter(title: "Command to Turn On") var turnOn: [String]
    @Parameter(title: "Command to Turn Off") var turnOff: [String]
    @Parameter(title: "Working Directory") var folder: String?
    @Parameter(title: "Time Limit in ms", default: TimeLimits.action) var timeout: Int

    init() {}

    init(_ configuration: CommandToggleConfiguration) {
        turnOn = configuration.turn_on
        turnOff = configuration.turn_off
        folder = configuration.folder
        timeout = configuration.timeout_ms
    }

    func perform() async throws -> some IntentResult {
        let runtime = ActionsRuntime.current
        try await runtime.commands.run(
            Command(
                arguments: value ? turnOn : turnOff, parameter: value ? "turn_on" : "turn_off", folder: folder,
                timeout: .milliseconds(timeout))
        ).check()
        runtime.wishes.set(value, for: turnOn + [""] + turnOff)
        return .result()
    }
}
