import ArgumentParser
import LocalAPI

/// `holdfast pin list`
struct PinList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List those who have a PIN.")

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let people = try PanelClient(path: socket.path).people()
            let rows = people.map { [$0.name, $0.role, $0.limits ?? "-"] }
            let lines =
                people.isEmpty
                ? ["nobody has a PIN (holdfast pin add NAME)"] : Table.lines([["NAME", "ROLE", "LIMITS"]] + rows)
            try json.print(people, lines: lines)
        }
    }
}
