import Controls
import Synchronization
import Testing

struct AppDependencyTests {
    private final class Store: Sendable {
        let name: String

        init(_ name: String) { self.name = name }
    }

    private struct Reader {
        @AppDependency var store: Store

        init(_ manager: AppDependencyManager, key: String? = nil) {
            _store = AppDependency(key: key.map { AnyHashable($0) }, manager: manager)
        }
    }

    @Test("a value is found by its type and key, and made once, when it is first needed")
    func found() {
        let manager = AppDependencyManager()
        let made = Mutex(0)
        manager.add { () -> Store in
            made.withLock { $0 += 1 }
            return Store("plain")
        }
        manager.add(key: "other", dependency: Store("other"))
        #expect(made.withLock { $0 } == 0)
        let reader = Reader(manager)
        #expect(reader.store.name == "plain" && reader.store === Reader(manager).store)
        #expect(made.withLock { $0 } == 1)
        #expect(Reader(manager, key: "other").store.name == "other")
    }

    @Test("a later registration replaces an earlier one, and a default stands in for a missing one")
    func replaced() {
        let manager = AppDependencyManager()
        let reader = AppDependency(manager: manager, default: Store("default"))
        #expect(reader.wrappedValue.name == "default")
        manager.add(dependency: Store("first"))
        #expect(reader.wrappedValue.name == "first")
        manager.add(dependency: Store("second"))
        #expect(reader.wrappedValue.name == "second")
    }

    @Test("a value may depend on another one")
    func chained() {
        let manager = AppDependencyManager()
        manager.add(key: "name", dependency: "deep")
        manager.add(dependency: Store(AppDependency<String>(key: "name", manager: manager).wrappedValue))
        #expect(Reader(manager).store.name == "deep")
    }

    @Test("an intent, a query and an options provider name it Dependency; the shared manager is the default")
    func names() async throws {
        AppDependencyManager.shared.add(key: "AppDependencyTests", dependency: Store("shared"))
        #expect(try await PerformableIntent(Telling.self, parameters: [:]).perform().value == .string("shared"))
    }

    private struct Telling: AppIntent {
        static let title: LocalizedStringResource = "Tell"
        @Dependency(key: "AppDependencyTests") private var store: Store

        func perform() async throws -> some IntentResult & ReturnsValue<String> { .result(value: store.name) }
    }
}
