import Foundation
import Testing

/// Writing people into a file, and taking them from one.
struct BackupCommandTests {
    private let passphrase = "correct horse"
    private let folder = try? TemporaryFolder()

    private func run(_ panel: FakePanel, _ arguments: [String]) throws -> Command.Outcome {
        let outcome = try Command(
            arguments, environment: ["HOLDFAST_SOCKET": panel.path], input: passphrase + "\n"
        ).waitForEnd()
        for text in [outcome.output, outcome.errors] { #expect(!text.contains(passphrase)) }
        return outcome
    }

    @Test("a backup is a file that its user alone may read; what it holds is taken back")
    func roundTrip() async throws {
        let (panel, folder) = (try await FakePanel(), try #require(folder))
        let file = folder.path + "/people"
        #expect(try run(panel, ["backup", file]).status == 0)
        #expect(FileManager.default.contents(atPath: file) == Data([0x00, 0xFF]))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try run(panel, ["restore", file]).output == "2 people have a PIN\n")
        #expect(await panel.deeds == ["back up \(passphrase)", "restore 00ff \(passphrase)"])
    }

    @Test("where the file cannot be made, the panel is not asked, and does not write down that there is a backup")
    func unwritable() async throws {
        let (panel, folder) = (try await FakePanel(), try #require(folder))
        let taken = try folder.write("somebody's", to: "taken")
        for (file, words) in [
            (taken, "File exists"), (folder.path + "/none/people", "No such file or directory"),
            (taken + "/people", "Not a directory"),
        ] {
            let outcome = try run(panel, ["backup", file])
            #expect(outcome.status == 1)
            #expect(outcome.errors == "holdfast: \(file): open: \(words)\n")
        }
        #expect(await panel.deeds == [])
        #expect(FileManager.default.contents(atPath: taken) == Data("somebody's".utf8))
    }

    @Test("what is no backup is refused by its name, by the panel and where its key alone is wanted")
    func refused() async throws {
        let (panel, folder) = (try await FakePanel(), try #require(folder))
        let file = try folder.write("a shopping list", to: "list")
        let outcome = try run(panel, ["restore", file])
        #expect(outcome.status == 1)
        #expect(outcome.errors == "holdfast: \(file): is no backup of Holdfast's\n")
        let key = try run(panel, ["restore", file, "--device-key", folder.path + "/key"])
        #expect(key.status == 1)
        #expect(key.errors == "holdfast: \(file): is no backup of Holdfast's\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/key"))
    }
}
