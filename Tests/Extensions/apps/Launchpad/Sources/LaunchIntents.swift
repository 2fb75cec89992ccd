import AppIntents

/// Opens a destination by its URL, and remembers it.
struct OpenDestinationIntent: AppIntent {
    static var title: LocalizedStringResource = "Open Destination"
    static var description = IntentDescription("Opens a page that you have saved.", categoryName: "Pages")

    @Parameter(title: "Destination", requestValueDialog: "Which page?")
    var destination: DestinationEntity

    static var parameterSummary: some ParameterSummary {
        Summary("Open \(\.$destination)")
    }

    init() {}

    init(_ destination: DestinationEntity) {
        self.destination = destination
    }

    func perform() async throws -> some IntentResult & OpensIntent {
        guard let found = Destination.find(destination.id) else { throw LaunchError.gone }
        try await LaunchHistory.shared.add(found.id)
        return .result(opensIntent: OpenURLIntent(found.url))
    }
}

/// Opens what was opened last.
struct OpenAgainIntent: AppIntent {
    static var title: LocalizedStringResource = "Open Again"
    static var description = IntentDescription("Opens the page that was opened last.", categoryName: "Pages")

    func perform() async throws -> some IntentResult & OpensIntent {
        guard let last = try await LaunchHistory.shared.last() else { throw LaunchError.nothingOpened }
        return .result(opensIntent: OpenURLIntent(last.url))
    }
}

/// The names by which people run the intents without a control.
struct LaunchpadShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: OpenDestinationIntent(), phrases: ["Open \(\.$destination) with \(.applicationName)"],
            shortTitle: "Open Destination", systemImageName: "arrow.up.forward.app")
        AppShortcut(
            intent: OpenAgainIntent(),
            phrases: ["Open again with \(.applicationName)", "Repeat \(.applicationName)"],
            shortTitle: "Open Again", systemImageName: "arrow.counterclockwise")
    }
}
