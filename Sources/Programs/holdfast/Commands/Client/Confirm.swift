import ArgumentParser
import LocalAPI

/// `holdfast confirm CONTROL`
struct Confirm: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Confirm what a control of the running panel asks to have confirmed.",
        discussion: "The panel itself is asked by holding again; 'holdfast monitor' shows the question.")

    @Argument(help: "The control that asks.", completion: PanelNames.controls)
    var control: String

    @Flag(help: "Decline it instead.")
    var decline = false

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            try PanelClient(path: socket.path).confirm(control, !decline)
            try json.print([NoParameters()], lines: [])
        }
    }
}
