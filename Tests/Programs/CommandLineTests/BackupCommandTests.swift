import Foundation
import LocalAPI
import Testing

/// Backing up people to a file, and restoring them.
struct BackupCommandTests {
    private let passphrase = "correct horse"
    private let folder = try? TemporaryFolder()

    /// A panel that runs from a file of the folder.
    private func panel() async throws -> FakePanel {
        var status = FakePanel.status
        status.local.file = try #require(folder).write("name: P", to: "panel.yaml")
        return try await FakePanel(status: status)
    }

    private func run(_ panel: FakePanel, _ arguments: [String]) throws -> Command.Outcome {
        let outcome = try Command(
            arguments, environment: ["HOLDFAST_SOCKET": panel.path], input: passphrase + "\n"
        ).waitForEnd()
        for text in [outcome.output, outcome.errors] { #expect(!text.contains(passphrase)) }
        return outcome
    }

    @Test("a backup is a file that only its user can read, and restoring returns its people")
    func roundTrip() async throws {
        let (panel, folder) = (try await panel(), try #require(folder))
        let file = folder.path + "/people"
        #expect(try run(panel, ["backup", file]).status == 0)
        #expect(FileManager.default.contents(atPath: file) == Data([0x00, 0xFF]))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try run(panel, ["restore", file]).output == "2 people have a PIN\n")
        #expect(await panel.calls == ["back up name: P \(passphrase)", "restore 00ff \(passphrase)"])
    }

    @Test("a file that cannot be made means that the panel is not asked and logs no backup")
    func unwritable() async throws {
        let (panel, folder) = (try await panel(), try #require(folder))
        let taken = try folder.write("somebody's", to: "taken")
        for (file, words) in [
            (taken, "File exists"), (folder.path + "/none/people", "No such file or directory"),
            (taken + "/people", "Not a directory"),
        ] {
            let outcome = try run(panel, ["backup", file])
            #expect(outcome.status == 1)
            #expect(outcome.errors == "holdfast: \(file): open: \(words)\n")
        }
        #expect(await panel.calls == [])
        #expect(FileManager.default.contents(atPath: taken) == Data("somebody's".utf8))
    }

    @Test("a passphrase over 1,024 bytes is refused, and not cut, so that its owner can give it again")
    func longPassphrase() async throws {
        let (panel, folder) = (try await panel(), try #require(folder))
        for (length, status) in [(1_024, Int32(0)), (1_025, 1)] {
            let outcome = try Command(
                ["backup", folder.path + "/people-\(length)"], environment: ["HOLDFAST_SOCKET": panel.path],
                input: String(repeating: "x", count: length) + "\n"
            ).waitForEnd()
            #expect(outcome.status == status, "\(outcome.errors)")
        }
        #expect(await panel.calls.count == 1)
    }

    @Test("a file that is no backup is refused by name")
    func refused() async throws {
        let (panel, folder) = (try await panel(), try #require(folder))
        let file = try folder.write("a shopping list", to: "list")
        let outcome = try run(panel, ["restore", file])
        #expect(outcome.status == 1)
        #expect(outcome.errors == "holdfast: \(file): is not a backup of Holdfast's\n")
    }

    @Test(
        "without root or systemd, --new-board is refused before a passphrase is read",
        .enabled(if: geteuid() != 0 || access("/run/systemd/system", F_OK) != 0))
    func newBoard() async throws {
        let (panel, folder) = (try await panel(), try #require(folder))
        let outcome = try Command(
            ["restore", try folder.write("", to: "list"), "--new-board"], environment: ["HOLDFAST_SOCKET": panel.path]
        ).waitForEnd()
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("holdfast: --new-board replaces "), "\(outcome.errors)")
    }
}
