import ArgumentParser
import LocalAPI

/// `holdfast pin remove NAME`
struct PinRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take somebody's PIN away.",
        discussion: "What they have unlocked is locked. Whoever has another PIN needs no other one.")

    @Argument(help: "Who.")
    var name: String

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            try PanelClient(path: socket.path).removePerson(name)
            try json.print([NoParameters()], lines: [])
        }
    }
}
