import EventLoop
import LocalAPI
import ProgramSupport

/// Watches the text display of a running panel, and prints each frame.
@PanelActor
package final class DisplayMonitor {
    private let client: VarlinkClient
    private let path: String
    private let parameters: PanelInterface.Display.Parameters
    private let form: PanelMonitor.Form
    private let completion: Completion<Void>
    private var screen = Screen()
    private var signals: DescriptorWatch?

    /// - Parameter completion: Is called once a signal or the panel has ended the monitor.
    package init(path: String, columns: Int?, rows: Int?, form: PanelMonitor.Form, completion: Completion<Void>) {
        client = VarlinkClient(path: path, waitsForRoom: true)
        self.path = path
        parameters = PanelInterface.Display.Parameters(columns: columns, rows: rows)
        self.form = form
        self.completion = completion
    }

    /// Sends the request. The event loop retains the monitor until the end.
    package func start(ending: SignalDescriptor) throws {
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
        case .picture: screen.draw(Array(frame.lines.prefix(max(1, Environment.terminalSize.lines - 1))))
        }
    }
}

extension PanelInterface.Display.Reply {
    /// The rows, with control characters escaped for a terminal.
    package var lines: [String] { rows.map(\.onOneLine) }
}
