import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime
import ProgramSupport

/// A client of a running panel. Each call connects to the panel's socket, and waits for the reply.
struct PanelClient: Sendable {
    /// The panel's socket.
    let path: String
    /// The PIN that each call unlocks the panel with; `nil` for none.
    fileprivate let pin: String?
    /// The moment of the command's start, after the person has typed the PIN.
    let requestedAt = RequestTime.now

    init(path: String, pin: String? = nil) {
        (self.path, self.pin) = (path, pin)
    }

    /// The timeout of calls that a panel answers from memory.
    static let patience = Duration.seconds(10)

    /// The controls, in the gallery's order.
    func controls(within patience: Duration = patience) throws -> [ListedControl] {
        try ask(PanelInterface.List.self, NoParameters(), more: true, within: patience).compactMap(\.control)
    }

    /// The intents that can be run by name.
    func intents(within patience: Duration = patience) throws -> [ListedIntent] {
        try ask(PanelInterface.Intents.self, NoParameters(), more: true, within: patience).compactMap(\.intent)
    }

    /// The controls that can be placed, by their groups.
    func gallery(
        search: String? = nil, within patience: Duration = patience
    ) throws -> [GalleryControl] {
        try ask(PanelInterface.Gallery.self, .init(search: search), more: true, within: patience).compactMap(\.control)
    }

    /// The places with their controls, and whether the file allows no changes.
    func layout(within patience: Duration = patience) throws -> (items: [LayoutItem], isFixed: Bool) {
        let replies = try ask(PanelInterface.Layout.self, NoParameters(), more: true, within: patience)
        return (replies.compactMap(\.item), replies.contains { $0.isFixed == true })
    }

    /// The lines of a simulated board that the panel uses.
    func boardLines(within patience: Duration) throws -> [BoardLine] {
        try ask(BoardInterface.Levels.self, .init(), more: true, within: patience).compactMap(\.line)
    }

    // MARK: Calls

    /// Calls a method that has one reply.
    ///
    /// - Parameter name: The control, intent or file that an error names.
    @discardableResult
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
        within patience: Duration? = patience, soFar: @escaping @PanelActor (Method.Reply) -> Void = { _ in }
    ) throws -> [Method.Reply] {
        try EventLoop.panel.run(until: { completion in
            let connection = Connection(self, within: patience, completion)
            var replies: [Method.Reply] = []
            connection.call(method, parameters, about: name, more: more) { reply in
                replies.append(reply.value)
                if reply.continues { soFar(reply.value) } else { connection.end(.success(replies)) }
            }
        })
    }

    /// Calls a method, and passes on each reply until a signal, the panel or the last reply ends the call.
    ///
    /// - Parameters:
    ///   - patience: The timeout of the first reply; `nil` if the call ends only with the panel.
    ///   - isEndless: Whether a last reply means that the panel has ended.
    ///   - finish: Is called at the end.
    func follow<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, within patience: Duration? = nil,
        isEndless: Bool = true, take: @escaping @PanelActor (Method.Reply) -> Void,
        finish: @escaping @PanelActor () -> Void = {}
    ) throws {
        // SIGHUP: the terminal was closed.
        let signals = try SignalDescriptor([.terminate, .interrupt, .reload])
        try EventLoop.panel.run(until: { (completion: Completion<Void>) in
            let connection = Connection(self, within: patience, completion)
            connection.isWatched = patience == nil
            connection.finish = finish
            connection.signals = try EventLoop.panel.watch(signals.descriptor) { _ in
                if signals.read() != nil { connection.end(.success(())) }
            }
            connection.call(method, parameters, more: true) { reply in
                connection.limit?.cancel()
                take(reply.value)
                guard !reply.continues else { return }
                connection.end(isEndless ? .failure(PanelProblem.hungUp(path: path)) : .success(()))
            }
        })
    }
}

/// The connection of one call to a running panel, its timeout, and the signals that end the call.
@PanelActor
private final class Connection<Value: Sendable> {
    private let client: VarlinkClient
    private let panel: PanelClient
    private let completion: Completion<Value>
    var limit: PanelTimer?
    var signals: DescriptorWatch?
    /// Whether the call ends with the panel.
    var isWatched = false
    var finish: @PanelActor () -> Void = {}

    init(_ panel: PanelClient, within patience: Duration?, _ completion: Completion<Value>) {
        (self.panel, self.completion) = (panel, completion)
        client = VarlinkClient(path: panel.path, waitsForRoom: true)
        guard let patience else { return }
        limit = EventLoop.panel.makeTimer { self.end(.failure(PanelProblem.silent(path: panel.path))) }
        limit?.arm(at: EventLoop.panel.now.advanced(by: patience))
    }

    /// Sends the PIN, if there is one, and then the call.
    func call<Method: VarlinkMethodSignature>(
        _ method: Method.Type, _ parameters: Method.Parameters, about name: String? = nil, more: Bool,
        take: @escaping @PanelActor (VarlinkReply<Method.Reply>) -> Void
    ) {
        if let pin = panel.pin {
            client.call(PanelInterface.Unlock.self, .init(pin: pin, requestedAt: panel.requestedAt)) { result in
                if case .failure(let error) = result { self.fail(error, about: nil) }
            }
        }
        client.call(method, parameters, more: more) { result in
            switch result {
            case .success(let reply): take(reply)
            case .failure(.ended) where self.isWatched: self.end(.failure(PanelProblem.hungUp(path: self.panel.path)))
            case .failure(let error): self.fail(error, about: name)
            }
        }
    }

    private func fail(_ error: VarlinkClientError, about name: String?) {
        end(.failure(PanelProblem(error, path: panel.path, about: name)))
    }

    func end(_ result: Result<Value, any Error>) {
        limit?.cancel()
        signals?.cancel()
        client.close()
        finish()
        completion(result)
    }
}
