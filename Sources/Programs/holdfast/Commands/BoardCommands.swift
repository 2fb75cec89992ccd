import ArgumentParser
import LocalAPI
import MonotonicTime
import ProgramSupport

/// `holdfast press BUTTON`
struct Press: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Press a button of a simulated panel.",
        discussion: """
            For the running panel whose file says 'board: simulated'; root and the user who runs it may. Ends when the button is \
            up again; Ctrl-C releases it.
            """)

    @Argument(help: "The button's name in the panel's file.", completion: PanelNames.buttons)
    var button: String

    @Option(
        name: .customLong("for"), help: "How long, from 1ms to 1h; 80ms without it, which is a tap.",
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
        abstract: "Give a sensor's line of a simulated panel a level.",
        discussion: """
            For the running panel whose file says 'board: simulated'; root and the user who runs it may. Ends as the line has its \
            level; the panel takes it for true once the contact has been quiet for the sensor's 'debounce'.
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
        abstract: "Press keys of a simulated panel's PIN pad, one after the other.",
        discussion: """
            For the running panel whose file says 'board: simulated'; root and the user who runs it may. Each key is 80 ms down and \
            80 ms up. Ends as the last key is up; to check a PIN takes the panel up to a second longer. Quote the text: a shell takes '#' and '*' for its own. The shell's history and other users of this machine \
            see the text, so type no PIN of a real panel here.
            """)

    @Argument(help: "The keys, at most 64, such as '135790#'.")
    var keys: String

    @Option(help: ArgumentHelp("The pad's name, where the panel has several.", valueName: "name"))
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
            throw ValidationError("'\(text)' is no duration, such as 3s")
        }
        return duration
    }
}
