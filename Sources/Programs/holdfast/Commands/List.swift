import ArgumentParser
import LocalAPI
import ProgramSupport

/// `holdfast list`
struct List: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the controls of the running panel: what they show, and where they are placed.")

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let controls = try unlock.client(path: panel.socket.path).controls()
        try json.print(controls, lines: ListedControl.table(controls))
    }
}

/// `holdfast show CONTROL`
struct Show: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show all that there is to know of a control of the running panel.")

    @Argument(
        help: "The control: its name in 'holdfast list', kind, key in the panel's file, or place.",
        completion: PanelNames.controls)
    var control: String

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let control = try unlock.client(path: panel.socket.path)
            .reply(PanelInterface.Show.self, .init(control: control), about: control).control
        try json.print([control], lines: control.details)
    }
}

/// `holdfast intents`
struct Intents: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the intents of the running panel that can be performed by name.",
        discussion: "'holdfast perform --intent NAME --parameter …' performs one.")

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let intents = try panel.client.intents()
        try json.print(intents, lines: ListedIntent.table(intents))
    }
}
