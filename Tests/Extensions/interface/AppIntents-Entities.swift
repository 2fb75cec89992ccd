import AppIntents
import Foundation

//# AppIntents: entities, enumerations and queries

//| `AppEntity` | works | as data, an entity is its identifier
struct Song: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Song"
    static let defaultQuery = SongQuery()

    let id: UUID
    @Property(title: "Name") var name: String

    var displayRepresentation: DisplayRepresentation { "\(name)" }
}

//| `EntityProperty` and `@Property` | works | a value of an entity, with a name
func nameProperty(of song: Song) -> EntityProperty<String> { song.$name }

//| `EntityQuery` | works | asked whenever a control is loaded or an intent performs
struct SongQuery: EntityQuery {
    func entities(for identifiers: [UUID]) async throws -> [Song] { [] }

    func suggestedEntities() async throws -> [Song] { [] }
}

//| `EntityQuery.suggestedEntities()` | works | the entities to choose from, at most 5,000
struct SectionedDoors: EntityQuery {
    func entities(for identifiers: [Int]) async throws -> [Door] { [] }

    func suggestedEntities() async throws -> IntentItemCollection<Door> { IntentItemCollection(items: [Door]()) }
}

//| `EntityQuery.defaultResult()` | works | the entity if the user has chosen none
struct DefaultDoor: EntityQuery {
    func entities(for identifiers: [Int]) async throws -> [Door] { [] }

    func defaultResult() async -> Door? { Door(id: 1, name: "Front") }
}

//| `EntityStringQuery` | works | a person may type a name
struct TypedDoors: EntityStringQuery {
    func entities(for identifiers: [Int]) async throws -> [Door] { [] }

    func entities(matching string: String) async throws -> [Door] { [] }

    func suggestedEntities() async throws -> [Door] { [] }
}

//| `EnumerableEntityQuery` | works | all entities, few enough to list
struct AllDoors: EnumerableEntityQuery {
    func allEntities() async throws -> [Door] { [] }
}

//| `EntityPropertyQuery` | works | asked without a comparator: suggests all that it finds
struct SongsByName: EntityPropertyQuery {
    typealias ComparatorMappingType = String

    static let properties = QueryProperties {
        Property(\Song.$name) {
            EqualToComparator { "is \($0)" }
            ContainsComparator { "has \($0)" }
        }
    }

    static let sortingOptions = SortingOptions {
        SortableBy(\Song.$name)
    }

    func entities(for identifiers: [UUID]) async throws -> [Song] { [] }

    func entities(
        matching comparators: [String], mode: ComparatorMode, sortedBy: [Sort<Song>], limit: Int?
    ) async throws -> [Song] {
        []
    }
}

//| `UniqueAppEntity` | works | an entity of which there is only one
struct HouseSettings: UniqueAppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Settings"
    static let defaultQuery: HouseSettingsQuery = HouseSettingsQuery()

    let id: String
    var displayRepresentation: DisplayRepresentation { "Settings" }
}

//| `UniqueAppEntityQuery` | works | finds the only entity of its type
struct HouseSettingsQuery: UniqueAppEntityQuery {
    func uniqueEntity() async throws -> HouseSettings { HouseSettings(id: "settings") }
}

//| `UniqueAppEntityProvider` | works | such a query from a closure
func settingsProvider() -> UniqueAppEntityProvider<HouseSettings> {
    UniqueAppEntityProvider { HouseSettings(id: "settings") }
}

//| `EntityIdentifierConvertible` | works | an identifier of your own type, as text
struct Shelf: EntityIdentifierConvertible, Hashable, Sendable {
    let number: Int

    var entityIdentifierString: String { String(number) }

    static func entityIdentifier(for entityIdentifierString: String) -> Shelf? {
        Int(entityIdentifierString).map { Shelf(number: $0) }
    }
}

//| `AppEnum` | works | as data, a case is its raw value
enum Speed: Int, AppEnum {
    case slow = 1
    case fast = 2

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Speed"
    static let caseDisplayRepresentations: [Speed: DisplayRepresentation] = [.slow: "Slow", .fast: "Fast"]
}

//| `AppValue` | works | a case or an entity
func identity(of value: some AppValue) -> String { type(of: value).persistentIdentifier }

//| `TypeDisplayRepresentation(name:numericFormat:)` | works | the name of several is not shown
func nameOfDoors() -> TypeDisplayRepresentation {
    TypeDisplayRepresentation(name: "Door", numericFormat: "\(placeholder: .int) doors")
}

//| `DisplayRepresentation(title:subtitle:image:)` | works | a line of a chooser
func representation() -> DisplayRepresentation {
    DisplayRepresentation(title: "Front", subtitle: "Downstairs", image: .init(systemName: "door.left.hand.open"))
}

//| `DisplayRepresentation(title:subtitle:image:synonyms:)` | nothing | a panel has no Siri that listens for synonyms
func representationWithSynonyms() -> DisplayRepresentation {
    DisplayRepresentation(title: "Front", subtitle: nil, image: nil, synonyms: ["Street"])
}

//| `DisplayRepresentation.Image(systemName:isTemplate:)` | works | a symbol, which a panel always fills with a colour
func imageOfSymbol() -> DisplayRepresentation.Image { DisplayRepresentation.Image(systemName: "bell") }

//| `DisplayRepresentation.Image(named:isTemplate:)` | works | a symbol of the asset catalogue, or an SVG file in the folder `symbols`
func imageByName() -> DisplayRepresentation.Image { DisplayRepresentation.Image(named: "bell", isTemplate: true) }

//| `DisplayRepresentation.Image(data:isTemplate:)` | nothing | a chooser shows no pictures
func imageOfData() -> DisplayRepresentation.Image { DisplayRepresentation.Image(data: Data()) }

//| `DisplayRepresentation.Image(url:isTemplate:)` | nothing | a chooser shows no pictures
func imageAtAddress(_ url: URL) -> DisplayRepresentation.Image { DisplayRepresentation.Image(url: url) }
