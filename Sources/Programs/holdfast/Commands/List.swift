import ArgumentParser
import LocalAPI
import ProgramSupport

/// `holdfast list`
struct List: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the controls, with their values and places.")

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
        abstract: "Show all details of a control.")

    @Argument(
        help: "The control's name in 'holdfast list', its kind, its key in the panel's file, or its place.",
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
        abstract: "List the intents that can be performed by name.",
        discussion: "To perform one: 'holdfast perform --intent NAME --parameter …'.")

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let intents = try panel.client.intents()
        try json.print(intents, lines: ListedIntent.table(intents))
    }
}
