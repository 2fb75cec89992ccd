import EventLoop
import Foundation
import Glibc
import Testing

/// What is noticed of a path, by the kernel's own notifications of a folder of the test's.
@PanelActor
@Suite(.serialized, .timeLimit(.minutes(1)))
final class PathWatchTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)").path
    private var count = 0

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func watch(_ name: String, _ interest: PathWatch.Interest) throws -> PathWatch {
        try PathWatch(path: "\(folder)/\(name)", noticing: interest) { [weak self] in self?.count += 1 }
    }

    /// How often it was told since it was last asked.
    private var told: Int {
        get async throws {
            try await nextTurn()
            defer { count = 0 }
            return count
        }
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
    }

    /// What is there is kept, as whoever writes to a device keeps it.
    private func write(_ text: String, to name: String) throws {
        let descriptor = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    @Test(
        "what comes, is replaced, gets another mode or goes is noticed; what is written, only by who looks at content",
        arguments: [PathWatch.Interest.content, .node])
    func kinds(interest: PathWatch.Interest) async throws {
        let watch = try watch("file", interest)
        #expect(try await told == 0)
        try write("", to: "file")
        #expect(try await told == 1, "it comes")
        try write("more", to: "file")
        #expect(try await told == (interest == .content ? 1 : 0), "it is written to")
        #expect(chmod("\(folder)/file", 0o640) == 0)
        #expect(try await told == 1, "another mode")
        try write("", to: "other")
        #expect(chmod("\(folder)/other", 0o640) == 0)
        #expect(try await told == 0, "of another file")
        #expect(rename("\(folder)/other", "\(folder)/file") == 0)
        #expect(try await told == 1, "it is replaced")
        #expect(unlink("\(folder)/file") == 0)
        #expect(try await told == 1, "it goes")
        watch.cancel()
        try write("", to: "file")
        #expect(try await told == 0)
    }

    @Test(
        "folders on the way may come later, and go", arguments: [PathWatch.Interest.content, .node])
    func folders(interest: PathWatch.Interest) async throws {
        let watch = try watch("a/b/file", interest)
        try makeFolder("a")
        #expect(try await told == 0, "it is not there yet")
        try makeFolder("a/b")
        _ = try await told
        try write("", to: "a/b/file")
        #expect(try await told == 1)
        #expect(rename("\(folder)/a/b", "\(folder)/a/c") == 0)
        #expect(try await told == 1, "it went with its folder")
        #expect(rename("\(folder)/a/c", "\(folder)/a/b") == 0)
        #expect(try await told == 1, "and came back with it")
        #expect(chmod("\(folder)/a/b/file", 0o640) == 0)
        #expect(try await told == 1)
        watch.cancel()
    }

    @Test("a file where a folder should be is waited for to go, and not looked at without end")
    func fileInTheWay() async throws {
        try write("", to: "a")
        // As a folder that may be read would be.
        #expect(chmod("\(folder)/a", 0o755) == 0)
        let watch = try watch("a/file", .content)
        #expect(unlink("\(folder)/a") == 0)
        _ = try await told
        try makeFolder("a")
        _ = try await told
        try write("", to: "a/file")
        #expect(try await told == 1)
        watch.cancel()
    }

    @Test("one that nobody keeps watches on, so that the loop does not spin over what nobody reads")
    func letGo() async throws {
        do { _ = try watch("file", .node) }
        try write("", to: "file")
        #expect(try await told == 1)
        // It never comes to rest while something is readable that nobody reads.
        await EventLoop.panel.settle()
        #expect(unlink("\(folder)/file") == 0)
        #expect(try await told == 1)
    }

    @Test("a relative path, and the root, cannot be watched", arguments: ["", "file", "a/b", "/", "//"])
    func refused(path: String) {
        #expect(throws: PathWatch.Failure.self) { try PathWatch(path: path, noticing: .node) {} }
    }
}
