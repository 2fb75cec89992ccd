import ControlModel
import EventLoop
import Glibc
import MonotonicTime

/// An extension that is a process of its own, by its socket: the panel dials it, once for each question, and keeps the
/// connection that it was described over, by whose end it learns that the extension has gone.
@PanelActor
public final class RemoteExtension: ExtensionService {
    public var appeared: (@PanelActor () -> Void)?
    public var vanished: (@PanelActor () -> Void)?

    /// The most controls that an extension may have.
    private static let controlLimit = 4_096
    /// The most bytes that its description may have.
    private static let sizeLimit = 8 * 1_048_576
    /// A socket is there before it listens: how long it is given, doubled each time, in all 10 s. A machine that starts,
    /// with all of its programs at once, may let that time pass between the two calls.
    private static let firstPatience = Duration.milliseconds(5)
    private static let attempts = 11

    /// The socket's path.
    public var address: String? { path }

    private let path: String
    private var watch: FolderWatch?
    private var retry: PanelTimer?
    private var attempt = 0
    private var outstanding: [ObjectIdentifier: Question] = [:]
    private var lifeline: VarlinkClient?

    /// A question over a connection of its own.
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

    /// The extension whose socket is, or will be, at `path`; nothing happens before `start`.
    public init(path: String) {
        self.path = path
    }

    /// Watches the socket's folder, which must exist, and looks whether it is there already. Where the folder cannot be
    /// watched, that is all.
    public func start() {
        guard retry == nil else { return }
        retry = EventLoop.panel.makeTimer { [weak self] in self?.look() }
        let (folder, name) = Self.split(path)
        watch = try? FolderWatch(folder: folder, name: name) { [weak self] change in
            switch change {
            case .came, .unknown: self?.lookAnew()
            // Those who are connected still are.
            case .went: self?.retry?.cancel()
            }
        }
        lookAnew()
    }

    public func stop() {
        watch?.cancel()
        watch = nil
        retry?.cancel()
        retry = nil
        for question in outstanding.values { question.client.close() }
        outstanding = [:]
        lifeline?.close()
        lifeline = nil
    }

    private var name: String { Self.split(path).name }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = String(path[..<slash])
        return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
    }

    // MARK: Looking for it

    private func lookAnew() {
        attempt = 0
        retry?.arm(at: EventLoop.panel.now)
    }

    private func look() {
        // What has come before is found now; told of it later, it would appear twice.
        watch?.discard()
        do throws(LocalSocket.Failure) {
            close(try LocalSocket.connect(path: path))
        } catch {
            // Bound, but it does not listen yet; or it is what a process that has died left behind.
            guard error.code == ECONNREFUSED, attempt < Self.attempts else {
                // There is something that cannot be dialled just now: asking for its description will tell why.
                if error.code != ECONNREFUSED && error.code != ENOENT { appeared?() }
                return
            }
            let patience = Self.firstPatience * (1 << attempt)
            attempt += 1
            retry?.arm(at: EventLoop.panel.now.advanced(by: patience))
            return
        }
        appeared?()
    }

    // MARK: Questions

    public func describe(
        _ completion: @escaping @PanelActor (Result<ExtensionDescription, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        let question = begin()
        var displayName: String?
        var controls: [DescribedControl] = []
        var notes: [String] = []
        question.client.call(ExtensionInterface.Describe.method, NoParameters(), more: true) {
            [weak self, client = question.client]
            (result: Result<VarlinkReply<ExtensionInterface.Describe.Reply>, VarlinkClientError>) in
            switch result {
            case .failure(let error):
                self?.end(question)
                completion(.failure(ExtensionFailure(error, of: self?.name ?? "")))
            case .success(let reply):
                displayName = displayName ?? reply.value.displayName
                controls += reply.value.controls
                notes += reply.value.notes ?? []
                if let excess = Self.excess(controls: controls.count, bytes: client.bytesReceived) {
                    self?.end(question)
                    return completion(.failure(.invalid(problem: excess)))
                }
                guard !reply.continues, let self else { return }
                outstanding[ObjectIdentifier(question)] = nil
                keep(client)
                completion(
                    .success(
                        ExtensionDescription(
                            displayName: displayName ?? name, controls: controls, notes: notes)))
            }
        }
        return question
    }

    private static func excess(controls: Int, bytes: Int) -> String? {
        if controls > controlLimit { return "it has more than \(controlLimit) controls" }
        return bytes > sizeLimit ? "its description is longer than \(sizeLimit) bytes" : nil
    }

    /// Learns by the end of `client`'s connection that the extension has gone.
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
        _ request: SnapshotRequest,
        _ completion: @escaping @PanelActor (Result<ControlEvaluation, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        ask(ExtensionInterface.Snapshot.method, request) { (reply: ExtensionInterface.Snapshot.Reply) in
            reply.evaluation
        } then: {
            completion($0)
        }
    }

    public func perform(
        _ request: PerformRequest,
        _ completion: @escaping @PanelActor (Result<PerformReply, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        ask(ExtensionInterface.Perform.method, request) { (reply: PerformReply) in
            reply
        } then: {
            completion($0)
        }
    }

    public func suggest(
        _ request: SuggestRequest,
        _ completion: @escaping @PanelActor (Result<[IntentChoice], ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        ask(ExtensionInterface.Suggest.method, request) { (reply: ExtensionInterface.Suggest.Reply) in
            reply.choices
        } then: {
            completion($0)
        }
    }

    /// Tells it over the connection that is kept, so that what is told later arrives later. One that has not been
    /// described, or has gone, is told nothing.
    public func pushTokensChanged(_ placements: [PlacedControl]) {
        lifeline?.call(
            ExtensionInterface.PushTokensChanged.method,
            ExtensionInterface.PushTokensChanged.Parameters(placements: placements), oneway: true
        ) { (_: Result<VarlinkReply<NoParameters>, VarlinkClientError>) in }
    }

    private func ask<Request: Encodable & Sendable, Reply: Decodable & Sendable, Value: Sendable>(
        _ method: String, _ request: Request, value: @escaping @PanelActor (Reply) -> Value,
        then completion: @escaping @PanelActor (Result<Value, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        let question = begin()
        question.client.call(method, request) {
            [weak self] (result: Result<VarlinkReply<Reply>, VarlinkClientError>) in
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
    /// What an error of the connection means for what was asked.
    ///
    /// - Parameter name: The extension's.
    init(_ error: VarlinkClientError, of name: String) {
        switch error {
        case .unreachable: self = .absent(reason: error.description)
        case .ended: self = .lost
        case .malformed(let problem): self = .invalid(problem: problem)
        case .refused(_, _, .interfaceNotFound), .refused(_, _, .methodNotFound), .refused(_, _, .methodNotImplemented):
            self = .refused(
                reason: "speaks another version of \(ExtensionInterface.name) than this panel: \(error.description)")
        case .refused(ExtensionInterface.NoSuchControl.varlinkName, let parameters, _):
            self = .refused(reason: "the extension '\(name)' has no control '\(parameters["kind"] ?? "")'")
        case .refused(ExtensionInterface.NoSuchIntent.varlinkName, let parameters, _):
            self = .refused(
                reason:
                    "the extension '\(name)' has no intent '\(parameters["intent"] ?? "")', or not with this parameter")
        case .refused(_, let parameters, _): self = .refused(reason: parameters["reason"] ?? error.description)
        }
    }
}
