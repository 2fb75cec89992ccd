import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// A control of an extension in one configuration: its last value, how old that is, and when it is asked for again.
@PanelActor
final class ExtensionControl {
    let reference: ControlReference
    let host: ExtensionHost

    /// The control's body with its last value, or with its preview value while there never was another.
    private(set) var evaluation: ControlEvaluation?
    /// When the provider gave the value; `nil` while there is none but the preview.
    private(set) var valueTime: MonotonicInstant?
    /// Why the value is not to be trusted; `nil` where it is.
    private(set) var problem: String?

    /// Called when any of these has changed.
    var changed: (@PanelActor () -> Void)?
    /// Called with the reason when no value can be had, and again when that is another one: it is asked for as long as it
    /// takes, and a log should not be filled with it.
    var missed: (@PanelActor (String) -> Void)?

    /// Whether its panel has stopped, or has it no more.
    private(set) var isStopped = false

    private var gate: ReloadGate
    /// Whether a performance has brought a value since the provider was asked.
    private var isOutdated = false
    /// Whether the value was asked for again since it came: something may have changed it.
    private var isSuperseded = false
    private var delay = RetryDelay()
    private var timer: PanelTimer?
    private var limit: PanelTimer?
    private var call: (any ExtensionCall)?
    private var awaitingValue: [@PanelActor (Result<ControlEvaluation, ExtensionFailure>) -> Void] = []

    init(_ reference: ControlReference, host: ExtensionHost) {
        self.reference = reference
        self.host = host
        gate = ReloadGate(isLimited: host.limits.joinsReloads)
        timer = host.scheduler.makeTimer { [weak self] in self?.reload() }
        limit = host.scheduler.makeTimer { [weak self] in self?.giveUp() }
    }

    /// Whether nothing is known of it but what its extension describes: no value, nor that there is none.
    var isUnasked: Bool { valueTime == nil && problem == nil }

    /// Whether the value is younger than `ReloadGate.window`, within which the provider is not asked again (C43).
    var isRecent: Bool {
        guard problem == nil, !isSuperseded, let valueTime else { return false }
        return valueTime.duration(to: host.scheduler.now) < ReloadGate.window
    }

    /// How far the value is to be trusted.
    var freshness: ControlSnapshot.Freshness {
        guard let evaluation, host.isReady else { return .stale }
        if valueTime == nil { return problem == nil ? .preview : .stale }
        // One whose configuration is not complete says so itself.
        return problem == nil ? evaluation.control.freshness : .stale
    }

    /// What is shown of it.
    func snapshot(isRunning: Bool, failure: String?) -> ControlSnapshot {
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
        snapshot.freshness = freshness
        snapshot.failure = failure ?? problem ?? incompleteness ?? snapshot.failure
        return snapshot
    }

    /// Why its configuration is not complete, with the slip that may have caused it; `nil` where it is, or nobody knows.
    var incompleteness: String? {
        guard let evaluation, evaluation.intent == nil else { return nil }
        let unknown = host.described(reference.kind).map { UnknownParameter.all(in: reference.configuration, of: $0) }
        let reasons = (unknown ?? []).map(\.description) + [evaluation.control.failure].compactMap(\.self)
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }

    // MARK: The extension

    /// The extension has come, gone, or been described anew.
    func hostChanged(isPlaced: Bool) {
        guard host.isReady else {
            end()
            changed?()
            return
        }
        guard let described = host.described(reference.kind) else {
            end()
            problem = "the extension '\(host.grant.name)' has no control '\(reference.kind)'"
            changed?()
            return
        }
        problem = nil
        delay.reset()
        if evaluation == nil || valueTime == nil { evaluation = described.preview }
        changed?()
        if isPlaced { reload() }
    }

    /// Ends all that is under way, for good.
    func stop() {
        changed = nil
        missed = nil
        isStopped = true
        end()
    }

    private func end() {
        timer?.cancel()
        limit?.cancel()
        if call != nil || host.withdraw(self) {
            let wasAsked = call != nil
            call?.cancel()
            call = nil
            _ = gate.finished(at: host.scheduler.now)
            if wasAsked { host.dequeue() }
        }
        gate = ReloadGate(isLimited: gate.isLimited)
        isOutdated = false
        answer(.failure(.refused(reason: host.absence)))
    }

    // MARK: Values

    /// Asks for the value, now or as soon as may be (C43).
    func reload() {
        // A kind that it has not described it has no value of either.
        guard host.isReady, host.described(reference.kind) != nil else { return }
        isSuperseded = true
        act(on: gate.request(at: host.scheduler.now))
    }

    /// Asks for the value, and tells what came of it.
    func reload(then completion: @escaping @PanelActor (Result<ControlEvaluation, ExtensionFailure>) -> Void) {
        guard host.isReady, host.described(reference.kind) != nil else {
            completion(.failure(.refused(reason: problem ?? host.absence)))
            return
        }
        awaitingValue.append(completion)
        reload()
    }

    /// Asks for the value if it is older than `age` (C42 d).
    func reload(ifOlderThan age: Duration) {
        guard let valueTime, valueTime.duration(to: host.scheduler.now) <= age else {
            reload()
            return
        }
    }

    private func act(on action: ReloadGate.Action) {
        switch action {
        case .run:
            timer?.cancel()
            host.enqueue(self)
        case .wait(let instant): timer?.arm(at: instant)
        case .none: break
        }
    }

    /// Asks the provider; the host has room for it.
    func ask() {
        limit?.arm(at: host.limits.value.map { host.scheduler.now.advanced(by: $0) })
        let request = SnapshotRequest(kind: reference.kind, configuration: reference.configuration)
        call = host.service.snapshot(request) { [weak self] in self?.answered($0) }
    }

    private func giveUp() {
        call?.cancel()
        answered(.failure(.refused(reason: "no value within \(host.limits.value?.text ?? "the limit")")))
        host.suspect()
    }

    private func answered(_ result: Result<ControlEvaluation, ExtensionFailure>) {
        call = nil
        limit?.cancel()
        host.dequeue()
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

    /// A value has come with a performance, whose end shows it.
    func take(_ evaluation: ControlEvaluation) {
        store(evaluation)
        // One that was asked for before may be older than this one: it does not count, and is asked for once more.
        guard gate.isRunning else { return }
        isOutdated = true
        reload()
    }

    private func store(_ new: ControlEvaluation) {
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

    /// No value could be had: the last one stays, and is asked for again (C44).
    func miss(_ reason: String) {
        let isNews = reason != problem
        problem = reason
        if isNews { missed?(reason) }
        changed?()
        guard host.isReady else { return }
        timer?.arm(at: host.scheduler.now.advanced(by: delay.next()))
    }

    private func answer(_ result: Result<ControlEvaluation, ExtensionFailure>) {
        let waiting = awaitingValue
        awaitingValue = []
        for completion in waiting { completion(result) }
    }
}
