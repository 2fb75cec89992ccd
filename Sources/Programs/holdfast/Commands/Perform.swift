import ArgumentParser
import LocalAPI
import ProgramSupport

/// `holdfast perform CONTROL`, `holdfast perform --intent NAME`
struct Perform: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Perform a control as a hold does, or an intent.",
        discussion: """
            Waits until the control or intent has performed. Exits 0 if it succeeded. Exits 1, and says why, if it \
            failed, was refused, or needs a value.
            """)

    @Argument(
        help: "The control's name in 'holdfast list', its kind, its key in the panel's file, or its place.",
        completion: PanelNames.controls)
    var control: String?

    @Option(help: "An intent's name in 'holdfast intents', instead of a control.", completion: PanelNames.intents)
    var intent: String?

    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    func validate() throws {
        switch (control, intent) {
        case (nil, nil): throw ValidationError("Give a control, or --intent.")
        case (.some, .some): throw ValidationError("Give a control or --intent, not both.")
        case (.some, nil), (nil, .some): break
        }
    }

    func perform() throws {
        let client = try unlock.client(path: panel.socket.path)
        if let control { try client.perform(control, isOn: nil, parameters.values, asJSON: json.json) }
        if let intent { try client.run(intent: intent, parameters.values, asJSON: json.json) }
    }
}

/// `holdfast set CONTROL on|off`
struct SetToggle: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Turn a toggle on or off, whatever its present state.")

    /// The state that the toggle is set to.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    @Argument(
        help: "The toggle's name in 'holdfast list', its kind, its key in the panel's file, or its place.",
        completion: PanelNames.toggles)
    var control: String

    @Argument(help: "The new state.")
    var state: State

    @OptionGroup var parameters: ParameterOptions
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    func perform() throws {
        try unlock.client(path: panel.socket.path)
            .perform(control, isOn: state == .on, parameters.values, asJSON: json.json)
    }
}

/// `holdfast confirm CONTROL`
struct Confirm: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Confirm or decline what a control asks.",
        discussion: "'holdfast monitor' shows the question. At the panel, another hold confirms.")

    @Argument(help: "The control that asks.", completion: PanelNames.controls)
    var control: String

    @Flag(help: "Decline instead of confirming.")
    var decline = false

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let client = try panel.client
        try client.reply(
            PanelInterface.Confirm.self,
            .init(control: control, confirmed: !decline, requestedAt: client.requestedAt), about: control)
        try json.print([NoParameters()], lines: [])
    }
}

/// `holdfast reload CONTROL|KIND|--all`
struct Reload: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reload a control.",
        discussion: "The control reads its state again. To reload the panel's file, run 'systemctl reload holdfast'.")

    @Argument(
        help: "A control's name, or a kind for all its placements.", completion: PanelNames.controlsAndKinds)
    var control: String?

    @Flag(help: "Reload all controls.")
    var all = false

    @OptionGroup var panel: PanelOptions

    func validate() throws {
        if all == (control != nil) { throw ValidationError("Give a control or a kind, or --all.") }
    }

    func perform() throws {
        try panel.client.reply(PanelInterface.Reload.self, .init(control: control), about: control)
        try json.print([NoParameters()], lines: [])
    }
}

/// Prints a placement's push topic.
struct PushToken: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "push-token",
        abstract: "Print the MQTT topic that reloads a control.",
        discussion: """
            The topic ends with the placement's token, 32 random digits. The token stays the same as long as the control \
            keeps its place. Each message on the topic reloads the control, whatever its text, except a retained \
            message:

              mosquitto_pub -t "$(holdfast push-token focus.timer)" -m now
            """)

    @Argument(help: "A control's name.", completion: PanelNames.controls)
    var control: String

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let reply = try panel.client.reply(PanelInterface.PushToken.self, .init(control: control), about: control)
        try json.print([reply], lines: [reply.topic ?? reply.token])
        if reply.topic == nil {
            Output.printError("holdfast: this is only the token, because the panel's file has no mqtt:")
        }
    }
}
