import ArgumentParser
import Authentication
import Client
import Configuration
import EventLoop
import LocalAPI
import ProgramSupport

/// `holdfast backup FILE`
struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write those who have a PIN, and the device's key, into a file under a passphrase.",
        discussion: """
            For root, and the user that the panel runs as. The passphrase is typed twice, or read from standard input: at least \
            12 bytes, since whoever has the file may try for years. What is there is not written over.
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            // The check comes before the user types the passphrase, and before the panel logs that there is a backup.
            try naming { () throws(NewFile.Failure) in try NewFile.check(file) }
            let passphrase = try SecretInput.readNew("Passphrase")
            let bytes = try PanelClient(path: socket.path).backUp(passphrase: passphrase)
            try naming { () throws(NewFile.Failure) in try NewFile.write(bytes, to: file) }
            try json.print([NoParameters()], lines: [])
        }
    }

    private func naming(_ body: () throws(NewFile.Failure) -> Void) throws {
        do throws(NewFile.Failure) {
            try body()
        } catch {
            throw FileProblem(path: file, call: error.call, code: error.code)
        }
    }
}

/// `holdfast restore FILE [--device-key FILE]`
struct Restore: ParsableCommand {
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

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let bytes = try FileContents.read(file, limit: PeopleBackup.largestFile)
            let passphrase = try SecretInput.read("Passphrase")
            if let deviceKey {
                let secret = Array(passphrase.utf8).withUnsafeBytes { SecretBytes(copying: $0) }
                try open(bytes, secret).key.write(to: deviceKey)
                try json.print([NoParameters()], lines: ["\(deviceKey): restart the panel, then restore its people"])
            } else {
                let count = try PanelClient(path: socket.path).restore(bytes, passphrase: passphrase, from: file)
                try json.print(
                    [PanelInterface.Restore.Reply(people: count)],
                    lines: ["\(count) \(count == 1 ? "person has a PIN" : "people have a PIN")"])
            }
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
