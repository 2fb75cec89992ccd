import AppIntents
import HoldfastTesting

/// The panel script of an app, which lies beside the app's panel.
struct AppScript {
    private let app: any WidgetBundle.Type
    private let folder: String

    init(of app: any WidgetBundle.Type) {
        self.app = app
        folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/\(app)"
    }

    /// Hosts the app's extension on its panel, and runs the script.
    func run() async throws -> HarnessOutcome {
        let name = "\(app)".lowercased()
        return try await PanelHarness(hosting: [name: app], in: folder).run(script: "\(name).panel")
    }
}
