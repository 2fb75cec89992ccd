import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// A client of a running panel. Each call connects to the panel's socket, and waits for the reply.
package struct PanelClient: Sendable {
    /// The panel's socket.
    package let path: String
    /// The PIN that each call unlocks the panel with; `nil` for none.
    let pin: String?

    package init(path: String, pin: String? = nil) {
        (self.path, self.pin) = (path, pin)
    }

    /// The timeout of calls that a panel answers from memory.
    package static let patience = Duration.seconds(10)

    /// The controls, in the gallery's order.
    package func controls(within patience: Duration = patience) throws -> [ListedControl] {
        try ask(PanelInterface.List.self, NoParameters(), more: true, within: patience).compactMap(\.control)
    }

    /// One control, by its name.
    package func control(_ name: String) throws -> ListedControl {
        try reply(PanelInterface.Show.self, .init(control: name), about: name).control
    }

    /// Performs a control as a hold does, or sets a toggle. Waits for the end of the performance, without a timeout.
    ///
    /// - Parameter asked: Is called with each question that a user is to confirm meanwhile.
    package func perform(
        _ name: String, isOn: Bool?, parameters: [String: IntentValue], asked: @escaping @PanelActor (String) -> Void
    ) throws -> PerformedControl {
        let parameters = PanelInterface.Perform.Parameters(
            control: name, isOn: isOn, parameters: parameters.isEmpty ? nil : parameters)
        let replies = try ask(PanelInterface.Perform.self, parameters, about: name, more: true, within: nil) {
            if let question = $0.confirmation { asked(question) }
        }
        guard let performed = replies.last else { throw PanelProblem.ended(path: path) }
        return performed
    }

    /// Confirms, or declines, the question that a control asks.
    package func confirm(_ name: String, _ confirmed: Bool) throws {
        _ = try reply(PanelInterface.Confirm.self, .init(control: name, confirmed: confirmed), about: name)
    }

    /// Reloads the current state of a control or of the controls of a kind; of all controls if `name` is `nil`.
    package func reload(_ name: String?) throws {
        _ = try reply(PanelInterface.Reload.self, .init(control: name), about: name)
    }

    /// The lights with their layers.
    package func lights() throws -> [ListedLight] {
        try ask(PanelInterface.Lights.self, NoParameters(), more: true, within: Self.patience).compactMap(\.light)
    }

    /// Tests lights: they show each of their meanings, one after the other.
    ///
    /// - Parameter shown: Is called with each meaning as it begins to be visible.
    /// - Returns: The reason why the test ended early; `nil` if it is complete.
    package func testLights(
        _ wish: PanelInterface.TestLights.Parameters,
        shown: @escaping @PanelActor (PanelInterface.TestLights.Reply) -> Void
    ) throws -> String? {
        try ask(PanelInterface.TestLights.self, wish, more: true, within: nil, soFar: shown).last?.words
    }

    /// The content of the text display, in the display's own size or another.
    package func display(columns: Int?, rows: Int?) throws -> PanelInterface.Display.Reply {
        try reply(PanelInterface.Display.self, .init(columns: columns, rows: rows))
    }

    /// The intents that can be run by name.
    package func intents(within patience: Duration = patience) throws -> [ListedIntent] {
        try ask(PanelInterface.Intents.self, NoParameters(), more: true, within: patience).compactMap(\.intent)
    }

    /// Runs an intent by its name. Waits for its end, without a timeout.
    package func run(intent name: String, parameters: [String: IntentValue]) throws -> PerformedControl {
        let parameters = PanelInterface.Run.Parameters(
            intent: name, parameters: parameters.isEmpty ? nil : parameters)
        return try reply(PanelInterface.Run.self, parameters, about: name, within: nil)
    }

    /// The panel's state: its lock, faults, extensions and measurements.
    package func status() throws -> PanelStatus {
        try reply(PanelInterface.Status.self, NoParameters())
    }

    // MARK: Calls

    func reply<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, about name: String? = nil,
        within patience: Duration? = patience
    ) throws -> Method.Reply {
        let replies = try ask(method, parameters, about: name, within: patience)
        guard let reply = replies.first else { throw PanelProblem.ended(path: path) }
        return reply
    }

    /// Calls a method, and returns all replies.
    ///
    /// - Parameter soFar: Is called with each reply but the last, as it comes.
    func ask<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, about name: String? = nil, more: Bool = false,
        within patience: Duration?, soFar: @escaping @PanelActor (Method.Reply) -> Void = { _ in }
    ) throws -> [Method.Reply] {
        try EventLoop.panel.run(until: { completion in
            let client = VarlinkClient(path: path, waitsForRoom: true)
            let limit = EventLoop.panel.makeTimer {
                client.close()
                completion(.failure(PanelProblem.silent(path: path)))
            }
            if let patience { limit.arm(at: EventLoop.panel.now.advanced(by: patience)) }
            var replies: [Method.Reply] = []
            client.unlock(pin) { error in
                limit.cancel()
                client.close()
                completion(.failure(PanelProblem(error, path: path, about: nil)))
            }
            client.call(method, parameters, more: more) { result in
                switch result {
                case .success(let reply):
                    replies.append(reply.value)
                    guard !reply.continues else { return soFar(reply.value) }
                    completion(.success(replies))
                case .failure(let error): completion(.failure(PanelProblem(error, path: path, about: name)))
                }
                limit.cancel()
                client.close()
            }
        })
    }
}

/// Operates the simulated board of a running panel.
extension PanelClient {
    /// Presses a button, and waits until it is released.
    package func press(_ button: String, for duration: Duration) throws {
        let seconds = Double(duration.nanoseconds) / 1e9
        // The panel refuses a time that is too long at once, so the call needs no timeout.
        _ = try reply(BoardInterface.Press.self, .init(button: button, seconds: seconds), within: nil)
    }

    /// Sets the level of a sensor's line.
    package func sense(_ line: String, isActive: Bool) throws {
        _ = try reply(BoardInterface.Sense.self, .init(line: line, isActive: isActive))
    }

    /// Presses keys of a PIN pad, and waits until the last key is released.
    package func type(_ keys: String, on keypad: String?) throws {
        _ = try reply(BoardInterface.Keys.self, .init(text: keys, keypad: keypad), within: nil)
    }

    /// The lines of the board that the panel uses.
    package func boardLines(within patience: Duration) throws -> [BoardLine] {
        try ask(BoardInterface.Levels.self, .init(), more: true, within: patience).compactMap(\.line)
    }
}
