import ArgumentParser

/// `holdfast set CONTROL on|off`
struct SetToggle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Switch a toggle of the running panel on or off, whatever it is now.")

    /// What a toggle can be.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @Argument(
        help: "The toggle: its name in 'holdfast list', kind, key in the panel's file, or place.",
        completion: PanelNames.toggles)
    var control: String

    @Argument(help: "on or off.")
    var state: State

    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let client = try unlock.client(path: socket.path)
            let performed = try client.perform(control, isOn: state == .on, parameters: parameters.values) {
                Output.printQuestion($0, of: control)
            }
            try performed.report(control, asJSON: json.json)
        }
    }
}
