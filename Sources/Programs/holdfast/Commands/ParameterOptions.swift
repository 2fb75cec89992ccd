import ArgumentParser
import ControlModel

/// The `--parameter` option: values for an intent's parameters.
struct ParameterOptions: ParsableArguments {
    @Option(
        name: .customLong("parameter"),
        help: ArgumentHelp(
            "A parameter and its value. Can be repeated.",
            discussion: """
                true and false are truth values. Text that looks like a number is a number. All other text is text. \
                NAME='"5"' gives the text 5, NAME='["a", 1]' several values.
                """, valueName: "name=value"),
        transform: { try ParameterAssignment($0) })
    var assignments: [ParameterAssignment] = []

    /// The values by their parameters' names.
    var values: [String: IntentValue] {
        ParameterAssignment.values(assignments)
    }

    func validate() throws {
        try ParameterAssignment.checkNames(of: assignments)
    }
}

extension ParameterAssignment {
    /// - Throws: `ValidationError` if a parameter is given twice.
    static func checkNames(of assignments: [ParameterAssignment]) throws {
        var names: Set<String> = []
        for assignment in assignments where !names.insert(assignment.name).inserted {
            throw ValidationError("The parameter '\(assignment.name)' is given twice.")
        }
    }
}
