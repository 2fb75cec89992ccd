import ControlModel
import EventLoop
import LocalAPI

/// An extension that the test controls.
@PanelActor
final class FakeExtension: ExtensionService {
    static let timer = "org.example.focus.timer"
    static let lamp = "org.example.focus.lamp"

    /// The extension's reaction to a question.
    enum Manner {
        case answers
        /// The extension accepts questions and never answers.
        case hangs
        /// The connection ends during each question.
        case dies
        /// The connection cannot be made.
        case absent
    }

    var manner = Manner.answers
    var address: String?
    var description: ExtensionDescription
    /// The answer for a control in a configuration, by default from `isOn`.
    var evaluate: @PanelActor (SnapshotRequest) -> Result<ControlEvaluation, ExtensionFailure>
    var reply: @PanelActor (PerformRequest) -> Result<PerformReply, ExtensionFailure> = { _ in .success(PerformReply())
    }
    /// The suggested choices, the same for every parameter.
    var choices: [IntentChoice] = []
    /// Whether performances wait for `finishPerforming`.
    var holdsPerformances = false
    var isOn: [SnapshotRequest: Bool] = [:]

    private(set) var described = 0
    private(set) var snapshots: [SnapshotRequest] = []
    private(set) var performances: [PerformRequest] = []
    private(set) var suggestions: [SuggestRequest] = []
    private(set) var told: [[PlacedControl]] = []
    private(set) var cancelled = 0
    private(set) var isStarted = false
    private var held: [@PanelActor () -> Void] = []

    var appeared: (@PanelActor () -> Void)?
    var vanished: (@PanelActor () -> Void)?

    init(kinds: [String], displayName: String = "Fake") {
        description = ExtensionDescription(
            displayName: displayName,
            controls: kinds.map {
                DescribedControl(
                    kind: $0, displayName: displayName, preview: Self.toggle(SnapshotRequest(kind: $0), isOn: false))
            })
        evaluate = { _ in .failure(.lost) }
        evaluate = { [unowned self] in .success(Self.toggle($0, isOn: isOn[$0] ?? false)) }
        reply = { [unowned self] request in
            guard let kind = request.kind else { return .success(PerformReply()) }
            let snapshot = SnapshotRequest(kind: kind, configuration: request.configuration)
            isOn[snapshot] = request.isOn
            return .success(PerformReply(evaluation: Self.toggle(snapshot, isOn: request.isOn ?? false)))
        }
    }

    static func toggle(_ request: SnapshotRequest, isOn: Bool, intent: String = "Toggle") -> ControlEvaluation {
        ControlEvaluation(
            control: ControlSnapshot(
                kind: request.kind, displayName: "Fake", template: .toggle(isOn: isOn), title: "Fake",
                valueText: isOn ? "On" : "Off", hint: ControlHint.toggle(isOn: isOn, displayName: "Fake").text,
                status: isOn ? "Turned Off" : "Turned On"),
            intent: IntentReference(type: intent, title: intent))
    }

    static func button(
        _ kind: String, authentication: IntentAuthenticationPolicy = .alwaysAllowed, opens: OpenTarget? = nil
    ) -> ControlEvaluation {
        ControlEvaluation(
            control: ControlSnapshot(
                kind: kind, displayName: "Fake", template: .button, title: "Fake", hint: "Hold for 'Fake'"),
            intent: IntentReference(
                type: "Push", title: "Push", authentication: authentication, opensBeforePerforming: opens != nil,
                opens: opens))
    }

    func start() {
        isStarted = true
        if manner != .absent { appeared?() }
    }

    func stop() { isStarted = false }

    func describe(
        in domain: String, _ completion: @escaping @PanelActor (Result<ExtensionDescription, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        described += 1
        let description = description
        return answer(completion) { .success(description) }
    }

    func snapshot(
        _ request: SnapshotRequest,
        _ completion: @escaping @PanelActor (Result<ControlEvaluation, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        snapshots.append(request)
        return answer(completion) { self.evaluate(request) }
    }

    func perform(
        _ request: PerformRequest,
        _ completion: @escaping @PanelActor (Result<PerformReply, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        performances.append(request)
        guard holdsPerformances else { return answer(completion) { self.reply(request) } }
        let call = FakeCall { self.cancelled += 1 }
        held.append { [reply] in
            guard !call.isEnded else { return }
            call.isEnded = true
            completion(reply(request))
        }
        return call
    }

    func finishPerforming() {
        let held = held
        self.held = []
        for finish in held { finish() }
    }

    func suggest(
        _ request: SuggestRequest,
        _ completion: @escaping @PanelActor (Result<[IntentChoice], ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        suggestions.append(request)
        return answer(completion) { .success(self.choices) }
    }

    func pushTokensChanged(_ placements: [PlacedControl]) { told.append(placements) }

    private func answer<Value: Sendable>(
        _ completion: @escaping @PanelActor (Result<Value, ExtensionFailure>) -> Void,
        _ body: @escaping @PanelActor () -> Result<Value, ExtensionFailure>
    ) -> FakeCall {
        let call = FakeCall { self.cancelled += 1 }
        let manner = manner
        guard manner != .hangs else { return call }
        // As from a socket: the answer never comes within the call.
        Task { @PanelActor in
            guard !call.isEnded else { return }
            call.isEnded = true
            switch manner {
            case .answers: completion(body())
            case .dies: completion(.failure(.lost))
            case .absent: completion(.failure(.absent(reason: "connection refused")))
            case .hangs: break
            }
        }
        return call
    }
}

@PanelActor
final class FakeCall: ExtensionCall {
    var isEnded = false
    private let cancelled: @PanelActor () -> Void

    init(cancelled: @escaping @PanelActor () -> Void) {
        self.cancelled = cancelled
    }

    func cancel() {
        guard !isEnded else { return }
        isEnded = true
        cancelled()
    }
}
