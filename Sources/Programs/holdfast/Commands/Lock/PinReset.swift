import ArgumentParser
import LocalAPI

/// `holdfast pin reset [--code]`
struct PinReset: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "End a lockout.",
        discussion: "Without --code for root and the panel's own user alone. PINs stay as they are.")

    @Flag(help: "By the recovery code, which is typed, or read from standard input.")
    var code = false

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let code = code ? try SecretInput.read("Recovery code") : nil
            try PanelClient(path: socket.path).endLockout(code: code)
            try json.print([NoParameters()], lines: [])
        }
    }
}
