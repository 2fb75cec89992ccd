import ArgumentParser
import Indicators
import LocalAPI

/// `holdfast display`
struct Display: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the contents of the panel's text display.",
        discussion: """
            Has the size and the characters of the panel's display. For a panel without a display, shows what a display \
            of 20 columns and 4 rows would show. With --follow, the text changes in place on a terminal. Otherwise, an \
            empty line follows each frame.
            """)

    @Flag(help: "Show changes until Ctrl-C.")
    var follow = false

    @Option(help: ArgumentHelp("Characters in a row, from 8 to 200, instead of the display's.", valueName: "number"))
    var columns: Int?

    @Option(help: ArgumentHelp("Rows, from 1 to 50, instead of the display's.", valueName: "number"))
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
