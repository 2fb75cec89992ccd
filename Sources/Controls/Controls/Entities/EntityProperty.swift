import Synchronization

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
