import ControlExtension
import EventLoop
import Glibc
import LocalAPI
import Synchronization

/// The connection from a hosted bundle to the panel in the same process.
///
/// Requests are jobs of the loop, in the order of sending. They count as outstanding work from that moment. Questions
/// to people do not count, because their answers may need time to pass.
final class HostedConnection: PanelConnection {
    private let caller: HostCaller
    private let counts = Mutex(Counts())

    /// Called on the loop after a request has been answered, or a question has been put to people.
    private let changed: @Sendable @PanelActor () -> Void
    private let host: @Sendable @PanelActor () -> (any HostService)?

    init(
        name: String, host: @escaping @Sendable @PanelActor () -> (any HostService)?,
        changed: @escaping @Sendable @PanelActor () -> Void
    ) {
        caller = .hosted(name)
        self.host = host
        self.changed = changed
    }

    /// The numbers of unanswered requests.
    struct Counts {
        /// Requests that the panel answers at once.
        var requests = 0
        /// Questions to people.
        var questions = 0
    }

    /// The numbers of unanswered requests.
    var outstanding: Counts { counts.withLock { $0 } }

    var isThere: Bool { true }

    func send(
        _ request: HostRequest, _ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void
    ) -> @Sendable () -> Void {
        counts.withLock { $0.requests += 1 }
        let exchange = HostedExchange { [self] result in
            if case .confirm = request { counts.withLock { $0.questions -= 1 } }
            completion(result)
        }
        Task { @PanelActor in
            if case .confirm = request { counts.withLock { $0.questions += 1 } }
            exchange.begin(request, caller: caller, host: host())
            counts.withLock { $0.requests -= 1 }
            changed()
        }
        return { Task { @PanelActor in exchange.cancel() } }
    }
}

/// One request.
@PanelActor
private final class HostedExchange {
    private var completion: (@Sendable (Result<HostAnswer, PanelConnectionError>) -> Void)?
    private var question: (any ExtensionCall)?

    nonisolated init(_ completion: @escaping @Sendable (Result<HostAnswer, PanelConnectionError>) -> Void) {
        self.completion = completion
    }

    func begin(_ request: HostRequest, caller: HostCaller, host: (any HostService)?) {
        // The request may have been cancelled before this job ran.
        guard completion != nil else { return }
        guard let host else { return end(.failure(.unreachable(path: "host", code: ENOENT))) }
        switch request {
        case .reload(let kind):
            let isOurs = host.reload(kind: kind, for: caller)
            end(isOurs ? .success(.done) : .failure(.notYours(kind: kind ?? "")))
        case .currentControls:
            end(.success(.placements(host.currentControls(for: caller))))
        case .confirm(let performance, let dialog):
            question = host.confirm(performance: performance, dialog: dialog) {
                self.end(.success(.confirmed($0)))
            }
        case .progress(let performance, let completed):
            host.progress(of: performance, completed)
            end(.success(.done))
        case .showActivity(let activity):
            let isShown = host.show(activity, for: caller)
            end(isShown ? .success(.done) : .failure(.activityRefused(id: activity.id)))
        case .endActivity(let id):
            host.endActivity(id: id, for: caller)
            end(.success(.done))
        }
    }

    func cancel() {
        question?.cancel()
        end(.failure(.cancelled))
    }

    private func end(_ result: Result<HostAnswer, PanelConnectionError>) {
        guard let completion else { return }
        self.completion = nil
        question = nil
        completion(result)
    }
}
