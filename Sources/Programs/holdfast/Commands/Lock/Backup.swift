import ArgumentParser
import EventLoop
import Glibc
import LocalAPI

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
            // Before anybody is asked, and the panel writes down that there is a backup.
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
