import AppIntents

enum TimerChoice: String, AppEnum, Codable {
    case work, rest

    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Timer"
    static var caseDisplayRepresentations: [TimerChoice: DisplayRepresentation] = [
        .work: "Work", .rest: "Break",
    ]

    var name: String { self == .work ? "Work" : "Break" }
    var minutes: Int { self == .work ? 25 : 5 }
}

struct SelectTimerIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Timer"

    @Parameter(title: "Timer", default: .work)
    var timer: TimerChoice
}

struct ToggleTimerIntent: SetValueIntent, LiveActivityIntent {
    static var title: LocalizedStringResource = "Productivity Timer"
    static var description = IntentDescription("Starts or stops a timer.")

    @Parameter(title: "Running")
    var value: Bool

    @Parameter(title: "Timer")
    var timer: TimerChoice

    init() {}

    init(timer: TimerChoice) {
        self.timer = timer
    }

    func perform() async throws -> some IntentResult {
        try await TimerManager.shared.setRunning(value, timer)
        return .result()
    }
}
