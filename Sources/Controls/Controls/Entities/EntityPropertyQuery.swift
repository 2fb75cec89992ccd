/// Finds entities also by their properties.
///
/// A panel neither filters nor sorts entities. Without suggestions of its own, such a query suggests the entities that
/// it finds without a comparator. The panel ignores the properties and the sorting options, which Apple's shortcuts use.
public protocol EntityPropertyQuery: EntityQuery {
    /// The type into which a comparator turns the user's value, such as a predicate.
    associatedtype ComparatorMappingType

    static var properties: Self.QueryProperties { get }

    /// The properties by which the query sorts entities. Default: none.
    static var sortingOptions: Self.SortingOptions { get }

    /// The entities that match the comparators.
    ///
    /// - Parameters:
    ///   - comparators: The conditions. A panel gives none: it wants all entities.
    ///   - mode: Whether an entity has to match all of the comparators, or one.
    ///   - sortedBy: The order of the entities. A panel gives none.
    ///   - limit: The most entities that the caller uses.
    func entities(
        matching comparators: [ComparatorMappingType], mode: EntityQueryComparatorMode,
        sortedBy: [EntityQuerySort<Entity>], limit: Int?
    ) async throws -> Result
}

extension EntityPropertyQuery {
    /// The properties of a query: `static let properties = QueryProperties { … }`.
    public typealias QueryProperties = EntityQueryProperties<Entity, ComparatorMappingType>
    /// A property with its comparators: `Property(\.$name) { EqualToComparator { … } }`.
    public typealias Property = EntityQueryProperty
    /// The sorting options of a query: `static let sortingOptions = SortingOptions { … }`.
    public typealias SortingOptions = EntityQuerySortingOptions<Entity>
    /// A property by which entities are sorted: `SortableBy(\.$name)`.
    public typealias SortableBy = EntityQuerySortableByProperty<Entity>
    public typealias Sort = EntityQuerySort
    /// Whether an entity has to match all comparators, or one.
    public typealias ComparatorMode = EntityQueryComparatorMode

    public static var sortingOptions: SortingOptions { SortingOptions() }

    /// The entities that the query finds without a comparator, as many as a chooser shows.
    public func suggestedEntities() async throws -> Result {
        try await entities(matching: [], mode: .and, sortedBy: [], limit: TooManyChoices.most)
    }
}

/// Whether an entity has to match all comparators of a query, or one.
public enum EntityQueryComparatorMode: Hashable, Sendable {
    case and
    /// At least one comparator.
    case or
}

public struct EntityQuerySort<Entity: AppEntity> {
    public enum Ordering: Hashable, Sendable {
        /// The smallest value is first.
        case ascending
        /// The largest value is first.
        case descending
    }

    public let by: PartialKeyPath<Entity>
    public let order: Ordering
}

/// The properties by which a query finds entities. A panel ignores the properties, and never calls the closure.
public struct EntityQueryProperties<Entity: AppEntity, ComparatorMappingType>: Sendable {
    public init(
        @EntityQueryPropertiesBuilder<Entity, ComparatorMappingType>
        properties: () -> [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>]
    ) {}
}

@resultBuilder
public enum EntityQueryPropertiesBuilder<Entity: AppEntity, ComparatorMappingType> {
    public static func buildExpression(
        _ expression: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>
    ) -> EntityQueryPropertyDeclaration<Entity, ComparatorMappingType> {
        expression
    }

    public static func buildBlock(
        _ properties: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>...
    ) -> [EntityQueryPropertyDeclaration<Entity, ComparatorMappingType>] {
        properties
    }
}

/// A property by which a query finds entities, whatever the property's type.
public class EntityQueryPropertyDeclaration<Entity: AppEntity, ComparatorMappingType> {
    init() {}
}

/// A property by which a query finds entities, with the property's comparators.
public final class EntityQueryProperty<
    Entity: AppEntity, Subject: AppEntity, Property: EntityProperty<PropertyType>, PropertyType: _IntentValue,
    ComparatorMappingType
>: EntityQueryPropertyDeclaration<Entity, ComparatorMappingType> {
    public typealias QueryComparators = [AnyEntityQueryComparator<
        Entity, Subject, Property, PropertyType, ComparatorMappingType
    >]

    /// A property of another entity, which belongs to the query's entity.
    public convenience init(
        _ keyPath: KeyPath<Subject, Property>, entityProvider: @escaping (Entity) -> Subject,
        @EntityQueryComparatorsBuilder<Entity, Subject, Property, PropertyType, ComparatorMappingType>
        comparators: () -> QueryComparators
    ) {
        self.init()
    }
}

extension EntityQueryProperty where Entity == Subject {
    public convenience init(
        _ keyPath: KeyPath<Subject, Property>,
        @EntityQueryComparatorsBuilder<Entity, Entity, Property, PropertyType, ComparatorMappingType>
        comparators: () -> QueryComparators
    ) {
        self.init()
    }
}

/// The properties by which a query sorts entities. A panel ignores the properties, and never calls the closure.
public struct EntityQuerySortingOptions<Entity: AppEntity>: Sendable {
    public init() {}

    public init(
        @EntityQuerySortingOptionsBuilder<Entity> content: () -> [EntityQuerySortableByProperty<Entity>]
    ) {}
}

@resultBuilder
public enum EntityQuerySortingOptionsBuilder<Entity: AppEntity> {
    public static func buildExpression(
        _ expression: EntityQuerySortableByProperty<Entity>
    ) -> EntityQuerySortableByProperty<Entity> {
        expression
    }

    public static func buildBlock(
        _ properties: EntityQuerySortableByProperty<Entity>...
    ) -> [EntityQuerySortableByProperty<Entity>] {
        properties
    }
}

public struct EntityQuerySortableByProperty<Entity: AppEntity>: Sendable {
    /// The property at a key path, such as `\.$name`.
    public init<Property>(_ keyPath: KeyPath<Entity, Property>) {}
}
