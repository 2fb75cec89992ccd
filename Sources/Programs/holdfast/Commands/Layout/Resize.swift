import ArgumentParser
import ControlModel

/// `holdfast resize PLACE SIZE`
struct Resize: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Give a control in the running panel's Control Center another size.")

    @Argument(help: "Where it is: control_center.N.", completion: PanelNames.places)
    var place: String

    @Argument(help: "small, medium or large.")
    var size: TileSize

    @OptionGroup var socket: SocketOption
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting {
            let item = try unlock.client(path: socket.path).resize(place, size)
            try json.print([item], lines: item.changeText)
        }
    }
}
