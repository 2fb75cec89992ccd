/// Finds entities by identifier, and suggests entities to choose from.
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable where Result.Item == Entity {
    associatedtype Entity: AppEntity
    /// The collection of entities to choose from.
    associatedtype Result = [Entity]

    /// The entities with these identifiers. An entity that does not exist, or no longer exists, is left out.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]

    /// The collection of entities to choose from.
    func suggestedEntities() async throws -> Result
}

extension EntityQuery {
    /// The suggested entities.
    public func results() async throws -> Result {
        try await suggestedEntities()
    }

    public func suggestedEntities() async throws -> [Entity] { [] }
}

/// Finds entities also by text that a user types.
public protocol EntityStringQuery: EntityQuery {
    /// The entities that match the text.
    func entities(matching string: String) async throws -> Result
}

/// Finds entities that are few enough to list completely.
public protocol EnumerableEntityQuery: EntityQuery {
    /// The type of the entities. Declared again so that the compiler infers it from `allEntities()`.
    associatedtype Entity

    func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
    /// The entities with these identifiers, picked from `allEntities()`.
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
        let wanted = Set(identifiers)
        return try await allEntities().filter { wanted.contains($0.id) }
    }

    public func suggestedEntities() async throws -> [Entity] {
        try await allEntities()
    }
}

/// Provides the possible values of a parameter if they are known only at run time.
public protocol DynamicOptionsProvider: Sendable {
    /// The values to choose from.
    associatedtype Result: ResultsCollection

    /// The values to choose from.
    func results() async throws -> Result

    /// The value if the user has chosen none. Default: `nil`, no value.
    func defaultResult() async -> Result.Item?
}

extension DynamicOptionsProvider {
    public func defaultResult() async -> Result.Item? { nil }

    /// - Throws: Errors of the provider; `TooManyChoices`.
    func choices() async throws -> [IntentChoice] {
        let results = try await results()
        let count = results._items.count
        guard count <= TooManyChoices.most else { throw TooManyChoices(count: count) }
        return results._choices
    }

    /// The first value; `nil` if there is none.
    func firstData() async throws -> IntentValue? {
        try await results()._items.first?._data
    }

    func defaultData() async -> IntentValue? {
        await defaultResult()?._data
    }
}

/// Values to choose from, usually an array.
public protocol ResultsCollection: Sendable {
    associatedtype Item: _IntentValue

    /// The values in display order.
    var _items: [Item] { get }

    /// The values in display order, as a chooser shows them.
    var _choices: [IntentChoice] { get }
}

extension ResultsCollection {
    /// The values, each shown by its representation, else by its data as text.
    public var _choices: [IntentChoice] { _items.map { IntentChoice(of: $0) } }
}

extension Array: ResultsCollection where Element: _IntentValue {
    public var _items: [Element] { self }
}

/// A query or provider has more values than a chooser can show.
struct TooManyChoices: Error, CustomStringConvertible {
    /// The most values of a chooser.
    static let most = 5_000

    let count: Int

    var description: String {
        "there are \(count) values to choose from, more than the \(Self.most) of a chooser; suggest fewer of them"
    }
}
