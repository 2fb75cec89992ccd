import ArgumentParser
import LocalAPI

/// `holdfast lights`
struct Lights: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the lights of the running panel: what each shows now, and why.",
        discussion: """
            A light shows the most urgent of what it has to say; what is below comes to the fore when that is over, and is \
            indented here.
            """,
        subcommands: [LightsTest.self])

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let lights = try PanelClient(path: socket.path).lights()
            try json.print(lights, lines: ListedLight.table(lights))
        }
    }
}
