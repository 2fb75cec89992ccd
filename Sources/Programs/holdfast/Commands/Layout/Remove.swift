import ArgumentParser

/// `holdfast remove PLACE`
struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take a control away from a place of the running panel.",
        discussion: "It can be placed again; 'holdfast layout --reset PLACE' has what the panel's file says.")

    @Argument(help: "Where it is: a place in 'holdfast layout'.", completion: PanelNames.places)
    var place: String

    @OptionGroup var socket: SocketOption
    @OptionGroup var unlock: UnlockOption

    func run() throws {
        try Output.reporting { try unlock.client(path: socket.path).remove(place) }
    }
}
