import ArgumentParser
import ControlModel
import LocalAPI
import ProgramSupport

/// `holdfast place CONTROL PLACE`
struct PlaceCommand: LayoutPlacesCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Place a control on a button, a light or the lock screen, or in Control Center.",
        discussion: """
            At a button's gesture or a light, the control replaces the present one. In a list, the control goes before \
            the one at that position, or to the end. The placement stays until the panel's file changes the same place.
            """)

    @Argument(
        help: "The control's name in 'holdfast gallery', or the place of a control to place again.",
        completion: PanelNames.placeable)
    var control: String

    @Argument(
        help: "buttons.NAME.GESTURE, lights.NAME, lock_screen[.N] or control_center[.N].",
        completion: PanelNames.places)
    var place: String

    @Option(
        name: .customLong("configuration"),
        help: ArgumentHelp(
            "A parameter of the control and its value. Can be repeated.",
            discussion: """
                Values have the form of 'holdfast perform --parameter'. Without a value, the command asks for values at \
                a terminal.
                """,
            valueName: "name=value"),
        transform: { try ParameterAssignment($0) })
    var assignments: [ParameterAssignment] = []

    @Option(help: "The size in Control Center.")
    var size: TileSize?

    @Option(help: ArgumentHelp("The position in a list, from 1.", valueName: "n"))
    var at: Int?

    @OptionGroup var layout: LayoutOptions

    func validate() throws {
        try ParameterAssignment.checkNames(of: assignments)
        if let at, at < 1 { throw ValidationError("Positions are counted from 1.") }
        if at != nil, !["lock_screen", "control_center"].contains(place) {
            throw ValidationError("'--at' is for lock_screen and control_center.")
        }
    }

    func perform() throws {
        // Each call with a PIN costs one of the PIN's uses, so calls that need no PIN are made without it.
        let client = PanelClient(path: try layout.socket.path)
        var values: [String: IntentValue]? = assignments.isEmpty ? nil : ParameterAssignment.values(assignments)
        var asked: GalleryControl?
        if values == nil { asked = try askedControl(client) }
        if let control = asked, !json.json, ConfigurationDialog.isPossible {
            values = try ConfigurationDialog.ask(about: control) { parameter, given in
                // Without suggestions, the question can still be asked.
                let question = PanelInterface.Suggest.Parameters(
                    control: control.snapshot.kind, parameter: parameter, values: given.isEmpty ? nil : given)
                return (try? client.reply(PanelInterface.Suggest.self, question).choices) ?? []
            }
            asked = nil
        }
        let change = PanelInterface.Place.Parameters(
            control: control, place: at.map { "\(place).\($0)" } ?? place, configuration: values, size: size)
        let item = try layout.unlock.client(path: client.path).reply(PanelInterface.Place.self, change).item
        try json.print([item], lines: item.changeText + (asked?.configurationHelp(at: item.place) ?? []))
    }

    /// The control, if users are to be asked for its configuration; otherwise `nil`.
    private func askedControl(_ client: PanelClient) throws -> GalleryControl? {
        try client.gallery(search: control).first { known in
            (known.snapshot.kind == control || known.key == control) && known.promptsForUserConfiguration
                && !known.parameters.isEmpty
        }
    }
}

extension TileSize: ExpressibleByArgument {}
