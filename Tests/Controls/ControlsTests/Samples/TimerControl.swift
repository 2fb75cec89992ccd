import Controls

struct TimerToggle: ControlWidget {
    static let kind = "com.example.MyApp.TimerToggle"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind, provider: TimerValueProvider()) { isRunning in
            ControlWidgetToggle("Productivity Timer", isOn: isRunning, action: ToggleTimerIntent()) { isOn in
                Label(isOn ? "Running" : "Stopped", systemImage: isOn ? "hourglass" : "hourglass.bottomhalf.filled")
                    .controlWidgetActionHint(isOn ? "Start" : "Stop")
            }
            .tint(.purple)
        }
        .displayName("Productivity Timer")
        .description("Start and stop a productivity timer.")
    }
}

struct TimerValueProvider: ControlValueProvider {
    var previewValue: Bool {
        false
    }

    func currentValue() async throws -> Bool {
        try await TimerManager.shared.fetchRunningState()
    }
}

struct ToggleTimerIntent: SetValueIntent {
    static let title: LocalizedStringResource = "Productivity Timer"

    @Parameter(title: "Running")
    var value: Bool

    func perform() async throws -> some IntentResult {
        try await TimerManager.shared.setTimerRunning(value)
        return .result()
    }
}

/// The model of an app; `refusal` makes it fail.
@MainActor
final class TimerManager {
    static let shared = TimerManager()
    var isRunning = false
    var isUnreachable = false
    var refusal: String?
    var requests: [Bool] = []

    func fetchRunningState() throws -> Bool {
        if isUnreachable { throw TimerError.unreachable }
        return isRunning
    }

    func setTimerRunning(_ value: Bool) throws {
        requests.append(value)
        if let refusal { throw TimerError.refused(refusal) }
        isRunning = value
    }

    func reset() {
        isRunning = false
        isUnreachable = false
        refusal = nil
        requests = []
    }
}

enum TimerError: Error, CustomLocalizedStringResourceConvertible {
    case refused(String)
    case unreachable

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .refused(let why): "Refused: \(why)"
        case .unreachable: "No timer"
        }
    }
}
