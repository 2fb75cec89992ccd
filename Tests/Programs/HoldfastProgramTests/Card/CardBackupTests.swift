import Foundation
import Synchronization
import Testing

@testable import holdfast

/// A backup on a boot partition, with its passphrase in `holdfast.txt`.
final class CardBackupTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)")
    private let calls = Mutex<[String]>([])

    init() throws {
        for name in ["boot", "var/lib"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try put("name = door\r\nbackup-passphrase = correct horse\r\n", at: "boot/holdfast.txt")
        try put("first", at: "boot/panel.backup")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func put(_ text: String, at path: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: path))
    }

    private var settings: String? {
        try? String(contentsOf: folder.appending(path: "boot/holdfast.txt"), encoding: .utf8)
    }

    private struct Refusal: Error, CustomStringConvertible { let description: String }

    private func run(refusal: String? = nil) -> CardIntake.Result {
        let backup = CardBackup(boot: folder.path + "/boot", root: folder.path) { [self] bytes, passphrase in
            calls.withLock { $0.append("\(String(decoding: bytes, as: UTF8.self)), \(passphrase)") }
            if let refusal { throw Refusal(description: refusal) }
            return ["2 people have a PIN"]
        }
        return backup.run()
    }

    @Test("a backup is restored once, and asterisks then stand for its passphrase")
    func restored() throws {
        let first = run()
        #expect(first.lines == ["panel.backup: 2 people have a PIN"])
        #expect(!first.hasProblems)
        #expect(settings == "name = door\r\nbackup-passphrase = *************\r\n")
        #expect(run().lines.isEmpty)
        #expect(calls.withLock { $0 } == ["first, correct horse"])
    }

    @Test("the same file under a passphrase that could not be hidden is not restored again; another file is")
    func again() throws {
        let text = try #require(settings)
        _ = run()
        try put(text, at: "boot/holdfast.txt")
        #expect(run().lines == ["panel.backup: restored at an earlier start"])
        try put(text, at: "boot/holdfast.txt")
        try put("second", at: "boot/panel.backup")
        _ = run()
        #expect(calls.withLock { $0 } == ["first, correct horse", "second, correct horse"])
    }

    @Test("a refusal keeps the passphrase, and the next start tries again")
    func refused() throws {
        let text = settings
        let result = run(refusal: "panel.backup: was written under another passphrase")
        #expect(result.lines == ["panel.backup: was written under another passphrase"])
        #expect(result.hasProblems)
        #expect(settings == text)
        #expect(!run().hasProblems)
    }

    @Test("a passphrase without a backup is a problem; a backup without a passphrase is none")
    func missing() throws {
        try FileManager.default.removeItem(at: folder.appending(path: "boot/panel.backup"))
        let result = run()
        #expect(result.hasProblems)
        #expect(result.lines.first?.hasPrefix("panel.backup: ") == true)
        try put("first", at: "boot/panel.backup")
        try put("name = door\n", at: "boot/holdfast.txt")
        #expect(run().lines.isEmpty)
        #expect(calls.withLock { $0 }.isEmpty)
    }
}
