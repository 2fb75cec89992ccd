import ControlModel
import LocalAPI
import ProgramSupport

extension PanelClient {
    /// Performs a control as a hold does, or sets a toggle. Waits for the end of the performance without a timeout,
    /// and prints the result. Questions to confirm go to standard error, apart from the result.
    ///
    /// - Throws: `PanelProblem` if the performance failed, or needs a value.
    func perform(_ name: String, isOn: Bool?, _ values: [String: IntentValue], asJSON: Bool) throws {
        let parameters = PanelInterface.Perform.Parameters(
            control: name, isOn: isOn, parameters: values.isEmpty ? nil : values, requestedAt: requestedAt)
        let replies = try ask(PanelInterface.Perform.self, parameters, about: name, more: true, within: nil) { reply in
            guard let question = reply.confirmation else { return }
            Output.printError("\(name) asks: \(question) (holdfast confirm \(name))".onOneLine)
        }
        guard let performed = replies.last else { throw PanelProblem.ended(path: path) }
        try performed.report(name, asJSON: asJSON)
    }

    /// Runs an intent by its name. Waits for its end without a timeout, and prints the result.
    ///
    /// - Throws: `PanelProblem` if the intent failed, or needs a value.
    func run(intent name: String, _ values: [String: IntentValue], asJSON: Bool) throws {
        let parameters = PanelInterface.Run.Parameters(
            intent: name, parameters: values.isEmpty ? nil : values, requestedAt: requestedAt)
        try reply(PanelInterface.Run.self, parameters, about: name, within: nil).report(name, asJSON: asJSON)
    }
}

extension PerformedControl {
    /// Prints the result of performing `name`.
    ///
    /// - Throws: `PanelProblem` if the performance failed, or needs a value.
    fileprivate func report(_ name: String, asJSON: Bool) throws {
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
