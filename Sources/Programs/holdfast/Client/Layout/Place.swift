import ArgumentParser
import ControlModel
import Glibc
import LocalAPI

/// `holdfast place CONTROL PLACE`
struct Place: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Place a control on the running panel: on a button, a light, the lock screen, in Control Center.",
        discussion: """
            What is at a button's gesture or a light is replaced; in a list the control goes before what is there, or \
            to the end. The layout is kept until the panel's file says something else of the same place.
            """)

    @Argument(
        help: "The control: its name in 'holdfast gallery', or the place of one that is to be placed again.",
        completion: PanelNames.placeable)
    var control: String

    @Argument(
        help: "buttons.NAME.GESTURE, lights.NAME, lock_screen[.N] or control_center[.N].",
        completion: PanelNames.places)
    var place: String

    @Option(
        name: .customLong("configuration"),
        help: ArgumentHelp(
            "A value that it is configured with; may be given again.",
            discussion: "Written as for 'holdfast perform --parameter'. Without one, a person at a terminal is asked.",
            valueName: "name=value"),
        transform: { try ParameterAssignment($0) })
    var assignments: [ParameterAssignment] = []

    @Option(help: "Its size in Control Center.")
    var size: TileSize?

    @Option(help: ArgumentHelp("Its position in a list, from 1.", valueName: "n"))
    var at: Int?

    @OptionGroup var socket: SocketOption
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        try ParameterAssignment.checkNames(of: assignments)
        if let at, at < 1 { throw ValidationError("Positions are counted from 1.") }
        if at != nil, !["lock_screen", "control_center"].contains(place) {
            throw ValidationError("'--at' is for lock_screen and control_center.")
        }
    }

    func run() throws {
        try Output.reporting(asJSON: json.json) {
            // Each call with a PIN costs one of the PIN's uses, so calls that need no PIN are made without it.
            let client = PanelClient(path: try socket.path)
            var values: [String: IntentValue]? = assignments.isEmpty ? nil : ParameterAssignment.values(assignments)
            var asked: GalleryControl?
            if values == nil { asked = try askedControl(client) }
            if let control = asked, !json.json, ConfigurationDialog.isPossible {
                let dialog = ConfigurationDialog(control: control) { parameter in
                    // Without suggestions, the question can still be asked.
                    (try? client.suggestions(for: parameter, of: control.snapshot.kind)) ?? []
                }
                values = try dialog.ask()
                asked = nil
            }
            let item = try unlock.client(path: client.path).place(
                control, at: at.map { "\(place).\($0)" } ?? place, configuration: values, size: size)
            try json.print([item], lines: item.changeText + (asked?.configurationHelp(at: item.place) ?? []))
        }
    }

    /// The control, if users are to be asked for its configuration; otherwise `nil`.
    private func askedControl(_ client: PanelClient) throws -> GalleryControl? {
        try client.gallery(search: control).first { known in
            (known.snapshot.kind == control || known.key == control) && known.promptsForUserConfiguration
                && !known.parameters.isEmpty
        }
    }
}

extension TileSize: ExpressibleByArgument {}

/// Asks the user at a terminal for the configuration of a control that is being placed (P4:
/// `promptsForUserConfiguration`).
struct ConfigurationDialog {
    let control: GalleryControl
    /// Returns possible values of a parameter whose choices are not known.
    let suggestions: (String) -> [IntentChoice]

    /// The user has ended the input before the last question.
    struct Cancelled: Error, CustomStringConvertible {
        var description: String { "nothing was placed" }
    }

    /// Whether a user can answer: standard input and output are a terminal.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// The values that the user gives. A parameter that keeps its default has none.
    ///
    /// - Throws: `Cancelled`.
    func ask() throws(Cancelled) -> [String: IntentValue] {
        let description = control.snapshot.controlDescription.map { ": \($0)" } ?? ""
        Output.print("\(control.snapshot.displayName)\(description)".onOneLine)
        var values: [String: IntentValue] = [:]
        for parameter in control.parameters { values[parameter.name] = try ask(parameter) }
        return values
    }

    private func ask(_ parameter: IntentParameterInfo) throws(Cancelled) -> IntentValue? {
        let choices = parameter.choices ?? (parameter.type == .entity ? suggestions(parameter.name) : [])
        if let description = parameter.description { Output.print("  \(description)".onOneLine) }
        for (index, choice) in choices.enumerated() {
            let subtitle = choice.subtitle.map { ", \($0)" } ?? ""
            Output.print("  \(index + 1)  \(choice.title)\(subtitle)".onOneLine)
        }
        let usual = parameter.value.map { value in
            choices.first { $0.value == value }?.title ?? ParameterAssignment.text(of: value)
        }
        while true {
            Output.write("\(parameter.title)\(usual.map { " [\($0)]" } ?? ""): ".onOneLine, to: STDOUT_FILENO)
            guard let line = readLine() else {
                Output.print("")
                throw Cancelled()
            }
            let answer = line.trimmed
            if answer.isEmpty { return nil }
            if let value = Self.value(of: answer, parameter.type, choices) { return value }
            Output.print(choices.isEmpty ? "That is no value for it." : "Give a number, or a name, of those above.")
        }
    }

    /// The value of an answer: the choice with this number, name or value; otherwise the answer converted to the
    /// parameter's type.
    private static func value(
        of answer: String, _ type: IntentValueType?, _ choices: [IntentChoice]
    ) -> IntentValue? {
        let named = choices.first { choice in
            choice.title.lowercased() == answer.lowercased() || choice.value.description == answer
        }
        if let named { return named.value }
        if let number = Int(answer), choices.indices.contains(number - 1) { return choices[number - 1].value }
        switch type {
        case .text, .entity: return .string(answer)
        case .enumeration: return choices.isEmpty ? .string(answer) : nil
        case .integer: return Int(answer).map { .int($0) }
        case .number: return Double(answer).flatMap { $0.isFinite ? .double($0) : nil }
        case .boolean:
            switch answer.lowercased() {
            case "true", "yes", "y": return .bool(true)
            case "false", "no", "n": return .bool(false)
            default: return nil
            }
        case .date, .list, nil: return (try? ParameterAssignment("value=\(answer)"))?.value
        }
    }
}

extension String {
    /// The text without surrounding white space.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
