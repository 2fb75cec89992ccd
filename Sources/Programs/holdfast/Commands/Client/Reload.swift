import ArgumentParser
import LocalAPI

/// `holdfast reload CONTROL|KIND|--all`
struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have controls of the running panel ask anew what is so.",
        discussion: "The panel's file is read again by 'systemctl reload holdfast', not by this.")

    @Argument(
        help: "A control's name, or a kind: then all its placements.", completion: PanelNames.controlsAndKinds)
    var control: String?

    @Flag(help: "All controls.")
    var all = false

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if all == (control != nil) { throw ValidationError("Give a control or a kind, or --all.") }
    }

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            try PanelClient(path: socket.path).reload(control)
            try json.print([NoParameters()], lines: [])
        }
    }
}
