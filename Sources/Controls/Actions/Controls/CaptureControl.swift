import Commands
import ControlExtension
import Controls

/// A control button whose command captures data into a file (C30).
struct CaptureControl: ControlWidget {
    nonisolated static let kind = "io.holdfast.actions.capture"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, intent: Capture.self) { capture in
            ControlWidgetButton(action: capture) {
                Label("Capture", systemImage: "camera")
            }
        }
        .displayName("Capture")
        .description("Has a program capture something into a file.")
    }
}

/// The configuration, and the intent that it performs. The parameters have the names of a panel's file.
// swift-format-ignore: AlwaysUseLowerCamelCase
struct Capture: ControlConfigurationIntent, SealedIntent {
    static let title: LocalizedStringResource = "Capture"
    static let isDiscoverable = false

    @Parameter(title: "Program and Arguments") var arguments: [String]
    @Parameter(title: "Working Directory") var folder: String?
    @Parameter(title: "Captures That Are Kept", default: 100, inclusiveRange: (1, 100_000)) var keep: Int
    @Parameter(title: "Time Limit in ms", default: ActionLimits.action, inclusiveRange: (1, ActionLimits.longest))
    var timeout_ms: Int

    func perform() async throws -> some IntentResult {
        let captures = try CaptureFolder(in: .shared)
        let file = captures.freshFile()
        do {
            try await ActionsRuntime.current.commands.run(
                Command(
                    arguments: arguments.map { $0.replacing("{file}", with: file) }, folder: folder,
                    timeout: .milliseconds(timeout_ms), mask: 0o077, hasNetwork: false)
            ).check()
            guard try captures.has(file) else { throw ActionError.nothingCaptured }
        } catch {
            // The partial files of a failing camera must not fill the disk, nor those of a cancelled command that still
            // writes. Errors here are ignored, because the user must see the reason for the first failure.
            try? captures.discard(file)
            try? captures.keep(keep)
            // The error must not reveal the path of the captures.
            throw (error as? CommandError)?.replacing(file, with: "{file}") ?? error
        }
        try captures.keep(keep)
        return .result()
    }
}
