import ArgumentParser

/// `holdfast show CONTROL`
struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show all that there is to know of a control of the running panel.")

    @Argument(
        help: "The control: its name in 'holdfast list', kind, key in the panel's file, or place.",
        completion: PanelNames.controls)
    var control: String

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let control = try unlock.client(path: socket.path).control(control)
            try json.print([control], lines: control.details)
        }
    }
}
