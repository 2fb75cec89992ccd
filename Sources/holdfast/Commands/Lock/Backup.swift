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

    /// Durable when this returns; what could not be written whole is not left there.
    private func write(_ bytes: [UInt8]) throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileProblem(path: file, call: "open", code: errno) }
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let code = errno
        guard close(descriptor) == 0, isWritten else {
            unlink(file)
            throw FileProblem(path: file, call: "write", code: isWritten ? errno : code)
        }
    }
}
