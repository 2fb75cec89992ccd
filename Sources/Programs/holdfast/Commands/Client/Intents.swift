import ArgumentParser
import LocalAPI

/// `holdfast intents`
struct Intents: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the intents of the running panel that can be performed by name.",
        discussion: "'holdfast perform --intent NAME --parameter …' performs one.")

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let intents = try PanelClient(path: socket.path).intents()
            try json.print(intents, lines: ListedIntent.table(intents))
        }
    }
}
