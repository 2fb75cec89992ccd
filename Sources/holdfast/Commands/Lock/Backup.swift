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
            let passphrase = try SecretInput.readNew("Passphrase")
            let bytes = try PanelClient(path: socket.path).backUp(passphrase: passphrase)
            try write(bytes)
            try json.print([NoParameters()], lines: [])
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        do throws(NewFile.Failure) {
            try NewFile.write(bytes, to: file)
        } catch {
            throw FileProblem(path: file, call: error.call, code: error.code)
        }
    }
}
