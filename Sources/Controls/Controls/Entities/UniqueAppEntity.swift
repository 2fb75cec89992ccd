/// An entity of which there is only one, such as the settings of a house.
public protocol UniqueAppEntity: AppEntity where DefaultQuery: UniqueAppEntityQuery {}

/// Finds the only entity of its type.
public protocol UniqueAppEntityQuery: EnumerableEntityQuery where Entity: UniqueAppEntity {
    /// The type of the entity. Declared again so that the compiler infers it from `uniqueEntity()`.
    associatedtype Entity

    func uniqueEntity() async throws -> Entity
}

extension UniqueAppEntityQuery {
    /// The entity alone.
    public func allEntities() async throws -> [Entity] { [try await uniqueEntity()] }
}

/// A query that takes the only entity from a closure: `static let defaultQuery = UniqueAppEntityProvider { House() }`.
public struct UniqueAppEntityProvider<Entity: UniqueAppEntity>: UniqueAppEntityQuery {
    private let provider: @Sendable () async throws -> Entity

    /// A query with its closure, which is called for each request.
    public init(_ provider: @escaping @Sendable () async throws -> Entity) {
        self.provider = provider
    }

    /// The entity from the closure.
    public func uniqueEntity() async throws -> Entity { try await provider() }
}
