import ArgumentParser
import Authentication
import Configuration
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast backup FILE`
struct Backup: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Save the panel's file, the people and the device key in an encrypted file.",
        discussion: """
            For root and the user that runs the panel. The passphrase of at least 12 bytes is typed twice, or read from \
            standard input. Choose a long one: a person who has the file can guess for years. An existing file is not \
            overwritten. Files that the panel's file names, such as symbols and secrets, are not included.
            """)

    @Argument(help: "The file to create.", completion: .file())
    var file: String

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        do {
            // The check comes before the user types the passphrase, and before the panel logs that there is a backup.
            try NewFile.check(file)
            let client = try panel.client
            let panelFile = try client.reply(PanelInterface.Status.self, NoParameters()).local.file
            let contents = try read(panelFile)
            let passphrase = try SecretInput.readNew("Passphrase")
            let reply = try client.reply(
                PanelInterface.BackUp.self,
                .init(passphrase: passphrase, file: String(decoding: contents, as: UTF8.self)))
            guard let bytes = HexText.bytes(reply.backup) else {
                throw PanelProblem.foreign(path: client.path, problem: "its backup is none")
            }
            try NewFile.write(bytes, to: file)
        } catch let error as NewFile.Failure {
            throw FileProblem(path: file, call: error.call, code: error.code)
        }
        try json.print([NoParameters()], lines: [])
    }

    private func read(_ path: String) throws -> [UInt8] {
        do throws(FileContents.Failure) {
            return try FileContents.read(path, limit: PeopleBackup.largestPanelFile)
        } catch {
            throw PanelProblem.unreadablePanelFile(file: path, reason: error.description)
        }
    }
}

/// `holdfast restore FILE [--new-board]`
struct Restore: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Replace the people and their PINs with those of a backup.",
        discussion: """
            On another board, run the command as root with --new-board. The backup's panel file and device key are then \
            restored first, the former files are kept beside them, and the panel restarts.
            """)

    @Argument(help: "The backup file.", completion: .file())
    var file: String

    @Flag(help: "Also restore the panel's file and the device key, and restart the panel.")
    var newBoard = false

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let bytes = try FileContents.read(file, limit: PeopleBackup.largestFile)
        if newBoard { try InstalledPanel().checkReplaceable() }
        let restoration = Restoration(file: file, bytes: bytes, passphrase: try SecretInput.read("Passphrase"))
        let lines = newBoard ? try EventLoop.panel.run { try await restoration.moveHere() } : []
        let reply = try restoration.replacePeople(panel.client)
        try json.print([reply], lines: lines + [Restoration.line(people: reply.people)])
    }
}

/// A backup and its passphrase, on the way into this machine.
struct Restoration: Sendable {
    /// The backup's name in messages.
    let file: String
    let bytes: [UInt8]
    let passphrase: String

    /// Puts the panel's file and the device's key in place, and restarts the panel.
    ///
    /// - Returns: A line about each file that was there before.
    /// - Throws: `PanelProblem.unusableBackup`, and what `InstalledPanel.replace` throws.
    func moveHere() async throws -> [String] {
        let secret = Array(passphrase.utf8).withUnsafeBytes { SecretBytes(copying: $0) }
        let backup: PeopleBackup
        do throws(BackupError) {
            backup = try PeopleBackup(opening: bytes, passphrase: secret)
        } catch {
            throw PanelProblem.unusableBackup(file: file, reason: error.description)
        }
        return try await InstalledPanel().replace(by: backup)
    }

    /// Has the running panel replace its people by those of the backup.
    ///
    /// - Throws: `PanelProblem`.
    func replacePeople(_ client: PanelClient) throws -> PanelInterface.Restore.Reply {
        let call = PanelInterface.Restore.Parameters(backup: HexText.of(bytes), passphrase: passphrase)
        return try client.reply(PanelInterface.Restore.self, call, about: file)
    }

    static func line(people count: Int) -> String {
        "\(count) \(count == 1 ? "person has a PIN" : "people have a PIN")"
    }
}
