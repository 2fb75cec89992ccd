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
        abstract: "Show where controls are placed, by the file or by hand.",
        discussion: """
            Controls that cannot be performed come first, then changes by hand. --verbose adds the places that the \
            panel's file leaves empty. --export prints the layout as keys for the panel's file. --reset undoes the \
            changes by hand at a place, in a list, or everywhere.
            """)

    @Flag(help: "Print the layout as keys for the panel's file.")
    var export = false

    @Flag(help: "Undo changes by hand.")
    var reset = false

    @Flag(help: "Also show the places that the panel's file leaves empty.")
    var verbose = false

    @Argument(help: "The place or list for --reset. Default: all places.", completion: PanelNames.places)
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
        abstract: "Move a control to another place.",
        discussion: "If another control is at the new button gesture or light, the two controls change places.")

    @Argument(help: "The control's place in 'holdfast layout'.", completion: PanelNames.places)
    var place: String

    @Argument(help: "The new place, or a list for its end.", completion: PanelNames.places)
    var to: String

    @OptionGroup var layout: LayoutOptions

    func perform() throws {
        try layout.change(PanelInterface.Move.self, .init(place: place, to: to))
    }
}

/// `holdfast resize PLACE SIZE`
struct Resize: LayoutPlacesCommand {
    static let configuration = CommandConfiguration(
        abstract: "Change the size of a control in Control Center.")

    @Argument(help: "The control's place, control_center.N.", completion: PanelNames.places)
    var place: String

    @Argument(help: "The new size.")
    var size: TileSize

    @OptionGroup var layout: LayoutOptions

    func perform() throws {
        try layout.change(PanelInterface.Resize.self, .init(place: place, size: size))
    }
}

/// `holdfast remove PLACE`
struct Remove: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove a control from a place.",
        discussion: """
            'holdfast place' can place the control again. 'holdfast layout --reset PLACE' restores the place from the \
            panel's file.
            """)

    @Argument(help: "The control's place in 'holdfast layout'.", completion: PanelNames.places)
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
        abstract: "Change the configuration of a placed control.",
        discussion: """
            Values have the form of 'holdfast perform --parameter'. Parameters that the command does not name keep their \
            values. 'holdfast gallery --json' lists the parameters.
            """)

    @Argument(help: "The control's place in 'holdfast layout'.", completion: PanelNames.places)
    var place: String

    @Argument(
        help: ArgumentHelp("A parameter and its value.", valueName: "name=value"),
        transform: { try ParameterAssignment($0) })
    var assignments: [ParameterAssignment] = []

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp("Reset a parameter to its default. Can be repeated.", valueName: "name"))
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
        abstract: "List the controls that can be placed, by source.")

    @Option(
        help: ArgumentHelp(
            "List only controls with these words in their names, descriptions or kinds.", valueName: "text"))
    var search: String?

    @Option(
        help: ArgumentHelp("Say whether the gallery lists this kind, and if not, why.", valueName: "kind"),
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
