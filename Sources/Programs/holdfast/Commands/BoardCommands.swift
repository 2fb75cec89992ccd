import ArgumentParser
import LocalAPI
import MonotonicTime
import ProgramSupport

/// `holdfast press BUTTON`
struct Press: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Press a button of a simulated panel.",
        discussion: """
            For a running panel with 'board: simulated', by root or the user that runs the panel. Ends when the button \
            is released. Ctrl-C releases it early.
            """)

    @Argument(help: "The button's name in the panel's file.", completion: PanelNames.buttons)
    var button: String

    @Option(
        name: .customLong("for"), help: "How long to press, from 1ms to 1h. Default: 80ms, which is a tap.",
        transform: Duration.argument)
    var time = Duration.milliseconds(80)

    @OptionGroup var socket: SocketOption

    func perform() throws {
        // The panel refuses a time that is too long at once, so the call needs no timeout.
        let client = try PanelClient(path: socket.path)
        let press = BoardInterface.Press.Parameters(
            button: button, seconds: Double(time.nanoseconds) / 1e9, requestedAt: client.requestedAt)
        try client.reply(BoardInterface.Press.self, press, within: nil)
    }
}

/// `holdfast sense LINE active|inactive`
struct Sense: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set the level of a sensor's line of a simulated panel.",
        discussion: """
            For a running panel with 'board: simulated', by root or the user that runs the panel. Ends when the line has \
            the level. The panel accepts the level after the sensor's 'debounce' time without a change.
            """)

    enum Level: String, ExpressibleByArgument, CaseIterable {
        case active, inactive
    }

    @Argument(help: "The line's name in the panel's file, such as GPIO24.", completion: PanelNames.sensorLines)
    var line: String

    @Argument(help: "The level.")
    var level: Level

    @OptionGroup var socket: SocketOption

    func perform() throws {
        try PanelClient(path: socket.path)
            .reply(BoardInterface.Sense.self, .init(line: line, isActive: level == .active))
    }
}

/// `holdfast keys TEXT`
struct Keys: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Press keys on the PIN pad of a simulated panel.",
        discussion: """
            For a running panel with 'board: simulated', by root or the user that runs the panel. Presses one key after \
            the other, each for 80 ms with a pause of 80 ms. Ends when the last key is released. The panel may take a \
            second longer to check a PIN. Quote the text, because the shell interprets '#' and '*'. Do not type the PIN \
            of a real panel: the shell's history and other users of this machine see the text.
            """)

    @Argument(help: "The keys, at most 64, such as '135790#'.")
    var keys: String

    @Option(help: ArgumentHelp("The pad's name, if the panel has several.", valueName: "name"))
    var keypad: String?

    @OptionGroup var socket: SocketOption

    func perform() throws {
        let client = try PanelClient(path: socket.path)
        try client.reply(
            BoardInterface.Keys.self, .init(text: keys, keypad: keypad, requestedAt: client.requestedAt), within: nil)
    }
}

extension Duration {
    /// Reads an option's duration, such as `3s`.
    ///
    /// - Throws: `ValidationError`.
    static func argument(_ text: String) throws -> Duration {
        guard let duration = Duration(text: text[...]) else {
            throw ValidationError("'\(text)' is not a duration such as 3s")
        }
        return duration
    }
}
