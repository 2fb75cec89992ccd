import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// A running panel, asked over its socket; each question waits for its answer.
struct PanelClient: Sendable {
    /// The panel's socket.
    let path: String
    /// What unlocks it for each question; `nil`: nothing.
    var pin: String?

    /// How long a panel may take for what it answers from memory.
    static let patience = Duration.seconds(10)

    /// The controls, in the gallery's order.
    func controls(within patience: Duration = patience) throws -> [ListedControl] {
        try ask(
            PanelInterface.List.method, NoParameters(), PanelInterface.List.Reply.self, more: true, within: patience
        )
        .compactMap(\.control)
    }

    /// One control.
    func control(_ name: String) throws -> ListedControl {
        let parameters = PanelInterface.Show.Parameters(control: name)
        return try reply(PanelInterface.Show.method, parameters, PanelInterface.Show.Reply.self, about: name).control
    }

    /// Performs a control as a hold does, or sets a toggle. Waits as long as the performance takes.
    ///
    /// - Parameter asked: Is called with each question that is to be confirmed meanwhile.
    func perform(
        _ name: String, isOn: Bool?, parameters: [String: IntentValue], asked: @escaping @PanelActor (String) -> Void
    ) throws -> PerformedControl {
        let parameters = PanelInterface.Perform.Parameters(
            control: name, isOn: isOn, parameters: parameters.isEmpty ? nil : parameters)
        let replies = try ask(
            PanelInterface.Perform.method, parameters, PerformedControl.self, about: name, more: true, within: nil
        ) { if let question = $0.confirmation { asked(question) } }
        guard let performed = replies.last else { throw PanelProblem.ended(path: path) }
        return performed
    }

    /// Confirms, or declines, what a control asks to have confirmed.
    func confirm(_ name: String, _ confirmed: Bool) throws {
        let parameters = PanelInterface.Confirm.Parameters(control: name, confirmed: confirmed)
        _ = try reply(PanelInterface.Confirm.method, parameters, NoParameters.self, about: name)
    }

    /// Asks a control, the controls of a kind, or all of them what is so.
    func reload(_ name: String?) throws {
        let parameters = PanelInterface.Reload.Parameters(control: name)
        _ = try reply(PanelInterface.Reload.method, parameters, NoParameters.self, about: name)
    }

    /// The lights, and what they have to say.
    func lights() throws -> [ListedLight] {
        typealias Method = PanelInterface.Lights
        return try ask(Method.method, NoParameters(), Method.Reply.self, more: true, within: Self.patience)
            .compactMap(\.light)
    }

    /// Has lights go through what they can say.
    ///
    /// - Parameter shown: is called with each as it begins to be seen.
    /// - Returns: what has ended it before its time.
    func testLights(
        _ wish: PanelInterface.TestLights.Parameters,
        shown: @escaping @PanelActor (PanelInterface.TestLights.Reply) -> Void
    ) throws -> String? {
        typealias Method = PanelInterface.TestLights
        return try ask(Method.method, wish, Method.Reply.self, more: true, within: nil, soFar: shown).last?.words
    }

    /// What the text display shows, of its own size or another.
    func display(columns: Int?, rows: Int?) throws -> PanelInterface.Display.Reply {
        typealias Method = PanelInterface.Display
        return try reply(Method.method, Method.Parameters(columns: columns, rows: rows), Method.Reply.self)
    }

    /// The intents that can be run by name.
    func intents(within patience: Duration = patience) throws -> [ListedIntent] {
        typealias Method = PanelInterface.Intents
        return try ask(Method.method, NoParameters(), Method.Reply.self, more: true, within: patience)
            .compactMap(\.intent)
    }

    /// Runs an intent by its name. Waits as long as it takes.
    func run(intent name: String, parameters: [String: IntentValue]) throws -> PerformedControl {
        let parameters = PanelInterface.Run.Parameters(
            intent: name, parameters: parameters.isEmpty ? nil : parameters)
        return try reply(PanelInterface.Run.method, parameters, PerformedControl.self, about: name, within: nil)
    }

    /// How the panel is.
    func status() throws -> PanelStatus {
        try reply(PanelInterface.Status.method, NoParameters(), PanelStatus.self)
    }

    // MARK: Asking

    func reply<Parameters: Encodable & Sendable, Reply: Decodable & Sendable>(
        _ method: String, _ parameters: Parameters, _ type: Reply.Type, about name: String? = nil,
        within patience: Duration? = patience
    ) throws -> Reply {
        let replies = try ask(method, parameters, type, about: name, within: patience)
        guard let reply = replies.first else { throw PanelProblem.ended(path: path) }
        return reply
    }

    /// All replies to a call.
    ///
    /// - Parameter soFar: Is called with each but the last as it comes.
    func ask<Parameters: Encodable & Sendable, Reply: Decodable & Sendable>(
        _ method: String, _ parameters: Parameters, _ type: Reply.Type, about name: String? = nil, more: Bool = false,
        within patience: Duration?, soFar: @escaping @PanelActor (Reply) -> Void = { _ in }
    ) throws -> [Reply] {
        try EventLoop.panel.run(until: { completion in
            let client = VarlinkClient(path: path, waitsForRoom: true)
            let limit = EventLoop.panel.makeTimer {
                client.close()
                completion(.failure(PanelProblem.silent(path: path)))
            }
            if let patience { limit.arm(at: EventLoop.panel.now.advanced(by: patience)) }
            var replies: [Reply] = []
            client.unlock(pin) { error in
                limit.cancel()
                client.close()
                completion(.failure(PanelProblem(error, path: path, about: nil)))
            }
            client.call(method, parameters, more: more) {
                (result: Result<VarlinkReply<Reply>, VarlinkClientError>) in
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

/// The simulated board of a running panel, worked by hand.
extension PanelClient {
    /// Presses a button, and waits until it is up again.
    func press(_ button: String, for duration: Duration) throws {
        typealias Method = BoardInterface.Press
        let seconds = Double(duration.nanoseconds) / 1e9
        // The panel refuses what is longer than it allows, at once.
        _ = try reply(
            Method.method, Method.Parameters(button: button, seconds: seconds), Method.Reply.self, within: nil)
    }

    /// Gives a sensor's line a level.
    func sense(_ line: String, isActive: Bool) throws {
        typealias Method = BoardInterface.Sense
        _ = try reply(Method.method, Method.Parameters(line: line, isActive: isActive), NoParameters.self)
    }

    /// Presses keys of a PIN pad, and waits until the last one is up again.
    func type(_ keys: String, on keypad: String?) throws {
        typealias Method = BoardInterface.Keys
        _ = try reply(
            Method.method, Method.Parameters(text: keys, keypad: keypad), NoParameters.self, within: nil)
    }

    /// The lines that the panel uses of its board.
    func boardLines(within patience: Duration) throws -> [BoardLine] {
        typealias Method = BoardInterface.Levels
        return try ask(Method.method, Method.Parameters(), Method.Reply.self, more: true, within: patience)
            .compactMap(\.line)
    }
}
