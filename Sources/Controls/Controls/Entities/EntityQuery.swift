/// Finds entities: by identifier, and those to choose from.
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable where Result.Item == Entity {
    /// What is found.
    associatedtype Entity: AppEntity
    /// The entities to choose from.
    associatedtype Result = [Entity]

    /// The entities of these identifiers. One that there is not, or no longer, is left out.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]

    /// The entities to choose from.
    func suggestedEntities() async throws -> Result
}

extension EntityQuery {
    /// The suggested entities.
    public func results() async throws -> Result {
        try await suggestedEntities()
    }

    /// None.
    public func suggestedEntities() async throws -> [Entity] { [] }
}

/// Finds entities also by words that people type.
public protocol EntityStringQuery: EntityQuery {
    /// The entities that fit the words.
    func entities(matching string: String) async throws -> Result
}

/// Finds entities of which there are few enough to list all.
public protocol EnumerableEntityQuery: EntityQuery {
    /// What is found. Said again, so that `allEntities()` tells it.
    associatedtype Entity

    /// All entities.
    func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
    /// Those of all entities that have these identifiers.
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
        let wanted = Set(identifiers)
        return try await allEntities().filter { wanted.contains($0.id) }
    }

    /// All entities.
    public func suggestedEntities() async throws -> [Entity] {
        try await allEntities()
    }
}

/// Gives the values that a parameter can have, where they are known only at run time.
public protocol DynamicOptionsProvider: Sendable {
    /// The values to choose from.
    associatedtype Result: ResultsCollection

    /// The values to choose from.
    func results() async throws -> Result

    /// The value that is taken where nobody has chosen; `nil`, as by default, where there is none.
    func defaultResult() async -> Result.Item?
}

extension DynamicOptionsProvider {
    /// None.
    public func defaultResult() async -> Result.Item? { nil }

    func choices() async throws -> [IntentChoice] {
        try await results()._items.map(IntentChoice.init(of:))
    }

    func defaultData() async -> IntentValue? {
        await defaultResult()?._data
    }
}

/// Values to choose from, most often an array.
public protocol ResultsCollection: Sendable {
    /// The type of a value.
    associatedtype Item: _IntentValue

    /// The values, in the order in which they are offered.
    var _items: [Item] { get }
}

extension Array: ResultsCollection where Element: _IntentValue {
    /// The elements.
    public var _items: [Element] { self }
}
