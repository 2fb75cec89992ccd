import ControlModel
import LocalAPI
import ProgramSupport

extension PerformedControl {
    /// Prints the result of performing `name`.
    ///
    /// - Throws: `PanelProblem` if the performance failed, or needs a value.
    package func report(_ name: String, asJSON: Bool) throws {
        if asJSON { Output.print(try JSONText.line(self)) } else { printReturned(by: name) }
        if let request {
            let parameter = ParameterAssignment.usage(request.parameter, values: request.choices?.map(\.value))
            throw PanelProblem.valueWanted(
                name: name, title: request.title, dialog: request.dialog, parameter: parameter)
        }
        if let failure { throw PanelProblem.failed(name: name, reason: failure) }
        guard !asJSON else { return }
        let state = control.map(\.stateText) ?? "-"
        Output.print("\(name): \(state == "-" ? "performed" : state)".onOneLine)
        if let opens { Output.print("\(name) opens \(opens.title)".onOneLine) }
    }

    /// Prints the result of the control's intent, also if a following intent failed.
    private func printReturned(by name: String) {
        if let dialog { Output.print("\(name): \(dialog)".onOneLine) }
        if let value { Output.print("\(name) returns \(value)".onOneLine) }
        if let problem { Output.printError("\(name): \(problem)".onOneLine) }
    }
}
