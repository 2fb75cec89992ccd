import ArgumentParser
import LocalAPI

/// `holdfast gallery`
struct Gallery: ParsableCommand {
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

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if search != nil, why != nil { throw ValidationError("Give one of --search and --why.") }
    }

    func run() throws {
        try Output.reporting {
            let client = PanelClient(path: try socket.path)
            if let why {
                let answer = try client.whyInGallery(why)
                return try json.print([answer], lines: ["\(why): \(answer.reason)".onOneLine])
            }
            let controls = try client.gallery(search: search)
            try json.print(controls, lines: GalleryControl.table(controls))
        }
    }
}
