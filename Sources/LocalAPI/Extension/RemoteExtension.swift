import ControlModel
import EventLoop
import Glibc
import MonotonicTime

/// An extension in a process of its own, reached by its socket.
///
/// The panel connects once for each call. It keeps the connection of `describe` open: the end of this connection says
/// that the extension has gone.
@PanelActor
public final class RemoteExtension: ExtensionService {
    public var appeared: (@PanelActor () -> Void)?
    public var vanished: (@PanelActor () -> Void)?

    /// The most controls that an extension may have, and the most shortcuts.
    private static let countLimit = 4_096
    /// The most bytes that a description may have.
    private static let sizeLimit = 8 * 1_048_576
    /// The socket's path.
    public var address: String? { path }

    private let path: String
    private var watch: SocketWatch?
    private var outstanding: [ObjectIdentifier: Question] = [:]
    private var lifeline: VarlinkClient?

    /// A call over a connection of its own.
    @PanelActor
    private final class Question: ExtensionCall {
        let client: VarlinkClient
        private weak var owner: RemoteExtension?

        init(owner: RemoteExtension) {
            client = VarlinkClient(path: owner.path)
            self.owner = owner
        }

        func cancel() {
            guard owner?.outstanding.removeValue(forKey: ObjectIdentifier(self)) != nil else { return }
            client.close()
        }
    }

    /// Creates an extension whose socket is, or will be, at `path`. Nothing happens before `start`.
    public init(path: String) {
        self.path = path
    }

    /// Watches the socket's folder, which must exist, and looks for the socket. If the folder cannot be watched, it
    /// looks only once.
    public func start() {
        guard watch == nil else { return }
        watch = SocketWatch(path: path) { [weak self] in self?.appeared?() }
    }

    public func stop() {
        watch?.cancel()
        watch = nil
        for question in outstanding.values { question.client.close() }
        outstanding = [:]
        lifeline?.close()
        lifeline = nil
    }

    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    // MARK: Calls

    public func describe(
        in domain: String, _ completion: @escaping ExtensionCompletion<ExtensionDescription>
    ) -> any ExtensionCall {
        let question = begin()
        describe(in: domain, by: question, completion)
        return question
    }

    private func describe(
        in domain: String?, by question: Question, _ completion: @escaping ExtensionCompletion<ExtensionDescription>
    ) {
        var displayName: String?
        var controls: [DescribedControl] = []
        var shortcuts: [DescribedShortcut] = []
        var notes: [String] = []
        question.client.call(ExtensionInterface.Describe.self, .init(domain: domain), more: true) {
            [weak self, client = question.client] result in
            switch result {
            case .failure(.refused(name: VarlinkService.InvalidParameter.varlinkName, _)) where domain != nil:
                // A program that was written before the method had a parameter.
                self?.describe(in: nil, by: question, completion)
            case .failure(let error):
                self?.end(question)
                completion(.failure(ExtensionFailure(error, of: self?.name ?? "")))
            case .success(let reply):
                displayName = displayName ?? reply.value.displayName
                controls += reply.value.controls
                shortcuts += reply.value.shortcuts ?? []
                notes += reply.value.notes ?? []
                let counts = ["controls": controls.count, "shortcuts": shortcuts.count]
                if let excess = Self.excess(counts, bytes: client.bytesReceived) {
                    self?.end(question)
                    return completion(.failure(.invalid(problem: excess)))
                }
                guard !reply.continues, let self else { return }
                outstanding[ObjectIdentifier(question)] = nil
                keep(client)
                completion(
                    .success(
                        ExtensionDescription(
                            displayName: displayName ?? name, controls: controls, shortcuts: shortcuts, notes: notes)))
            }
        }
    }

    private static func excess(_ counts: [String: Int], bytes: Int) -> String? {
        if let (what, _) = counts.first(where: { $1 > countLimit }) { return "it has more than \(countLimit) \(what)" }
        return bytes > sizeLimit ? "its description is longer than \(sizeLimit) bytes" : nil
    }

    /// Keeps `client`, whose connection ends when the extension has gone.
    private func keep(_ client: VarlinkClient) {
        lifeline?.closed = nil
        lifeline?.close()
        lifeline = client
        client.closed = { [weak self, weak client] in
            guard let self, let client, lifeline === client else { return }
            lifeline = nil
            vanished?()
        }
    }

    public func snapshot(
        _ request: SnapshotRequest, _ completion: @escaping ExtensionCompletion<ControlEvaluation>
    ) -> any ExtensionCall {
        ask(ExtensionInterface.Snapshot.self, request, value: { $0.evaluation }, then: completion)
    }

    public func perform(
        _ request: PerformRequest, _ completion: @escaping ExtensionCompletion<PerformReply>
    ) -> any ExtensionCall {
        ask(ExtensionInterface.Perform.self, request, value: { $0 }, then: completion)
    }

    public func suggest(
        _ request: SuggestRequest, _ completion: @escaping ExtensionCompletion<[IntentChoice]>
    ) -> any ExtensionCall {
        ask(ExtensionInterface.Suggest.self, request, value: { $0.choices }, then: completion)
    }

    /// Sends the placements over the kept connection, so that they arrive in order. Without a connection, the
    /// placements are dropped.
    public func pushTokensChanged(_ placements: [PlacedControl]) {
        lifeline?.call(ExtensionInterface.PushTokensChanged.self, .init(placements: placements), oneway: true) { _ in }
    }

    private func ask<Method: ExtensionInterface.Method, Value: Sendable>(
        _ method: Method.Type, _ request: Method.Parameters, value: @escaping @PanelActor (Method.Reply) -> Value,
        then completion: @escaping ExtensionCompletion<Value>
    ) -> any ExtensionCall {
        let question = begin()
        question.client.call(method, request) { [weak self] result in
            self?.end(question)
            completion(result.map { value($0.value) }.mapError { ExtensionFailure($0, of: self?.name ?? "") })
        }
        return question
    }

    private func begin() -> Question {
        let question = Question(owner: self)
        outstanding[ObjectIdentifier(question)] = question
        return question
    }

    private func end(_ question: Question) {
        outstanding[ObjectIdentifier(question)] = nil
        question.client.close()
    }
}

extension ExtensionFailure {
    init(_ error: VarlinkClientError, of name: String) {
        switch error {
        case .unreachable: self = .absent(reason: error.description)
        case .ended: self = .lost
        case .malformed(let problem): self = .invalid(problem: problem)
        case .refused(VarlinkService.InterfaceNotFound.varlinkName, _),
            .refused(VarlinkService.MethodNotFound.varlinkName, _),
            .refused(VarlinkService.MethodNotImplemented.varlinkName, _):
            self = .refused(
                reason: "speaks another version of \(ExtensionInterface.name) than this panel: \(error.description)")
        case .refused(ExtensionInterface.NoSuchControl.varlinkName, let parameters):
            self = .refused(reason: "the extension '\(name)' has no control '\(parameters["kind"] ?? "")'")
        case .refused(ExtensionInterface.NoSuchIntent.varlinkName, let parameters):
            self = .refused(
                reason:
                    "the extension '\(name)' has no intent '\(parameters["intent"] ?? "")', or not with this parameter")
        case .refused(_, let parameters): self = .refused(reason: parameters["reason"] ?? error.description)
        }
    }
}
