import ArgumentParser

/// `holdfast move PLACE TO`
struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move a control of the running panel to another place.",
        discussion: "Where another control is at a button's gesture or a light, the two change places.")

    @Argument(help: "Where it is: a place in 'holdfast layout'.", completion: PanelNames.places)
    var place: String

    @Argument(help: "Where to: a place, or a list, for its end.", completion: PanelNames.places)
    var to: String

    @OptionGroup var socket: SocketOption
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting {
            let item = try unlock.client(path: socket.path).move(place, to: to)
            try json.print([item], lines: item.changeText)
        }
    }
}
