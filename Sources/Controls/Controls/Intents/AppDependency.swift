import Synchronization

/// A value that the program has registered with `AppDependencyManager`, for its intents, queries and options providers:
/// `@Dependency var store: Store`.
///
/// As with Apple's, the value's type need not be `Sendable`: the program makes a value safe that its intents share.
@propertyWrapper
public final class AppDependency<Value>: @unchecked Sendable {
    private let key: DependencyKey
    private let manager: AppDependencyManager
    private let fallback: (() -> Value)?

    /// A value of this type, registered under this key.
    public convenience init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) {
        self.init(key: key, manager: manager, fallback: nil)
    }

    /// A value of this type, registered under this key, or a default if none is registered.
    public convenience init(
        key: AnyHashable? = nil, manager: AppDependencyManager = .shared, default: @autoclosure @escaping () -> Value
    ) {
        self.init(key: key, manager: manager, fallback: `default`)
    }

    private init(key: AnyHashable?, manager: AppDependencyManager, fallback: (() -> Value)?) {
        self.key = DependencyKey(Value.self, key)
        self.manager = manager
        self.fallback = fallback
    }

    /// The value. Reading a value that is not registered and has no default is a programming error, and ends the process.
    public var wrappedValue: Value {
        if let value = manager.value(for: key) as? Value { return value }
        if let fallback { return fallback() }
        // As in Apple's implementation. No input leads here, and the code runs in the process of the intent's author.
        preconditionFailure("no dependency of the type \(Value.self) was added to the AppDependencyManager")
    }
}

/// The values that a program's intents, queries and options providers depend on.
public final class AppDependencyManager: Sendable {
    /// The program's manager.
    public static let shared = AppDependencyManager()

    /// A registration: the way its value is made, and the value once it is made.
    private struct Entry: @unchecked Sendable {
        let number: Int
        let make: () -> Any
        var value: Any?
    }

    private struct Entries: Sendable {
        var count = 0
        var byKey: [DependencyKey: Entry] = [:]
    }

    private let entries = Mutex(Entries())

    /// A manager without values.
    public init() {}

    /// Registers a value by its type and a key. It is made when it is first needed; a later registration replaces it.
    public func add<Value>(key: AnyHashable? = nil, dependency: @autoclosure @escaping () -> Value) {
        register(DependencyKey(Value.self, key), dependency)
    }

    /// Registers a value by its type and a key. It is made when it is first needed; a later registration replaces it.
    public func add<Value>(key: AnyHashable? = nil, dependency: @escaping () -> Value) {
        register(DependencyKey(Value.self, key), dependency)
    }

    private func register(_ key: DependencyKey, _ make: @escaping () -> Any) {
        let entry = Entry(number: 0, make: make)
        entries.withLock { entries in
            entries.count += 1
            entries.byKey[key] = Entry(number: entries.count, make: entry.make)
        }
    }

    func value(for key: DependencyKey) -> Any? {
        while var entry = entries.withLock({ $0.byKey[key] }) {
            if let value = entry.value { return value }
            // Made outside of the lock: a value may depend on another one. The value of the first of two threads counts.
            entry.value = entry.make()
            let made = entry
            entries.withLock { entries in
                guard let known = entries.byKey[key], known.number == made.number, known.value == nil else { return }
                entries.byKey[key] = made
            }
        }
        return nil
    }
}

/// Identifies a dependency.
struct DependencyKey: Hashable, @unchecked Sendable {
    private let type: ObjectIdentifier
    private let key: AnyHashable?

    init(_ type: Any.Type, _ key: AnyHashable?) {
        self.type = ObjectIdentifier(type)
        self.key = key
    }
}

extension AppIntent {
    /// A value that the program has registered: `@Dependency var store: Store`.
    public typealias Dependency = AppDependency
}

extension DynamicOptionsProvider {
    /// A value that the program has registered: `@Dependency var store: Store`.
    public typealias Dependency = AppDependency
}
