import ArgumentParser
import LocalAPI
import ProgramSupport

/// `holdfast perform CONTROL`, `holdfast perform --intent NAME`
struct Perform: PanelCommand {
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
        commandName: "set", abstract: "Switch a toggle of the running panel on or off, whatever it is now.")

    /// The state that the toggle is set to.
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
    @OptionGroup var panel: PanelOptions

    func perform() throws {
        try unlock.client(path: panel.socket.path)
            .perform(control, isOn: state == .on, parameters.values, asJSON: json.json)
    }
}

/// `holdfast confirm CONTROL`
struct Confirm: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Confirm what a control of the running panel asks to have confirmed.",
        discussion: "The panel itself is asked by holding again; 'holdfast monitor' shows the question.")

    @Argument(help: "The control that asks.", completion: PanelNames.controls)
    var control: String

    @Flag(help: "Decline it instead.")
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
        abstract: "Reload the state of controls of the running panel.",
        discussion: "The panel's file is read again by 'systemctl reload holdfast', not by this.")

    @Argument(
        help: "A control's name, or a kind: then all its placements.", completion: PanelNames.controlsAndKinds)
    var control: String?

    @Flag(help: "All controls.")
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
        abstract: "Print the MQTT topic whose messages reload a control of the running panel.",
        discussion: """
            The topic ends with the placement's token, 32 random digits. It stays as long as the control keeps its place. \
            Each message counts, whatever it says, unless the broker keeps it:

              mosquitto_pub -t "$(holdfast push-token focus.timer)" -m now
            """)

    @Argument(help: "A control's name.", completion: PanelNames.controls)
    var control: String

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let reply = try panel.client.reply(PanelInterface.PushToken.self, .init(control: control), about: control)
        try json.print([reply], lines: [reply.topic ?? reply.token])
        if reply.topic == nil { Output.printError("holdfast: this is the token alone: the panel's file has no mqtt:") }
    }
}
