import ArgumentParser
import LocalAPI

/// `holdfast list`
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the controls of the running panel: what they show, and where they are placed.")

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let controls = try unlock.client(path: socket.path).controls()
            try json.print(controls, lines: ListedControl.table(controls))
        }
    }
}
