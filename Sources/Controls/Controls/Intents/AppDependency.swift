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

    /// A registration. Its value is made when it is first needed.
    ///
    /// Unchecked: the mutex of the manager guards `value`.
    private final class Registration: @unchecked Sendable {
        let make: () -> Any
        var value: Any?

        init(_ make: @escaping () -> Any) {
            self.make = make
        }
    }

    private let registrations = Mutex<[DependencyKey: Registration]>([:])

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
        let registration = Registration(make)
        registrations.withLock { $0[key] = registration }
    }

    func value(for key: DependencyKey) -> Any? {
        /// A value on its way out of the lock.
        struct Made: @unchecked Sendable {
            let value: Any?
        }
        guard let registration = registrations.withLock({ $0[key] }) else { return nil }
        if let value = registrations.withLock({ _ in Made(value: registration.value) }).value { return value }
        // Made outside of the lock: a value may depend on another one. If two threads make it, the first one's counts.
        let made = Made(value: registration.make())
        return registrations.withLock { _ in
            let value = registration.value ?? made.value
            registration.value = value
            return Made(value: value)
        }.value
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
