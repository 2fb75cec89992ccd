import Controls
import Testing

/// Phrases as names of intents.
@Suite @MainActor
struct ShortcutTests {
    private let bundle = ResolvedBundle(Kitchen(), name: "Kitchen", shortcuts: [Phrases.self])

    @Test("C28 a phrase is a name of its intent, with the app's name in place")
    func words() async throws {
        var names: [ResolvedShortcut.Name] = []
        for phrase in bundle.shortcuts[0].phrases { names += try await phrase.names() }
        #expect(names.map(\.phrase) == ["Boil water", "Boil water in Kitchen"])
        #expect(names[0].values == ["minutes": .int(3)])
        let outcome = await bundle.perform(
            intent: bundle.name(of: bundle.shortcuts[0].intent), values: names[0].values)
        #expect(outcome.performed?.dialog == "3 min")
    }

    @Test("C28 a phrase with a parameter is a name for each value of the parameter")
    func parameter() async throws {
        let phrase = try #require(bundle.shortcuts[1].phrases.first)
        #expect(phrase.pattern == "Make …")
        let names = try await phrase.names()
        #expect(names.map(\.phrase) == ["Make Tea", "Make Black Coffee"])
        #expect(names.map { $0.values["drink"] } == [.string("tea"), .string("coffee")])
    }

    @Test("C28 a phrase with two parameters is no name")
    func severalParameters() async throws {
        let phrase = try #require(bundle.shortcuts[1].phrases.last)
        #expect(phrase.pattern == "Make … with …")
        await #expect(throws: ShortcutError.severalParameters) { try await phrase.names() }
    }

    @Test("C28 the shortcut of an intent that is not discoverable is left out")
    func hidden() {
        #expect(bundle.shortcuts.count == 2)
        #expect(bundle.discoverableIntents.map(\.title) == ["Boil", "Make"])
    }
}

private struct Kitchen: WidgetBundle {
    var body: some Widget {}
}

private struct Phrases: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: Boil(minutes: 3), phrases: ["Boil water", "Boil water in \(.applicationName)"],
            shortTitle: "Boil", systemImageName: "flame")
        AppShortcut(intent: Make(), phrases: ["Make \(\.$drink)", "Make \(\.$drink) with \(\.$drink)"])
        AppShortcut(intent: Secret(), phrases: ["Be secret"], shortTitle: "Secret", systemImageName: "eye.slash")
    }
}

private struct Boil: AppIntent {
    static let title: LocalizedStringResource = "Boil"

    @Parameter(title: "Minutes", default: 1) var minutes: Int

    init() {}

    init(minutes: Int) {
        self.minutes = minutes
    }

    func perform() async throws -> some IntentResult & ProvidesDialog { .result(dialog: "\(minutes) min") }
}

private struct Make: AppIntent {
    static let title: LocalizedStringResource = "Make"

    @Parameter(title: "Drink") var drink: Drink

    func perform() async throws -> some IntentResult { .result() }
}

private enum Drink: String, AppEnum {
    case tea, coffee

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Drink"
    static let caseDisplayRepresentations: [Drink: DisplayRepresentation] = [.tea: "Tea", .coffee: "Black Coffee"]
}

private struct Secret: AppIntent {
    static let title: LocalizedStringResource = "Secret"
    static let isDiscoverable = false

    func perform() async throws -> some IntentResult { .result() }
}
