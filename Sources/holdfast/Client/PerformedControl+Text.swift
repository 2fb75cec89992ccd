import Controls
import LocalAPI

extension PerformedControl {
    /// Prints what came of performing `name`.
    ///
    /// - Throws: `PanelProblem` where it failed.
    func report(_ name: String, asJSON: Bool) throws {
        if asJSON { Output.print(try JSONText.line(self)) }
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
}
