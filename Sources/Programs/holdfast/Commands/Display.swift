import ArgumentParser
import Indicators
import LocalAPI

/// `holdfast display`
struct Display: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what the running panel's text display shows, or would show.",
        discussion: """
            It has the size and the characters of the panel's own display; where that has none, 20 columns and 4 rows. \
            With --follow, on a terminal it changes in place; else each frame is followed by an empty line.
            """)

    @Flag(help: "Go on showing what changes, until Ctrl-C.")
    var follow = false

    @Option(help: ArgumentHelp("Characters in a row, 8 to 200, instead of the display's.", valueName: "number"))
    var columns: Int?

    @Option(help: ArgumentHelp("Rows, 1 to 50, instead of the display's.", valueName: "number"))
    var rows: Int?

    @OptionGroup var panel: PanelOptions

    func validate() throws {
        try check("columns", columns, DisplaySize.columnRange)
        try check("rows", rows, DisplaySize.rowRange)
    }

    private func check(_ name: String, _ number: Int?, _ range: ClosedRange<Int>) throws {
        guard let number, !range.contains(number) else { return }
        throw ValidationError("--\(name) is \(number); expected \(range.lowerBound) to \(range.upperBound).")
    }

    func perform() throws {
        let size = PanelInterface.Display.Parameters(columns: columns, rows: rows)
        guard follow else {
            let frame = try panel.client.reply(PanelInterface.Display.self, size)
            return try json.print([frame], lines: frame.lines)
        }
        try panel.client.followDisplay(size, OutputForm(asJSON: json.json))
    }
}
