public import FoundationEssentials
import Synchronization

/// A value that belongs to the program and that a query finds, such as a timer or a door.
///
/// As data, an entity is its identifier, as text. The query loads the entity again whenever an intent with the entity
/// is performed, or a control configured with the entity is loaded.
public protocol AppEntity: AppValue, Identifiable where ID: EntityIdentifierConvertible & Sendable {
    associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

    /// The query that loads entities of this type.
    static var defaultQuery: DefaultQuery { get }
}

extension AppEntity {
    /// Declares a property of the entity: `@Property(title: "Name") var name: String`.
    public typealias Property = EntityProperty

    public static var _type: IntentValueType { .entity }

    /// The identifier, as text.
    public var _data: IntentValue { .string(id.entityIdentifierString) }

    /// Always `nil`: only the query can load an entity.
    public init?(_data data: IntentValue) { return nil }

    /// The entity's own query.
    public static var _defaultQuery: (any EntityQuery)? { defaultQuery }

    /// Whether data is an identifier.
    public static func _accepts(_ data: IntentValue) -> Bool { identifier(of: data) != nil }

    /// Loads the entities from the query. An element is `nil` if the query does not return the entity.
    public static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [Self?] {
        try await query.find(data, as: Self.self)
    }

    static func identifier(of data: IntentValue) -> ID? {
        data.identity.flatMap(ID.entityIdentifier)
    }
}

extension EntityQuery {
    fileprivate func find<Wanted>(_ data: [IntentValue], as type: Wanted.Type) async throws -> [Wanted?] {
        let identifiers = data.map(Entity.identifier(of:))
        let wanted = identifiers.compactMap { $0 }
        // A query may return the entities in any order, or fewer entities than requested.
        let found = wanted.isEmpty ? [] : try await entities(for: wanted)
        let byIdentifier = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return identifiers.map { $0.flatMap { byIdentifier[$0] } as? Wanted }
    }
}

extension AppEntity where Self: RawRepresentable, RawValue == ID {
    public var id: RawValue { rawValue }
}

extension AppEntity where Self: RawRepresentable & CaseIterable & Hashable, RawValue == ID {
    /// The query of an enumeration that is an entity: its cases.
    public static var defaultQuery: RawRepresentableQuery<Self> { RawRepresentableQuery() }
}

/// Finds the cases of an enumeration that is an entity.
public struct RawRepresentableQuery<Entity: AppEntity & RawRepresentable & CaseIterable>: EntityQuery
where Entity.RawValue == Entity.ID {
    /// A query.
    public init() {}

    /// The cases with these raw values.
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
        identifiers.compactMap(Entity.init(rawValue:))
    }

    public func suggestedEntities() async throws -> [Entity] { Array(Entity.allCases) }
}

/// An entity identifier that can be written as text and read back.
public protocol EntityIdentifierConvertible {
    /// The identifier as text.
    var entityIdentifierString: String { get }

    /// The identifier for a text; `nil` if the text is no identifier.
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension EntityIdentifierConvertible where Self: LosslessStringConvertible {
    /// The identifier's `description`.
    public var entityIdentifierString: String { description }

    /// The identifier with this `description`.
    public static func entityIdentifier(for entityIdentifierString: String) -> Self? {
        Self(entityIdentifierString)
    }
}

extension String: EntityIdentifierConvertible {}
extension Int: EntityIdentifierConvertible {}

extension UUID: EntityIdentifierConvertible {
    /// The UUID in its usual form, in capital letters.
    public var entityIdentifierString: String { uuidString }

    /// The UUID for a text in the usual form; `nil` for any other text.
    public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
        UUID(uuidString: entityIdentifierString)
    }
}

/// A property of an entity, declared with `@Property`. Copies of an entity share the property's storage.
@propertyWrapper
public final class EntityProperty<Value: _IntentValue>: Sendable {
    /// The property's name for users.
    public let title: LocalizedStringResource?
    private let storage = Mutex<Value?>(nil)

    /// A property without a value. The program must set the property before reading it.
    public init(title: LocalizedStringResource? = nil) {
        self.title = title
    }

    /// The value. Reading a value that was never set is a programming error, and ends the process.
    public var wrappedValue: Value {
        get {
            if let value = storage.withLock({ $0 }) { return value }
            if let optional = Value.self as? any UnsetValue.Type, let unset = optional.unset as? Value { return unset }
            // As for a parameter: no input leads here, and the code runs in the process of the entity's author.
            preconditionFailure("property '\(title.map(String.init(localized:)) ?? "")' was read before it was set")
        }
        set { storage.withLock { $0 = newValue } }
    }

    public var projectedValue: EntityProperty<Value> { self }
}
