import ArgumentParser

/// `holdfast configure PLACE NAME=VALUE…`
struct Configure: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Configure a control of the running panel where it is placed.",
        discussion: """
            Values are written as for 'holdfast perform --parameter'; parameters that are not named keep theirs. \
            'holdfast gallery --json' has what can be given.
            """)

    @Argument(help: "Where it is: a place in 'holdfast layout'.", completion: PanelNames.places)
    var place: String

    @Argument(
        help: ArgumentHelp("A parameter's value.", valueName: "name=value"),
        transform: { try ParameterAssignment($0) })
    var assignments: [ParameterAssignment] = []

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp("A parameter that is to have its default again; may be given again.", valueName: "name"))
    var defaults: [String] = []

    @OptionGroup var socket: SocketOption
    @OptionGroup var unlock: UnlockOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        try ParameterAssignment.checkNames(of: assignments)
        if assignments.isEmpty && defaults.isEmpty { throw ValidationError("Give NAME=VALUE, or --default NAME.") }
        for assignment in assignments where defaults.contains(assignment.name) {
            throw ValidationError("The parameter '\(assignment.name)' is given twice.")
        }
    }

    func run() throws {
        try Output.reporting {
            let item = try unlock.client(path: socket.path).configure(
                place, ParameterAssignment.values(assignments), defaults: defaults)
            try json.print([item], lines: item.changeText)
        }
    }
}
