import ArgumentParser
import Configuration
import ProgramSupport

/// `holdfast play FILE`
struct Play: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a panel in the terminal: keys are its buttons, coloured text its lights.",
        discussion: """
            Each gesture of a button and each sensor has a key. The picture names the keys and what they perform. \
            Digits, Enter and Backspace are the keys of the first PIN pad. The picture shows the PIN, which is a new one \
            each time. Nothing runs for real: the picture says which command would run and which request would be sent. \
            Escape, Ctrl-C or Ctrl-D ends.
            """)

    @Argument(help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String

    @Flag(
        help: "Run commands, webhooks and extensions, as 'holdfast up' does. Lines stay simulated.")
    var real = false

    func perform() throws {
        try PlayedPanel.play(PanelFile.read(path: file), isReal: real)
    }
}
