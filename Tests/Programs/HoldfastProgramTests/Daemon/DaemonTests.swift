import EventLoop
import Glibc
import Logging
import Panel
import Testing

@testable import holdfast

/// The parts of the daemon that work without a panel.
@Suite
struct DaemonTests {
    /// Keeps the messages that are logged.
    private final class Messages: LogHandler, @unchecked Sendable {
        var texts: [String] = []
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let kind = event.metadata?[JournalLogHandler.kindKey].map { " (\($0))" } ?? ""
            texts.append("\(event.level): \(event.message)\(kind)")
        }
    }

    @Test("the journal names the control's kind with its failures, and leaves out a fault that is logged already")
    @PanelActor
    func journal() {
        let messages = Messages()
        let fault = PanelFault(part: .store, cause: .store("the disk is full"))
        let journal = EventJournal(logger: Logger(label: "test") { _ in messages }, openingFault: fault)
        journal.note(.faultBegan(fault))
        journal.note(.failed(kind: "timer@hall", reason: "no answer"))
        journal.note(.buttonPressed("action"))
        #expect(messages.texts == ["warning: timer@hall failed: no answer (timer)"])
    }

    private static func makeFolder() throws -> String {
        var template = Array("/tmp/holdfast-XXXXXX".utf8CString)
        let path = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        return try #require(path)
    }

    @Test("one process at a time holds a runtime directory")
    func directoryLock() throws {
        let folder = try Self.makeFolder()
        defer { rmdir(folder) }
        let lock = try DirectoryLock(folder)
        #expect(throws: DirectoryLock.Taken.self) { try DirectoryLock(folder) }
        withExtendedLifetime(lock) {}
        #expect(throws: (any Error).self) { try DirectoryLock(folder + "/none") }
    }

    @Test("a chosen path has its folder and that of the extensions' sockets, for the panel's user alone")
    func sockets() throws {
        let folder = try Self.makeFolder()
        defer { for path in ["/up/extensions", "/up", ""] { rmdir(folder + path) } }
        let choice = try PanelSockets.choose(folder + "/up/panel")
        guard case .sockets(let sockets) = choice else {
            Issue.record("the path can be used")
            return
        }
        #expect(sockets.panel == .path(folder + "/up/panel", 0o600))
        #expect(sockets.host == .path(folder + "/up/host", 0o600))
        #expect(sockets.missing == [])
        var status = stat()
        #expect(stat(sockets.extensionsFolder, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        #expect(throws: (any Error).self) { try PanelSockets.choose("/proc/none/panel") }
    }
}
