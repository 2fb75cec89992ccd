import ArgumentParser
import Client
import EventLoop
import Glibc
import Indicators
import LocalAPI
import ProgramSupport

/// `holdfast display`
struct Display: ParsableCommand {
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

    @OptionGroup var socket: SocketOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        try check("columns", columns, DisplaySize.columnRange)
        try check("rows", rows, DisplaySize.rowRange)
    }

    private func check(_ name: String, _ number: Int?, _ range: ClosedRange<Int>) throws {
        guard let number, !range.contains(number) else { return }
        throw ValidationError("--\(name) is \(number); expected \(range.lowerBound) to \(range.upperBound).")
    }

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            guard follow else {
                let frame = try PanelClient(path: socket.path).display(columns: columns, rows: rows)
                return try json.print([frame], lines: frame.lines)
            }
            let (path, columns, rows) = (try socket.path, columns, rows)
            let form: PanelMonitor.Form = json.json ? .json : isatty(STDOUT_FILENO) == 1 ? .picture : .lines
            // SIGHUP: the terminal was closed.
            let ending = try SignalDescriptor([.terminate, .interrupt, .reload])
            try EventLoop.panel.run(until: { completion in
                try DisplayMonitor(path: path, columns: columns, rows: rows, form: form, completion: completion)
                    .start(ending: ending)
            })
        }
    }
}
