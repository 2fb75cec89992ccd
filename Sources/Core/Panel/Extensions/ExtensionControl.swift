import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// An extension's control in one configuration: its last value, the value's age, and the time of the next reload.
@PanelActor
final class ExtensionControl {
    let reference: ControlReference
    let host: ExtensionHost

    /// The control's body with its last value; with the preview value until the first value.
    private(set) var evaluation: ControlEvaluation?
    /// When the provider gave the value; `nil` for a preview value.
    private(set) var valueTime: MonotonicInstant?
    /// Why the value cannot be trusted; `nil` if it can.
    private(set) var problem: String? {
        didSet {
            if (problem == nil) != (oldValue == nil) { problemTime = host.scheduler.now }
        }
    }
    /// When the problem began, or ended.
    private var problemTime = MonotonicInstant.zero

    /// Called after each change of `evaluation`, `valueTime` or `problem`.
    var changed: (@PanelActor () -> Void)?
    /// Called with the reason when no value is available, and again only when the reason changes. Reloads are retried
    /// without an end and must not fill the log.
    var missed: (@PanelActor (String) -> Void)?

    /// Whether the panel has stopped or removed the control.
    private(set) var isStopped = false

    private var gate: ReloadGate
    /// Whether a performance has brought a value since the provider was asked.
    private var isOutdated = false
    /// Whether a newer value has been requested since the last one came: the state may have changed.
    private var isSuperseded = false
    private var delay = RetryDelay()
    private lazy var timer = host.scheduler.makeTimer { [weak self] in self?.reload() }
    private var call: LimitedCall?
    private var awaitingValue: [ExtensionCompletion<ControlEvaluation>] = []

    init(_ reference: ControlReference, host: ExtensionHost) {
        self.reference = reference
        self.host = host
        gate = ReloadGate(isLimited: host.limits.joinsReloads)
    }

    /// Whether nothing but the extension's description is known: neither a value nor a problem.
    var isUnasked: Bool { valueTime == nil && problem == nil }

    /// Why the control's own source gives no value; `nil` if the source gives one, or if the extension or its description
    /// is at fault.
    ///
    /// The reason comes once the value has been missing for the host's `valueGrace`, at the next try to read the value.
    var missedValue: String? {
        guard let problem, !isStopped, host.isReady, host.reported == nil,
            host.isStock || host.described(reference.kind) != nil,
            max(problemTime, host.reportTime).duration(to: host.scheduler.now) >= host.valueGrace
        else { return nil }
        return problem
    }

    /// Whether the value is younger than `ReloadGate.window`, in which the provider is not asked again (C43: reloads
    /// are limited).
    var isRecent: Bool {
        guard problem == nil, !isSuperseded, let valueTime else { return false }
        return valueTime.duration(to: host.scheduler.now) < ReloadGate.window
    }

    /// Why the control cannot be performed any more: its extension, as last described, does not have the kind. `nil` if it
    /// has, and until the extension's first description.
    var absence: String? {
        host.isKnown && host.described(reference.kind) == nil ? host.words(onMissing: reference.kind) : nil
    }

    /// Whether the extension can be asked for the control's value.
    private var hasKind: Bool { host.isReady && host.described(reference.kind) != nil }

    /// How far the value can be trusted.
    var freshness: ControlSnapshot.Freshness {
        guard let evaluation, host.isReady else { return .stale }
        if valueTime == nil { return problem == nil ? .preview : .stale }
        // The snapshot of an incomplete configuration states its own freshness.
        return problem == nil ? evaluation.control.freshness : .stale
    }

    /// The snapshot that surfaces show. The progress of a performance takes the place of the value text.
    func snapshot(isRunning: Bool, percentDone: Int? = nil, failure: String?) -> ControlSnapshot {
        var snapshot: ControlSnapshot
        if let evaluation {
            snapshot = isRunning ? evaluation.running : evaluation.control
        } else {
            let name = reference.kind.split(separator: ".").last.map(String.init) ?? reference.kind
            snapshot = ControlSnapshot(
                kind: reference.kind, displayName: name, template: .button, title: name,
                hint: ControlHint.button(displayName: name).text)
        }
        snapshot.isRunning = isRunning
        if let percentDone { snapshot.valueText = "\(percentDone) %" }
        snapshot.freshness = freshness
        snapshot.failure = failure ?? problem ?? incompleteness ?? snapshot.failure
        return snapshot
    }

    /// Why the configuration is incomplete, with its unknown parameters; `nil` if the configuration is complete or no
    /// value is known.
    var incompleteness: String? {
        guard let evaluation, evaluation.intent == nil else { return nil }
        let unknown = host.described(reference.kind).map { UnknownParameter.all(in: reference.configuration, of: $0) }
        let reasons = (unknown ?? []) + [evaluation.control.failure].compactMap(\.self)
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    /// Why the extension does not take the values of the configuration, such as one that names something that is gone; `nil` if it
    /// takes them, if there are none, and before the first answer.
    var refusedConfiguration: String? {
        guard valueTime != nil, !reference.configuration.isEmpty, let evaluation, evaluation.intent == nil else {
            return nil
        }
        return evaluation.control.failure
    }

    // MARK: The extension

    /// Handles the extension's appearance, disappearance or new description.
    func hostChanged(isPlaced: Bool) {
        guard host.isReady else {
            end()
            changed?()
            return
        }
        guard let described = host.described(reference.kind) else {
            end()
            // A later description may have another control of this kind.
            (evaluation, valueTime, problem) = (nil, nil, absence)
            changed?()
            return
        }
        problem = nil
        delay.reset()
        if evaluation == nil || valueTime == nil { evaluation = described.preview }
        changed?()
        if isPlaced { reload() }
    }

    /// Cancels everything in progress, for good.
    func stop() {
        changed = nil
        missed = nil
        isStopped = true
        end()
    }

    private func end() {
        timer.cancel()
        if call != nil || host.values.withdraw(self) {
            let wasAsked = call != nil
            call?.cancel()
            call = nil
            _ = gate.finished(at: host.scheduler.now)
            if wasAsked { host.values.dequeue() }
        }
        gate = ReloadGate(isLimited: gate.isLimited)
        isOutdated = false
        answer(.failure(.refused(reason: host.absence)))
    }

    // MARK: Values

    /// Requests the value now, or as soon as the gate allows it (C43: reloads are limited).
    func reload() {
        guard hasKind else { return }
        isSuperseded = true
        act(on: gate.request(at: host.scheduler.now))
    }

    /// Requests the value, and passes on the result.
    func reload(then completion: @escaping ExtensionCompletion<ControlEvaluation>) {
        guard hasKind else {
            completion(.failure(.refused(reason: problem ?? host.absence)))
            return
        }
        awaitingValue.append(completion)
        reload()
    }

    /// Requests the value if the last one is older than `age` (C42: appearance reloads).
    func reload(ifOlderThan age: Duration) {
        if let valueTime, valueTime.duration(to: host.scheduler.now) <= age { return }
        reload()
    }

    /// Takes a value that the extension sends by itself. Beyond the limit of C43, and while the provider is asked, the
    /// value is asked for instead.
    func update(to evaluation: ControlEvaluation) {
        guard hasKind else { return }
        isSuperseded = true
        let action = gate.request(at: host.scheduler.now)
        guard action == .run else { return act(on: action) }
        timer.cancel()
        received(.success(evaluation))
    }

    private func act(on action: ReloadGate.Action) {
        switch action {
        case .run:
            timer.cancel()
            host.values.enqueue(self)
        case .wait(let instant): timer.arm(at: instant)
        case .none: break
        }
    }

    /// Asks the provider; called by the host when a slot is free.
    func ask() {
        call = LimitedCall.begin(
            limit: host.limits.value, scheduler: host.scheduler, late: { "no value within \($0)" },
            onTimeout: { [weak host] in host?.suspect() }
        ) { [weak self] in
            self?.answered($0)
        } ask: {
            host.service?.snapshot(
                SnapshotRequest(kind: reference.kind, configuration: reference.configuration), $0)
        }
    }

    private func answered(_ result: Result<ControlEvaluation, ExtensionFailure>) {
        call = nil
        host.values.dequeue()
        received(result)
    }

    /// Takes a value, passes it on, and asks again if a newer one is wanted.
    private func received(_ result: Result<ControlEvaluation, ExtensionFailure>) {
        defer { isOutdated = false }
        switch result {
        case .success where isOutdated: break
        case .success(let evaluation):
            store(evaluation)
            changed?()
        case .failure(let failure): miss(host.words(for: failure))
        }
        answer(problem.map { .failure(.refused(reason: $0)) } ?? result)
        act(on: gate.finished(at: host.scheduler.now))
    }

    /// Takes the value that came with a performance; the end of the performance shows it.
    func take(_ evaluation: ControlEvaluation) {
        store(evaluation)
        // A value requested before the performance may be older than this one, so it is dropped and requested again.
        guard gate.isRunning else { return }
        isOutdated = true
        reload()
    }

    private func store(_ new: ControlEvaluation) {
        // The reply of a performance may come after the kind has gone.
        guard absence == nil else { return }
        guard let shown = ShownText.evaluation(new, kind: reference.kind) else {
            miss("the extension '\(host.grant.name)' answered with another control than '\(reference.kind)'")
            host.suspect()
            return
        }
        if let objection = new.intent?.nameObjection {
            miss("the extension '\(host.grant.name)' \(objection)")
            return
        }
        delay.reset()
        evaluation = shown
        isSuperseded = false
        valueTime = host.scheduler.now
        problem = nil
    }

    /// Keeps the last value, records the problem and schedules a retry (C44: the last value stays, marked stale).
    func miss(_ reason: String) {
        let isNews = reason != problem
        problem = reason
        if isNews { missed?(reason) }
        changed?()
        guard host.isReady else { return }
        timer.arm(at: host.scheduler.now.advanced(by: delay.next()))
    }

    private func answer(_ result: Result<ControlEvaluation, ExtensionFailure>) {
        let waiting = awaitingValue
        awaitingValue = []
        for completion in waiting { completion(result) }
    }
}
