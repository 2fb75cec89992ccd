import Synchronization

/// The notes that intents make while they perform, separate for each test.
final class Journal: Sendable {
    @TaskLocal static var current = Journal()
    private let lines = Mutex<[String]>([])

    var entries: [String] { lines.withLock { $0 } }

    func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}
