import Controls
import Testing

/// Queries by properties, and queries for the only entity of a type.
@Suite
struct PropertyQueryTests {
    @Test("C23 a query by properties suggests what it finds without a comparator, up to a chooser's limit")
    func suggestions() async throws {
        let journal = Journal()
        try await Journal.$current.withValue(journal) {
            let intent = try PerformableIntent(ReadBook.self, parameters: [:])
            #expect(try await intent.suggestions(forParameter: "book").map(\.title) == ["Walden", "Emma"])
            #expect(intent.parameters.first?.suggestions == ParameterSuggestions())
        }
        #expect(journal.entries == ["0 comparators, and, 0 orders, at most 5000"])
    }

    @Test("C23 a query by properties may suggest entities of its own, and need no sorting options")
    func ownSuggestions() async throws {
        let journal = Journal()
        try await Journal.$current.withValue(journal) {
            let intent = try PerformableIntent(ReadBook.self, parameters: [:])
            #expect(try await intent.suggestions(forParameter: "favourite").map(\.title) == ["Emma"])
        }
        #expect(journal.entries.isEmpty)
    }

    @Test("C23 an entity with properties is found by its identifier, and has its properties")
    func identifier() async throws {
        let intent = try PerformableIntent(ReadBook.self, parameters: ["book": .int(2)])
        #expect(try await intent.perform().value == .string("Emma, no subtitle, 474, love"))
    }

    @Test("C23 the only entity of a type is suggested, and found by its identifier")
    func unique() async throws {
        let intent = try PerformableIntent(ShowSettings.self, parameters: ["settings": .string("settings")])
        #expect(try await intent.suggestions(forParameter: "settings").map(\.title) == ["Settings"])
        #expect(try await intent.suggestions(forParameter: "cellar").map(\.title) == ["Cellar"])
        #expect(try await intent.perform().value == .string("warm"))
        let other = try PerformableIntent(ShowSettings.self, parameters: ["settings": .string("other")])
        await #expect(throws: IntentParameterError.self) { try await other.perform() }
    }
}

private struct Book: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Book"
    static let defaultQuery = BookQuery()
    static let all = [
        Book(id: 1, name: "Walden", pages: 352, tags: ["wood"]), Book(id: 2, name: "Emma", pages: 474, tags: ["love"]),
    ]

    let id: Int
    @Property(title: "Name") var name: String
    @Property(title: "Subtitle") var subtitle: String?
    @Property(title: "Pages") var pages: Int
    @Property(title: "Tags") var tags: [String]

    var displayRepresentation: DisplayRepresentation { "\(name)" }

    init(id: Int, name: String, pages: Int, tags: [String]) {
        self.id = id
        self.name = name
        self.pages = pages
        self.tags = tags
    }
}

private enum Condition: Sendable {
    case named(String), notNamed(String), containing(String), beginning(String), ending(String), tagged(String)
    case shorter(Int), longer(Int), atMost(Int), atLeast(Int), between(Int, Int)
}

/// The query as in an app's source, where the compiler infers the type of the conditions.
private struct BookQuery: EntityPropertyQuery {
    static let properties = QueryProperties {
        Property(\.$name) {
            EqualToComparator { .named($0) }
            NotEqualToComparator { name in .notNamed(name) }
            ContainsComparator { .containing($0) }
            HasPrefixComparator { .beginning($0) }
            HasSuffixComparator { .ending($0) }
        }
        Property(\.$subtitle) {
            EqualToComparator { .named($0 ?? "") }
            ContainsComparator { .containing($0) }
        }
        Property(\Book.$pages) {
            LessThanComparator { .shorter($0) }
            LessThanOrEqualToComparator { .atMost($0) }
            GreaterThanComparator { .longer($0) }
            GreaterThanOrEqualToComparator { .atLeast($0) }
            IsBetweenComparator { .between($0, $1) }
        }
        Property(\.$tags) {
            ContainsComparator { .tagged($0) }
        }
    }

    static let sortingOptions = SortingOptions {
        SortableBy(\.$name)
        SortableBy(\Book.$pages)
    }

    func entities(for identifiers: [Int]) async throws -> [Book] {
        Book.all.filter { identifiers.contains($0.id) }
    }

    func entities(
        matching comparators: [Condition], mode: ComparatorMode, sortedBy: [Sort<Book>], limit: Int?
    ) async throws -> [Book] {
        Journal.current.note(
            "\(comparators.count) comparators, \(mode), \(sortedBy.count) orders, at most \(limit ?? 0)")
        return Book.all
    }
}

private struct FavouriteQuery: EntityPropertyQuery {
    typealias ComparatorMappingType = @Sendable (Book) -> Bool

    static let properties = QueryProperties {
        Property(\Book.$name) {
            EqualToComparator { name in { $0.name == name } }
        }
    }

    func entities(for identifiers: [Int]) async throws -> [Book] {
        try await BookQuery().entities(for: identifiers)
    }

    func entities(
        matching comparators: [ComparatorMappingType], mode: ComparatorMode, sortedBy: [Sort<Book>], limit: Int?
    ) async throws -> [Book] {
        Journal.current.note("asked")
        return []
    }

    func suggestedEntities() async throws -> [Book] { Array(Book.all.suffix(1)) }
}

private struct ReadBook: AppIntent {
    static let title: LocalizedStringResource = "Read Book"
    @Parameter(title: "Book") var book: Book
    @Parameter(title: "Favourite", query: FavouriteQuery()) var favourite: Book?

    func perform() async throws -> some IntentResult & ReturnsValue<String> {
        let tags = book.tags.joined(separator: " ")
        return .result(value: "\(book.name), \(book.subtitle ?? "no subtitle"), \(book.pages), \(tags)")
    }
}

private struct Settings: UniqueAppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Settings"
    static let defaultQuery = SettingsQuery()

    let id = "settings"
    let heating: String
    var displayRepresentation: DisplayRepresentation { "Settings" }
}

private struct SettingsQuery: UniqueAppEntityQuery {
    func uniqueEntity() async throws -> Settings { Settings(heating: "warm") }
}

private struct Cellar: UniqueAppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Cellar"
    static let defaultQuery = UniqueAppEntityProvider { Cellar() }

    let id = "cellar"
    var displayRepresentation: DisplayRepresentation { "Cellar" }
}

private struct ShowSettings: AppIntent {
    static let title: LocalizedStringResource = "Show Settings"
    @Parameter(title: "Settings") var settings: Settings
    @Parameter(title: "Cellar") var cellar: Cellar?

    func perform() async throws -> some IntentResult & ReturnsValue<String> {
        .result(value: settings.heating)
    }
}
