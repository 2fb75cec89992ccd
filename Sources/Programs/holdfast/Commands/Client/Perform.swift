import ArgumentParser

/// `holdfast perform CONTROL`, `holdfast perform --intent NAME`
struct Perform: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Perform a control of the running panel as holding it does, or an intent by its name.",
        discussion: """
            Waits until it has performed. Exits 0 where it succeeded, 1 where it failed, was refused, or needs a value; then \
            says which.
            """)

    @Argument(
        help: "The control: its name in 'holdfast list', kind, key in the panel's file, or place.",
        completion: PanelNames.controls)
    var control: String?

    @Option(help: "An intent in place of a control: its name in 'holdfast intents'.", completion: PanelNames.intents)
    var intent: String?

    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        switch (control, intent) {
        case (nil, nil): throw ValidationError("Give a control, or --intent.")
        case (.some, .some): throw ValidationError("Give a control or --intent, not both.")
        case (.some, nil), (nil, .some): break
        }
    }

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            let client = try unlock.client(path: socket.path)
            if let control {
                let performed = try client.perform(control, isOn: nil, parameters: parameters.values) {
                    Output.printQuestion($0, of: control)
                }
                try performed.report(control, asJSON: json.json)
            } else if let intent {
                let performed = try client.run(intent: intent, parameters: parameters.values)
                try performed.report(intent, asJSON: json.json)
            }
        }
    }
}
