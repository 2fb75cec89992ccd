import ControlExtension
import Controls
import EventLoop

/// A readout: a line of a command's output or of a file. Performing the control reads the line again.
struct ValueControl: ControlWidget {
    nonisolated static let kind = "io.holdfast.actions.value"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, provider: ValueProvider()) { text in
            ControlWidgetButton(action: ReadAgain()) {
                Label(text, systemImage: "gauge")
            }
        }
        .displayName("Value")
        .description("Shows what a program or a file says.")
        .pushHandler(ValuePlacements.self)
    }
}

/// The parameters have the names of a panel's file.
// swift-format-ignore: AlwaysUseLowerCamelCase
struct ValueConfiguration: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Value"

    @Parameter(title: "Command") var command: [String]?
    @Parameter(title: "File") var file: String?
    @Parameter(title: "Read Every, in ms", inclusiveRange: (250, 31 * 86_400_000)) var every_ms: Int?
    @Parameter(title: "Read When This Path Changes") var changes: String?
    @Parameter(title: "Working Directory") var folder: String?
    @Parameter(title: "Time Limit in ms", default: ActionLimits.action, inclusiveRange: (1, ActionLimits.longest))
    var timeout_ms: Int

    /// The source of the value. A file without `every_ms` and `changes` is read when it changes.
    var source: ValueSource {
        ValueSource(
            command: command, file: file, folder: folder, every: every_ms.map { .milliseconds($0) },
            changes: changes ?? (every_ms == nil ? file : nil),
            timeout: min(.milliseconds(timeout_ms), ActionLimits.value))
    }
}

struct ValueProvider: AppIntentControlValueProvider {
    func previewValue(configuration: ValueConfiguration) -> String { "–" }

    func currentValue(configuration: ValueConfiguration) async throws -> String {
        try await ActionsRuntime.current.values.value(of: configuration.source)
    }
}

/// Does nothing: after any performance, the panel loads the control again.
struct ReadAgain: SealedIntent {
    static let title: LocalizedStringResource = "Read Again"
    static let isDiscoverable = false

    func perform() async throws -> some IntentResult { .result() }
}

struct ValuePlacements: ControlPushHandler {
    func pushTokensDidChange(controls: [ControlInfo]) {
        let sources = Set(controls.compactMap { $0.configurationIntent(of: ValueConfiguration.self)?.source })
        let (values, context) = (ActionsRuntime.current.values, ExtensionContext.current)
        Task { @PanelActor in
            values.setPlaced(sources) { context.link.reload(kind: ValueControl.kind) }
        }
    }
}
