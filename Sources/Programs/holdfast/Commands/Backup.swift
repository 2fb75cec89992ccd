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
        let passphrase = try SecretInput.read("Passphrase")
        var lines: [String] = []
        if newBoard {
            let secret = Array(passphrase.utf8).withUnsafeBytes { SecretBytes(copying: $0) }
            let backup = try open(bytes, secret)
            lines = try EventLoop.panel.run { try await InstalledPanel().replace(by: backup) }
        }
        let restore = PanelInterface.Restore.Parameters(backup: HexText.of(bytes), passphrase: passphrase)
        let reply = try panel.client.reply(PanelInterface.Restore.self, restore, about: file)
        let count = reply.people
        try json.print(
            [reply], lines: lines + ["\(count) \(count == 1 ? "person has a PIN" : "people have a PIN")"])
    }

    private func open(_ bytes: [UInt8], _ passphrase: SecretBytes) throws -> PeopleBackup {
        do throws(BackupError) {
            return try PeopleBackup(opening: bytes, passphrase: passphrase)
        } catch {
            throw PanelProblem.unusableBackup(file: file, reason: error.description)
        }
    }
}
