import ControlExtension
import Controls

/// A control button that sends a request to a server.
struct WebhookControl: ControlWidget {
    nonisolated static let kind = "io.holdfast.actions.webhook"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, intent: SendWebhook.self) { webhook in
            ControlWidgetButton(action: webhook) {
                Label("Webhook", systemImage: "network")
            }
        }
        .displayName("Webhook")
        .description("Sends a request to a server.")
    }
}

/// The configuration, and the intent that it performs. The parameters have the names of a panel's file.
// swift-format-ignore: AlwaysUseLowerCamelCase
struct SendWebhook: ControlConfigurationIntent, SealedIntent {
    static let title: LocalizedStringResource = "Send Webhook"
    static let isDiscoverable = false

    @Parameter(title: "Address") var url: String
    @Parameter(title: "Method", default: "POST") var method: String
    @Parameter(title: "Headers", default: []) var headers: [String]
    @Parameter(title: "Body") var body: String?
    @Parameter(title: "File of the Bearer Token") var secret_file: String?
    @Parameter(title: "Time Limit in ms", default: 10_000, inclusiveRange: (1, ActionLimits.longest))
    var timeout_ms: Int
    @Parameter(title: "Retries", default: 2, inclusiveRange: (0, 10)) var retries: Int

    func perform() async throws -> some IntentResult {
        try await ActionsRuntime.current.webhooks.send(
            Webhook(
                url: url, method: method, headers: headers, body: body, secretFile: secret_file,
                timeout: .milliseconds(timeout_ms), retries: retries))
        return .result()
    }
}
