import ArgumentParser
import Authentication
import Configuration
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast backup FILE`
struct Backup: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the panel's file, those who have a PIN, and the device's key into a file under a passphrase.",
        discussion: """
            For root, and the user that the panel runs as. The passphrase is typed twice, or read from standard input: at least \
            12 bytes, since whoever has the file may try for years. An existing file is not written over. Files that the panel's \
            file names, such as symbols and secrets, are not in it.
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        do {
            // The check comes before the user types the passphrase, and before the panel logs that there is a backup.
            try NewFile.check(file)
            let client = try panel.client
            let panelFile = try client.reply(PanelInterface.Status.self, NoParameters()).file
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
        abstract: "Take those who have a PIN from a backup, in place of those there are.",
        discussion: """
            On a board that is not the backup's, give --new-board, as root: it takes the panel's file and the device's key, too, \
            and restarts the panel. The former files are kept beside them.
            """)

    @Argument(help: "The backup.", completion: .file())
    var file: String

    @Flag(help: "Take the backup's panel file and device's key first, and restart the panel.")
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
