import Authentication
import Foundation
import Testing

@testable import holdfast

/// The files of a backup, in place of those of a board.
struct InstalledPanelTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)")

    private func backup(_ text: String) throws -> PeopleBackup {
        let salt = [UInt8](repeating: 3, count: 16)
        let credentials = try Credentials(people: [], salt: salt, cost: .least, recovery: nil, keyCheck: nil)
        return PeopleBackup(credentials: credentials, key: .random(), panelFile: Array(text.utf8))
    }

    private func text(_ name: String) -> String? {
        try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test("a new board gets both files, and what was there before keeps a name")
    func replaced() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let panel = InstalledPanel(folder: folder.path)
        #expect(try panel.put(backup("name: First")) == [])
        let key = try Data(contentsOf: folder.appending(path: "device-key"))
        #expect(key.count == 32)
        for (number, next) in [(1, "Second"), (2, "Third")] {
            let lines = try panel.put(backup("name: \(next)"))
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(".before-restore-\(number)") }, "\(lines)")
            #expect(text("panel.yaml") == "name: \(next)")
        }
        #expect(text("panel.yaml.before-restore-1") == "name: First")
        #expect(text("panel.yaml.before-restore-2") == "name: Second")
        #expect(try Data(contentsOf: folder.appending(path: "device-key.before-restore-1")) == key)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/device-key")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a backup's key is not written beside a sealed one, which the panel would go on to use")
    func sealed() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sealed = folder.path + "/device-key.cred"
        try Data().write(to: URL(filePath: sealed))
        #expect {
            try InstalledPanel(folder: folder.path).checkReplaceable(isAdministrator: true)
        } throws: {
            "\($0)".contains(sealed)
        }
        #expect(throws: InstallationProblem.self) {
            try InstalledPanel(folder: "/nowhere").checkReplaceable(isAdministrator: false)
        }
    }

    @Test("a folder that cannot be written to is named, and both files stay")
    func unwritable() throws {
        let file = InstalledPanel(folder: "/proc/holdfast")
        #expect { try file.put(backup("name: P")) } throws: { "\($0)".hasPrefix("/proc/holdfast: mkdir: ") }
    }
}
