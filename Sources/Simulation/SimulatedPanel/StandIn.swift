import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Replaces `holdfast-actions` and the gateway where no program runs and no network is used. It succeeds at once, and
/// remembers the states that were set.
@PanelActor
public final class StandIn: ExtensionService, ScriptedExtension {
    public var appeared: (@PanelActor () -> Void)?
    public var vanished: (@PanelActor () -> Void)?

    private enum Life {
        case runs
        case hangs
        case crashed
    }

    private let grant: ExtensionGrant
    private var life = Life.runs
    private var isLinked = false
    /// Increases when the panel stops, and when the stand-in starts or crashes. Calls of an earlier generation get no
    /// answer.
    private var generation = 0
    private var states: [String: Bool] = [:]
    private var texts: [String: String] = [:]
    private let scheduler: any Scheduler
    private var timer: PanelTimer?
    private var waiting: [@PanelActor () -> Void] = []

    private let acted: (@PanelActor (String) -> Void)?

    init(_ grant: ExtensionGrant, scheduler: any Scheduler, acted: (@PanelActor (String) -> Void)? = nil) {
        self.grant = grant
        self.scheduler = scheduler
        self.acted = acted
    }

    /// The stand-ins that a panel needs, by their names.
    ///
    /// - Parameter acted: Gets each action that would be carried out, such as `send POST http://localhost:9/ring`.
    public static func all(
        for panel: PanelDescription, scheduler: any Scheduler, acted: (@PanelActor (String) -> Void)? = nil
    ) -> [String: any ExtensionService] {
        let stock = panel.allExtensions.filter { [DelegatedAction.actions, DelegatedAction.gateway].contains($0) }
        return Dictionary(
            uniqueKeysWithValues: stock.map { ($0.name, StandIn($0, scheduler: scheduler, acted: acted)) })
    }

    /// Changes the real state behind a delegated action. A reload finds the new state.
    package func set(_ delegated: DelegatedAction, isOn: Bool) {
        states[Self.identity(delegated.kind.name, delegated.values)] = isOn
    }

    /// Changes the text that a delegated action reads. A reload finds the new text.
    package func set(_ delegated: DelegatedAction, text: String) {
        texts[Self.identity(delegated.kind.name, delegated.values)] = text
    }

    /// The identity of a kind with a configuration, without the values that the panel adds to those of its file.
    private static func identity(_ kind: String, _ values: [String: IntentValue]) -> String {
        let own = values.filter { !["folder", "timeout_ms", "changes", "secret_file"].contains($0.key) }
        return kind + own.sorted { $0.key < $1.key }.map { "\n\($0.key)=\($0.value)" }.joined()
    }

    // MARK: Starting and ending

    public func start() {
        isLinked = true
        if life != .crashed { appear() }
    }

    public func stop() {
        isLinked = false
        generation += 1
        waiting = []
        timer?.cancel()
    }

    public func starts() {
        guard life != .runs else { return }
        life = .runs
        generation += 1
        appear()
    }

    public func crashes() {
        guard life != .crashed else { return }
        life = .crashed
        generation += 1
        if isLinked { vanished?() }
    }

    public func hangs() {
        if life == .runs { life = .hangs }
    }

    private func appear() {
        guard isLinked else { return }
        later { [weak self] in
            guard let self, isLinked else { return }
            appeared?()
        }
    }

    /// Does `body` in a later turn of the loop. Timers run the bodies one after the other: in virtual time the effects
    /// of each end before the next, so that the same script gives the same transcript.
    private func later(_ body: @escaping @PanelActor () -> Void) {
        waiting.append(body)
        if timer == nil { timer = scheduler.makeTimer { [weak self] in self?.next() } }
        timer?.arm(at: scheduler.now)
    }

    private func next() {
        guard !waiting.isEmpty else { return }
        waiting.removeFirst()()
        if !waiting.isEmpty { timer?.arm(at: scheduler.now) }
    }

    // MARK: ExtensionService

    public func describe(
        in domain: String, _ completion: @escaping ExtensionCompletion<ExtensionDescription>
    ) -> any ExtensionCall {
        answer(completion) {
            let kinds = StockKind.all.filter { $0.grant == self.grant }.map(\.name)
            return ExtensionDescription(
                displayName: self.grant.name,
                controls: kinds.map { kind in
                    DescribedControl(kind: kind, displayName: kind, preview: self.evaluation(of: kind, [:]))
                })
        }
    }

    public func snapshot(
        _ request: SnapshotRequest, _ completion: @escaping ExtensionCompletion<ControlEvaluation>
    ) -> any ExtensionCall {
        answer(completion) { self.evaluation(of: request.kind, request.configuration) }
    }

    public func perform(
        _ request: PerformRequest, _ completion: @escaping ExtensionCompletion<PerformReply>
    ) -> any ExtensionCall {
        answer(completion) {
            guard let kind = request.kind else { return PerformReply(failure: "a stand-in runs nothing by name") }
            if let effect = StockKind.named(kind)?.effect(of: request.configuration, isOn: request.isOn) {
                self.acted?(effect)
            }
            if let isOn = request.isOn { self.states[Self.identity(kind, request.configuration)] = isOn }
            return PerformReply(evaluation: self.evaluation(of: kind, request.configuration))
        }
    }

    public func suggest(
        _ request: SuggestRequest, _ completion: @escaping ExtensionCompletion<[IntentChoice]>
    ) -> any ExtensionCall {
        answer(completion) { [] }
    }

    public func pushTokensChanged(_ placements: [PlacedControl]) {}

    private func answer<Value: Sendable>(
        _ completion: @escaping ExtensionCompletion<Value>,
        _ value: @escaping @PanelActor () -> Value
    ) -> any ExtensionCall {
        let call = StandInCall()
        let asked = generation
        later { [weak self] in
            guard let self, !call.isCancelled, life == .runs, asked == generation else { return }
            completion(.success(value()))
        }
        return call
    }

    private func evaluation(of kind: String, _ configuration: [String: IntentValue]) -> ControlEvaluation {
        let identity = Self.identity(kind, configuration)
        let isToggle = StockKind.named(kind)?.isToggle ?? false
        let isOn = isToggle ? states[identity, default: false] : nil
        let control = ControlSnapshot(
            kind: kind, displayName: kind, template: isOn.map { .toggle(isOn: $0) } ?? .button,
            title: texts[identity] ?? "", hint: ControlHint.button(displayName: kind).text)
        return ControlEvaluation(
            control: control, intent: IntentReference(type: kind, title: kind, isDiscoverable: false))
    }
}

@PanelActor
private final class StandInCall: ExtensionCall {
    private(set) var isCancelled = false

    func cancel() {
        isCancelled = true
    }
}
