import AppIntents
import SwiftUI
import WidgetKit

@available(iOS 18, *)
struct PerformActionButton: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(
            kind: "com.example.myApp.performActionButton"
        ) {
            ControlWidgetButton(action: LaunchAppIntent(.history)) {
                Label("Launch App", systemImage: "arrow.up.forward.app")
            }
        }
        .displayName("Launch App")
        .description("An example control that launches the parent app.")
    }
}

struct LaunchAppIntent: OpenIntent {
    static var title: LocalizedStringResource = "Launch App"

    @Parameter(title: "Target")
    var target: LaunchAppEnum

    init() {}

    init(_ target: LaunchAppEnum) {
        self.target = target
    }
}

enum LaunchAppEnum: String, AppEnum {
    case timer
    case history

    static var typeDisplayRepresentation = TypeDisplayRepresentation(name: "Productivity Timer's app screens")
    static var caseDisplayRepresentations = [
        LaunchAppEnum.timer: DisplayRepresentation("Timer"),
        LaunchAppEnum.history: DisplayRepresentation("History"),
    ]
}

struct CameraButton: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "com.example.myApp.camera") {
            ControlWidgetButton("Camera", action: TakePicture()) { isCapturing in
                Image(systemName: isCapturing ? "camera.fill" : "camera")
                if isCapturing {
                    Text("Capturing…")
                }
            }
        }
        .displayName("Camera")
    }
}

struct TakePicture: CameraCaptureIntent {
    struct Settings: Codable, Sendable {
        var usesFlash = false {
            didSet { save() }
        }

        private func save() {
            Task {
                do {
                    try await TakePicture.updateAppContext(self)
                } catch {
                    print("Unable to update intent context: \(error)")
                }
            }
        }
    }

    typealias AppContext = Settings

    static let title: LocalizedStringResource = "Take a Picture"
    static let isDiscoverable = false

    @MainActor
    func perform() async throws -> some IntentResult & OpensIntent {
        if let settings = try await TakePicture.appContext, settings.usesFlash {
            print("With flash")
        }
        return .result(opensIntent: LaunchAppIntent(.timer))
    }
}

/// Declarations of public sources that compile, and of which a panel shows nothing.
struct ReportIntent: AppIntent, CustomIntentMigratedAppIntent {
    static var title: LocalizedStringResource = "Report"
    static var intentClassName: String = "ReportIntent"
    static var supportedModes: IntentModes { .foreground(.immediate) }

    @Parameter(
        title: "Text", default: "Fine",
        inputOptions: .init(keyboardType: .default, capitalizationType: .none, multiline: true, autocorrect: false),
        inputConnectionBehavior: .connectToPreviousIntentResult)
    var text: String

    @Parameter(title: "Loud", default: false, displayName: .init(true: "Loud", false: "Quiet"))
    var isLoud: Bool

    static var parameterSummary: some ParameterSummary {
        Summary {
            \.$text
            \.$isLoud
        }
    }

    func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog & ShowsSnippetView {
        UserDefaults(suiteName: "group.com.example.myApp")?.setValue(text, forKey: "report")
        return .result(value: text, dialog: "Reported") {
            Label("Reported", systemImage: "checkmark")
                .symbolEffect(.bounce, value: isLoud)
                .symbolRenderingMode(.hierarchical)
                .symbolVariant(.fill)
                .contentTransition(.identity)
                .labelStyle(.titleAndIcon)
                .foregroundColor(.secondary)
                .accessibilityHint("Says that all is well")
        }
    }
}
