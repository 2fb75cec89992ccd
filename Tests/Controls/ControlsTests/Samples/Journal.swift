import Synchronization

/// What intents note while they perform, apart for each test.
final class Journal: Sendable {
    @TaskLocal static var current = Journal()
    private let lines = Mutex<[String]>([])

    var entries: [String] { lines.withLock { $0 } }

    func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}
