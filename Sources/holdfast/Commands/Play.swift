import ArgumentParser
import Configuration
import EventLoop
import Glibc

/// `holdfast play FILE`
struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a panel in the terminal: keys are its buttons, coloured text its lights.",
        discussion: """
            Each button has a letter: the key taps it, the key held down holds it (terminals repeat held keys), and the \
            capital letter holds it for as long as its hold takes. Digits, Enter and Backspace are the keys of the first PIN pad; the \
            PIN that unlocks is made up anew each time, and shown. Escape, Ctrl-C or Ctrl-D ends.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    func run() throws {
        try Output.reporting {
            let panel = try PanelFile.read(path: file)
            let signals = try SignalDescriptor([.terminate, .interrupt])
            // The terminal must be put back as it was even where nobody reads the pictures any more.
            signal(SIGPIPE, SIG_IGN)
            let terminal = try RawTerminal()
            defer { terminal.restore() }
            try EventLoop.panel.run { try await PlayedPanel(panel).run(signals) }
        }
    }
}
