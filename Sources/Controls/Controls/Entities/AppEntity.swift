public import FoundationEssentials
import Synchronization

/// A thing of a program's own that a parameter can have: one of many, found by a query, such as a timer or a door.
///
/// As data, an entity is its identifier, as text. The entity itself is asked for anew, of its query, whenever an intent
/// that has it is performed or a control that is configured with it is loaded.
public protocol AppEntity: AppValue, Identifiable where ID: EntityIdentifierConvertible & Sendable {
    /// The type of the query.
    associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

    /// Who is asked for entities of this type.
    static var defaultQuery: DefaultQuery { get }
}

extension AppEntity {
    /// Declares a property of the entity: `@Property(title: "Name") var name: String`.
    public typealias Property = EntityProperty

    /// An entity.
    public static var _type: IntentValueType { .entity }

    /// The identifier.
    public var _data: IntentValue { .string(id.entityIdentifierString) }

    /// Nothing: an entity is had of its query alone.
    public init?(_data data: IntentValue) { return nil }

    /// The entity's own query.
    public static var _defaultQuery: (any EntityQuery)? { defaultQuery }

    /// Whether data is an identifier.
    public static func _accepts(_ data: IntentValue) -> Bool { identifier(of: data) != nil }

    /// The entities, as the query gives them.
    public static func _resolve(_ data: [IntentValue], by query: any EntityQuery) async throws -> [Self?] {
        try await query.find(data, as: Self.self)
    }

    static func identifier(of data: IntentValue) -> ID? {
        switch data {
        case .string(let text): ID.entityIdentifier(for: text)
        // A number is written without quotes, on the command line and in YAML.
        case .int(let number): ID.entityIdentifier(for: String(number))
        default: nil
        }
    }
}

extension EntityQuery {
    fileprivate func find<Wanted>(_ data: [IntentValue], as type: Wanted.Type) async throws -> [Wanted?] {
        let identifiers = data.map(Entity.identifier(of:))
        let wanted = identifiers.compactMap { $0 }
        // A query may give the entities in any order, or fewer than were asked for.
        let found = wanted.isEmpty ? [] : try await entities(for: wanted)
        let byIdentifier = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return identifiers.map { $0.flatMap { byIdentifier[$0] } as? Wanted }
    }
}

/// An identifier of an entity that can be written as text, and read back.
public protocol EntityIdentifierConvertible {
    /// The identifier as text.
    var entityIdentifierString: String { get }

    /// The identifier that a text stands for; `nil` where it stands for none.
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension EntityIdentifierConvertible where Self: LosslessStringConvertible {
    /// The identifier as it describes itself.
    public var entityIdentifierString: String { description }

    /// The identifier that describes itself so.
    public static func entityIdentifier(for entityIdentifierString: String) -> Self? {
        Self(entityIdentifierString)
    }
}

extension String: EntityIdentifierConvertible {}
extension Int: EntityIdentifierConvertible {}

extension UUID: EntityIdentifierConvertible {
    /// The identifier in its usual form, in capitals.
    public var entityIdentifierString: String { uuidString }

    /// The identifier of this form.
    public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
        UUID(uuidString: entityIdentifierString)
    }
}

/// A property of an entity, declared with `@Property`. Copies of an entity share its storage.
@propertyWrapper
public final class EntityProperty<Value: _IntentValue>: Sendable {
    /// The property's name for people.
    public let title: LocalizedStringResource?
    private let storage = Mutex<Value?>(nil)

    /// A property that is set before it is read.
    public init(title: LocalizedStringResource? = nil) {
        self.title = title
    }

    /// The value. To read one that was never set is a mistake in the program, and ends it.
    public var wrappedValue: Value {
        get {
            if let value = storage.withLock({ $0 }) { return value }
            if let optional = Value.self as? any UnsetValue.Type, let unset = optional.unset as? Value { return unset }
            // As for a parameter: no input leads here, and the process is that of whoever wrote the entity.
            preconditionFailure("property '\(title.map(String.init(localized:)) ?? "")' was read before it was set")
        }
        set { storage.withLock { $0 = newValue } }
    }

    /// The property itself.
    public var projectedValue: EntityProperty<Value> { self }
}
