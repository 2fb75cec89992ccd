import ArgumentParser
import ControlModel
import LocalAPI
import ProgramSupport

/// The options of the commands that print places of the layout.
struct LayoutOptions: ParsableArguments {
    @OptionGroup var socket: SocketOption
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var json: JSONOption

    /// A client of the panel, with the PIN that the user types if `--unlock` is given.
    var client: PanelClient {
        get throws { try unlock.client(path: socket.path) }
    }

    /// Calls a method that changes one place, and prints the place.
    func change<Method: PanelInterface.Method>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws where Method.Reply == PanelInterface.Placed {
        let item = try client.reply(method, parameters).item
        try json.print([item], lines: item.changeText)
    }
}

/// A command with `LayoutOptions`.
protocol LayoutPlacesCommand: JSONCommand {
    var layout: LayoutOptions { get }
}

extension LayoutPlacesCommand {
    var json: JSONOption { layout.json }
}

/// `holdfast layout`
struct LayoutCommand: LayoutPlacesCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Tell where the running panel's controls are, and whether by the file or by hand.",
        discussion: """
            Controls that cannot be performed come first, then what was changed by hand. --verbose adds the places that the \
            file leaves empty. '--export' prints the layout as keys that say the same in the panel's file; '--reset' has what the file \
            says hold again, of a place, a list, or of all.
            """)

    @Flag(help: "Print it as keys for the panel's file.")
    var export = false

    @Flag(help: "Undo what was changed by hand.")
    var reset = false

    @Flag(help: "Tell the places that the panel's file leaves empty, too.")
    var verbose = false

    @Argument(help: "What '--reset' is for; without it, everything.", completion: PanelNames.places)
    var place: String?

    @OptionGroup var layout: LayoutOptions

    func validate() throws {
        if [export, reset, json.json].count(where: { $0 }) > 1 {
            throw ValidationError("Give one of --export, --reset and --json.")
        }
        if place != nil, !reset { throw ValidationError("A place is for --reset.") }
    }

    func perform() throws {
        let client = try layout.client
        guard !reset else {
            try client.reply(PanelInterface.Reset.self, .init(place: place))
            return
        }
        let (items, isFixed) = try client.layout()
        if export {
            Output.print("# Gestures go beside the line of their button, 'shows' beside that of its light.")
            for line in LayoutItem.export(items) { Output.print(line) }
            return
        }
        try json.print(items, lines: LayoutItem.lines(items, isFixed: isFixed, isVerbose: verbose))
    }
}

/// `holdfast move PLACE TO`
struct Move: LayoutPlacesCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move a control of the running panel to another place.",
        discussion: "Where another control is at a button's gesture or a light, the two change places.")

    @Argument(help: "Where it is: a place in 'holdfast layout'.", completion: PanelNames.places)
    var place: String

    @Argument(help: "Where to: a place, or a list, for its end.", completion: PanelNames.places)
    var to: String

    @OptionGroup var layout: LayoutOptions

    func perform() throws {
        try layout.change(PanelInterface.Move.self, .init(place: place, to: to))
    }
}

/// `holdfast resize PLACE SIZE`
struct Resize: LayoutPlacesCommand {
    static let configuration = CommandConfiguration(
        abstract: "Give a control in the running panel's Control Center another size.")

    @Argument(help: "Where it is: control_center.N.", completion: PanelNames.places)
    var place: String

    @Argument(help: "small, medium or large.")
    var size: TileSize

    @OptionGroup var layout: LayoutOptions

    func perform() throws {
        try layout.change(PanelInterface.Resize.self, .init(place: place, size: size))
    }
}

/// `holdfast remove PLACE`
struct Remove: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take a control away from a place of the running panel.",
        discussion: "It can be placed again; 'holdfast layout --reset PLACE' has what the panel's file says.")

    @Argument(help: "Where it is: a place in 'holdfast layout'.", completion: PanelNames.places)
    var place: String

    @OptionGroup var socket: SocketOption
    @OptionGroup var unlock: UnlockOption

    func perform() throws {
        try unlock.client(path: socket.path).reply(PanelInterface.Remove.self, .init(place: place))
    }
}

/// `holdfast configure PLACE NAME=VALUE…`
struct Configure: LayoutPlacesCommand {
    static let configuration = CommandConfiguration(
        abstract: "Configure a control of the running panel where it is placed.",
        discussion: """
            Values are written as for 'holdfast perform --parameter'; parameters that are not named keep theirs. \
            'holdfast gallery --json' has what can be given.
            """)

    @Argument(help: "Where it is: a place in 'holdfast layout'.", completion: PanelNames.places)
    var place: String

    @Argument(
        help: ArgumentHelp("A parameter's value.", valueName: "name=value"),
        transform: { try ParameterAssignment($0) })
    var assignments: [ParameterAssignment] = []

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp("A parameter that is to have its default again; may be given again.", valueName: "name"))
    var defaults: [String] = []

    @OptionGroup var layout: LayoutOptions

    func validate() throws {
        try ParameterAssignment.checkNames(of: assignments)
        if assignments.isEmpty && defaults.isEmpty { throw ValidationError("Give NAME=VALUE, or --default NAME.") }
        for assignment in assignments where defaults.contains(assignment.name) {
            throw ValidationError("The parameter '\(assignment.name)' is given twice.")
        }
    }

    func perform() throws {
        let change = PanelInterface.Configure.Parameters(
            place: place, configuration: ParameterAssignment.values(assignments), defaults: defaults)
        try layout.change(PanelInterface.Configure.self, change)
    }
}

/// `holdfast gallery`
struct Gallery: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the controls that can be placed on the running panel, by where they come from.")

    @Option(
        help: ArgumentHelp(
            "Only those with these words in their names, descriptions or kinds.", valueName: "text"))
    var search: String?

    @Option(
        help: ArgumentHelp("Tell whether this kind is shown, and if it is not, why.", valueName: "kind"),
        completion: PanelNames.placeable)
    var why: String?

    @OptionGroup var panel: PanelOptions

    func validate() throws {
        if search != nil, why != nil { throw ValidationError("Give one of --search and --why.") }
    }

    func perform() throws {
        let client = try panel.client
        if let why {
            let answer = try client.reply(PanelInterface.Why.self, .init(control: why))
            return try json.print([answer], lines: ["\(why): \(answer.reason)".onOneLine])
        }
        let controls = try client.gallery(search: search)
        try json.print(controls, lines: GalleryControl.table(controls))
    }
}
