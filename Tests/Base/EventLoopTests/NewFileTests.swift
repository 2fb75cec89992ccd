import EventLoop
import Foundation
import Testing

/// Files that are written as a whole.
struct NewFileTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path

    private func status() -> stat {
        var status = stat()
        lstat(path, &status)
        return status
    }

    @Test("a new file is its user's alone")
    func usual() throws {
        defer { unlink(path) }
        try NewFile.write([1, 2, 3], to: path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
        #expect(status().st_mode & 0o7777 == 0o600)
    }

    @Test("a new file has the mode and the owner that are given, whatever the umask")
    func given() throws {
        defer { unlink(path) }
        // Only root gives files away.
        let owner: (user: UInt32, group: UInt32) = geteuid() == 0 ? (1234, 2345) : (geteuid(), getegid())
        try NewFile.write([1], to: path, mode: 0o666, owner: owner)
        #expect(status().st_mode & 0o7777 == 0o666)
        #expect(status().st_uid == owner.user && status().st_gid == owner.group)
    }

    @Test("a file that exists stays, also a link to nothing")
    func taken() throws {
        defer { unlink(path) }
        #expect(symlink("/nowhere/at/all", path) == 0)
        #expect(throws: EventLoopError(call: "open", code: EEXIST)) { try NewFile.write([1], to: path) }
        #expect(status().st_mode & S_IFMT == S_IFLNK)
    }

    @Test("a file is replaced as a whole, for its user alone, also after a writer that was killed")
    func replaced() throws {
        defer { unlink(path) }
        try NewFile.write([1], to: path, mode: 0o644)
        try NewFile.write([9, 9], to: RecordFile.draft(of: path))
        try NewFile.replace(path, with: [2, 3])
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([2, 3]))
        #expect(status().st_mode & 0o7777 == 0o600)
        #expect(access(RecordFile.draft(of: path), F_OK) != 0)
    }

    @Test("a file that cannot be replaced stays, without a draft")
    func notReplaced() throws {
        defer { rmdir(path) }
        #expect(mkdir(path, 0o700) == 0)
        #expect(throws: EventLoopError(call: "rename", code: EISDIR)) { try NewFile.replace(path, with: [2]) }
        #expect(access(RecordFile.draft(of: path), F_OK) != 0)
    }
}
