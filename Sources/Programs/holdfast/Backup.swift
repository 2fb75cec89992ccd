import ArgumentParser
import Authentication
import Client
import Configuration
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast backup FILE`
struct Backup: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write those who have a PIN, and the device's key, into a file under a passphrase.",
        discussion: """
            For root, and the user that the panel runs as. The passphrase is typed twice, or read from standard input: at least \
            12 bytes, since whoever has the file may try for years. What is there is not written over.
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        do {
            // The check comes before the user types the passphrase, and before the panel logs that there is a backup.
            try NewFile.check(file)
            let passphrase = try SecretInput.readNew("Passphrase")
            let client = try panel.client
            let reply = try client.reply(PanelInterface.BackUp.self, .init(passphrase: passphrase))
            guard let bytes = HexText.bytes(reply.backup) else {
                throw PanelProblem.foreign(path: client.path, problem: "its backup is none")
            }
            try NewFile.write(bytes, to: file)
        } catch let error as NewFile.Failure {
            throw FileProblem(path: file, call: error.call, code: error.code)
        }
        try json.print([NoParameters()], lines: [])
    }
}

/// `holdfast restore FILE [--device-key FILE]`
struct Restore: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take those who have a PIN from a backup, in place of those there are.",
        discussion: """
            On a new machine its key comes first, as root: remove the one that 'make install' has made, 'holdfast restore FILE \
            --device-key /etc/holdfast/device-key', restart the panel, and then 'holdfast restore FILE'.
            """)

    @Argument(help: "The backup.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("Put the backup's key there, where nothing is, and do nothing else.", valueName: "file"),
        completion: .file())
    var deviceKey: String?

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let bytes = try FileContents.read(file, limit: PeopleBackup.largestFile)
        let passphrase = try SecretInput.read("Passphrase")
        if let deviceKey {
            let secret = Array(passphrase.utf8).withUnsafeBytes { SecretBytes(copying: $0) }
            try open(bytes, secret).key.write(to: deviceKey)
            try json.print([NoParameters()], lines: ["\(deviceKey): restart the panel, then restore its people"])
        } else {
            let restore = PanelInterface.Restore.Parameters(backup: HexText.of(bytes), passphrase: passphrase)
            let reply = try panel.client.reply(PanelInterface.Restore.self, restore, about: file)
            let count = reply.people
            try json.print(
                [reply],
                lines: ["\(count) \(count == 1 ? "person has a PIN" : "people have a PIN")"])
        }
    }

    private func open(_ bytes: [UInt8], _ passphrase: SecretBytes) throws -> PeopleBackup {
        do throws(BackupError) {
            return try PeopleBackup(opening: bytes, passphrase: passphrase)
        } catch {
            throw PanelProblem.unusableBackup(file: file, reason: error.description)
        }
    }
}
