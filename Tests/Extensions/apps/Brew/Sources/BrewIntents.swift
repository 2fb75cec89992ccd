import AppIntents

struct SelectTeaIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Tea"

    @Parameter(title: "Tea", default: .green)
    var tea: Tea
}

/// Starts a tea's timer with its live activity, or stops both.
struct ToggleBrewIntent: SetValueIntent, LiveActivityIntent {
    static var title: LocalizedStringResource = "Tea Timer"
    static var description = IntentDescription("Starts or stops the timer of a tea.")

    @Parameter(title: "Brewing")
    var value: Bool

    @Parameter(title: "Tea")
    var tea: Tea

    init() {}

    init(_ tea: Tea) {
        self.tea = tea
    }

    func perform() async throws -> some IntentResult {
        await BrewActivities.end(tea)
        if value {
            let end = try await BrewStore.shared.start(tea)
            BrewActivities.start(tea, until: end)
        } else {
            try await BrewStore.shared.stop(tea)
        }
        return .result()
    }
}

struct AddMinuteIntent: LiveActivityIntent {
    static var title: LocalizedStringResource = "Add a Minute"
    static var description = IntentDescription("Lets a tea draw for another minute.")

    @Parameter(title: "Tea")
    var tea: Tea

    init() {}

    init(_ tea: Tea) {
        self.tea = tea
    }

    func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
        let end = try await BrewStore.shared.addMinute(to: tea)
        await BrewActivities.prolong(tea, until: end)
        let minutes = Int((end.timeIntervalSinceNow / 60).rounded())
        return .result(value: minutes, dialog: "\(tea.name): \(minutes) minutes left")
    }
}
