import ArgumentParser
import LocalAPI

/// `holdfast lock`
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "lock", abstract: "Lock the running panel.")

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            try PanelClient(path: socket.path).lock()
            try json.print([NoParameters()], lines: [])
        }
    }
}
