import Commands
import ControlExtension
import Controls

/// A control button that runs a command.
struct CommandControl: ControlWidget {
    nonisolated static let kind = "io.holdfast.actions.command"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, intent: RunCommand.self) { command in
            ControlWidgetButton(action: command) {
                Label("Command", systemImage: "terminal")
            }
        }
        .displayName("Command")
        .description("Runs a program.")
    }
}

/// The configuration, and the intent that it performs. The parameters have the names of a panel's file.
// swift-format-ignore: AlwaysUseLowerCamelCase
struct RunCommand: ControlConfigurationIntent, SealedIntent {
    static let title: LocalizedStringResource = "Run Command"
    static let isDiscoverable = false

    @Parameter(title: "Program and Arguments") var arguments: [String]
    @Parameter(title: "Working Directory") var folder: String?
    @Parameter(title: "Time Limit in ms", default: ActionLimits.action, inclusiveRange: (1, ActionLimits.longest))
    var timeout_ms: Int

    func perform() async throws -> some IntentResult {
        try await ActionsRuntime.current.commands.run(
            Command(arguments: arguments, folder: folder, timeout: .milliseconds(timeout_ms))
        ).check()
        return .result()
    }
}
