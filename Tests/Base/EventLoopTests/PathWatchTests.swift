import EventLoop
import Foundation
import Glibc
import Testing

/// The changes of a path that the kernel's notifications about a test's folder report.
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

    /// The number of reports since the last call.
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

    /// Writes to an existing file without replacing it, as a writer to a device does.
    private func write(_ text: String, to name: String) throws {
        let descriptor = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    @Test(
        "creating, replacing, chmod and removing are reported, and writing only to a watch of the content",
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
        "the folders of a watched path may be made later, and removed", arguments: [PathWatch.Interest.content, .node])
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

    @Test("a file in place of a folder is waited for to be removed, without endless polling")
    func fileInTheWay() async throws {
        try write("", to: "a")
        // The mode is that of a readable folder.
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

    @Test("a watch without references is removed, so that the loop does not spin over unread notifications")
    func letGo() async throws {
        do { _ = try watch("file", .node) }
        try write("", to: "file")
        #expect(try await told == 1)
        // The loop would never settle with an unread notification.
        await EventLoop.panel.settle()
        #expect(unlink("\(folder)/file") == 0)
        #expect(try await told == 1)
    }

    @Test("a relative path, and the root, cannot be watched", arguments: ["", "file", "a/b", "/", "//"])
    func refused(path: String) {
        #expect(throws: PathWatch.Failure.self) { try PathWatch(path: path, noticing: .node) {} }
    }
}
