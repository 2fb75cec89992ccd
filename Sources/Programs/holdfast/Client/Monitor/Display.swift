import ArgumentParser
import EventLoop
import Glibc
import Indicators
import LocalAPI

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

/// Watches the text display of a running panel, and prints each frame.
@PanelActor
final class DisplayMonitor {
    private let client: VarlinkClient
    private let path: String
    private let parameters: PanelInterface.Display.Parameters
    private let form: PanelMonitor.Form
    private let completion: Completion<Void>
    private var screen = Screen()
    private var signals: DescriptorWatch?

    /// - Parameter completion: Is called once a signal or the panel has ended the monitor.
    init(path: String, columns: Int?, rows: Int?, form: PanelMonitor.Form, completion: Completion<Void>) {
        client = VarlinkClient(path: path, waitsForRoom: true)
        self.path = path
        parameters = PanelInterface.Display.Parameters(columns: columns, rows: rows)
        self.form = form
        self.completion = completion
    }

    /// Sends the request. The event loop retains the monitor until the end.
    func start(ending: SignalDescriptor) throws {
        signals = try EventLoop.panel.watch(ending.descriptor) { _ in
            if ending.read() != nil { self.end(.success(())) }
        }
        client.call(PanelInterface.Display.self, parameters, more: true) { result in
            switch result {
            case .success(let reply):
                self.show(reply.value)
                if !reply.continues { self.end(.failure(PanelProblem.hungUp(path: self.path))) }
            case .failure(.ended): self.end(.failure(PanelProblem.hungUp(path: self.path)))
            case .failure(let error): self.end(.failure(PanelProblem(error, path: self.path)))
            }
        }
    }

    private func end(_ result: Result<Void, any Error>) {
        signals?.cancel()
        client.close()
        completion(result)
    }

    private func show(_ frame: PanelInterface.Display.Reply) {
        switch form {
        case .json:
            // A value that was decoded from JSON can be encoded as JSON.
            if let text = try? JSONText.line(frame) { Output.print(text) }
        case .lines: for line in frame.lines + [""] { Output.print(line) }
        // Lines above a terminal's top edge cannot be drawn over.
        case .picture: screen.draw(Array(frame.lines.prefix(max(1, Screen.height - 1))))
        }
    }
}

extension PanelInterface.Display.Reply {
    /// The rows, with control characters escaped for a terminal.
    var lines: [String] { rows.map(\.onOneLine) }
}
