import ArgumentParser
import LocalAPI

/// `holdfast layout`
struct LayoutCommand: ParsableCommand {
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

    @OptionGroup var socket: SocketOption
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if [export, reset, json.json].count(where: { $0 }) > 1 {
            throw ValidationError("Give one of --export, --reset and --json.")
        }
        if place != nil, !reset { throw ValidationError("A place is for --reset.") }
    }

    func run() throws {
        try Output.reporting {
            let client = try unlock.client(path: socket.path)
            if reset { return try client.resetLayout(place) }
            let (items, isFixed) = try client.layout()
            if export {
                Output.print("# Gestures go beside the line of their button, 'shows' beside that of its light.")
                for line in LayoutItem.export(items) { Output.print(line) }
                return
            }
            try json.print(items, lines: LayoutItem.lines(items, isFixed: isFixed, isVerbose: verbose))
        }
    }
}
