import Glibc
import Holdfast

/// A button that captures, and shows the number of captures.
struct Camera: ControlWidget {
    nonisolated static let kind = "org.example.sample.camera"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind, provider: CameraProvider()) { count in
            ControlWidgetButton(action: TakePicture()) {
                Text("\(count) captured")
            }
        }
        .displayName("Camera")
    }
}

struct CameraProvider: ControlValueProvider {
    var previewValue: Int { 0 }

    func currentValue() async throws -> Int {
        try SharedContainer.shared.value(forKey: "captured") ?? 0
    }
}

struct TakePicture: CameraCaptureIntent {
    struct AppContext: Codable, Sendable {
        var name: String
    }

    static let title: LocalizedStringResource = "Take a Picture"

    @Parameter(title: "Way", default: .well) var way: CaptureWay
    @Parameter(title: "Subject") var subject: String?

    func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog {
        let folder = try SharedContainer.shared.captures
        switch way {
        case .well:
            // The printed text is not the process's answer.
            print("{} click")
        case .asking:
            _ = try await $subject.requestValue("Of what?")
        case .confirming:
            try await requestConfirmation(dialog: "Really?")
        case .reloading:
            ControlCenter.shared.reloadControls(ofKind: Camera.kind)
            _ = try await ControlCenter.shared.currentControls()
        case .failing:
            throw CaptureError.dark
        case .crashing:
            abort()
        case .leaving:
            exit(0)
        case .hanging:
            // A reader of this file knows the process to wait for.
            try Self.write("\(getpid())", to: "\(folder)/begun", O_WRONLY)
            try await Task.sleep(for: .seconds(3_600))
        }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let network = descriptor < 0 ? errno : 0
        if descriptor >= 0 { close(descriptor) }
        let name = try await Self.appContext?.name ?? "nobody"
        try Self.write(
            "\(name) \(subject ?? "all") \(getpid()) \(network)", to: "\(folder)/\(name)-\(getpid())",
            O_WRONLY | O_CREAT | O_EXCL)
        try SharedContainer.shared.update(forKey: "captured", default: 0) { $0 += 1 }
        return .result(value: name, dialog: "Picture taken")
    }

    private static func write(_ text: String, to path: String, _ flags: Int32) throws {
        let file = open(path, flags, 0o666)
        guard file >= 0, Glibc.write(file, text, text.utf8.count) == text.utf8.count, close(file) == 0 else {
            throw CaptureError.dark
        }
    }
}

/// The kinds of a capture's end.
enum CaptureWay: String, AppEnum {
    case well, asking, confirming, reloading, failing, crashing, leaving, hanging

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Way"
    static let caseDisplayRepresentations: [CaptureWay: DisplayRepresentation] = [:]
}

enum CaptureError: Error, CustomLocalizedStringResourceConvertible {
    case dark

    var localizedStringResource: LocalizedStringResource { "It is too dark" }
}
