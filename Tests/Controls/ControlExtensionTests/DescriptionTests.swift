import ControlModel
import Controls
import LocalAPI
import Testing

@testable import ControlExtension

/// Descriptions of bundles whose queries hang, and of a control that is a program by itself.
@MainActor
struct DescriptionTests {
    @Test("a query that hangs uses up the time for all queries of a description, and every control is described")
    func hangingQueries() async throws {
        let folder = try TestFolder()
        let context = ExtensionContext(
            name: "sample", displayName: "Sample", link: HostLink(FakeConnection { _ in .success(.done) }) { _ in },
            container: SharedContainer(path: folder.path), capturing: nil)
        let service = BundleService(
            ResolvedBundle(Shelves(), name: "Shelves"), context: context, previewLimit: .milliseconds(200))
        let asked = Counter()
        let description = await Counter.$current.withValue(asked) { await service.describe(in: nil) }
        #expect(description.controls.map(\.kind) == ["org.example.a", "org.example.b", "org.example.c"])
        #expect(description.controls.allSatisfy { $0.preview == nil && $0.parameters.map(\.name) == ["book"] })
        #expect(asked.count == 1)
    }

    @Test("a control with @main is a bundle of its own")
    func loneControl() {
        let bundle = ResolvedBundle(LoneControl<ShelfA>(), name: "Shelf A")
        #expect(bundle.controls.map(\.kind) == ["org.example.a"])
    }

    @Test("C28 a program finds its shortcut providers; in a test's program, those of the bundle's module count")
    func providers() async throws {
        let found = ShortcutProviders.all(inModuleOf: Shelves.self)
        #expect(found.map { String(describing: $0) } == ["ShelfPhrases"])
        #expect(ShortcutProviders.all.count > 1, "other tests have providers, too")
        let context = ExtensionContext(
            name: "sample", displayName: "Sample", link: HostLink(FakeConnection { _ in .success(.done) }) { _ in },
            container: SharedContainer(path: try TestFolder().path), capturing: nil)
        let bundle = ResolvedBundle(LoneControl<ShelfA>(), name: "Shelf", shortcuts: found)
        // Without time for queries, a phrase of words stays.
        let description = await BundleService(bundle, context: context, previewLimit: .zero).describe(in: nil)
        #expect(description.shortcuts.map(\.phrase) == ["Dust off Shelf"])
        #expect(description.shortcuts.first?.intent.values == ["times": .int(2)])
        #expect(description.shortcuts.first?.intent.type == "Dust")
        #expect(description.notes == ["left out: the phrase 'Dust off …': its values were not there in time"])
    }

    /// Counts on the main actor, as the queries run there.
    private final class Counter: @unchecked Sendable {
        @TaskLocal static var current = Counter()
        @MainActor var count = 0
    }

    private struct Shelves: WidgetBundle {
        var body: some Widget {
            ShelfA()
            ShelfB()
            ShelfC()
        }
    }

    private struct ShelfA: ControlWidget {
        var body: some ControlWidgetConfiguration { DescriptionTests.makeShelf("org.example.a") }
    }

    private struct ShelfB: ControlWidget {
        var body: some ControlWidgetConfiguration { DescriptionTests.makeShelf("org.example.b") }
    }

    private struct ShelfC: ControlWidget {
        var body: some ControlWidgetConfiguration { DescriptionTests.makeShelf("org.example.c") }
    }

    private static func makeShelf(_ kind: String) -> some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: kind, intent: SelectBook.self) { (selected: SelectBook) in
            ControlWidgetButton(action: ReadBook()) { Text(selected.book.id) }
        }
    }

    private struct SelectBook: ControlConfigurationIntent {
        static let title: LocalizedStringResource = "Select Book"
        @Parameter(title: "Book") var book: Book
    }

    private struct ReadBook: AppIntent {
        static let title: LocalizedStringResource = "Read Book"
        func perform() async throws -> some IntentResult { .result() }
    }

    private struct Book: AppEntity {
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Book"
        static let defaultQuery = BookQuery()
        let id: String
        var displayRepresentation: DisplayRepresentation { "\(id)" }
    }

    private struct BookQuery: EntityQuery {
        func entities(for identifiers: [String]) async throws -> [Book] { identifiers.map { Book(id: $0) } }

        func defaultResult() async -> Book? {
            await MainActor.run { Counter.current.count += 1 }
            // Nothing resumes it, not even the end of its task.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return nil
        }
    }
}

private struct ShelfPhrases: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: Dust(times: 2), phrases: ["Dust off \(.applicationName)", "Dust off \(\.$book)"],
            shortTitle: "Dust",
            systemImageName: "wind")
    }
}

/// Nothing resumes it.
private struct HangingBooks: DynamicOptionsProvider {
    func results() async throws -> [String] {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return []
    }
}

private struct Dust: AppIntent {
    static let title: LocalizedStringResource = "Dust"

    @Parameter(title: "Times") var times: Int
    @Parameter(title: "Book", optionsProvider: HangingBooks()) var book: String

    init() {}

    init(times: Int) {
        self.times = times
    }

    func perform() async throws -> some IntentResult { .result() }
}
