import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// Performs intents of extensions.
///
/// An intent is sent once and never repeated. If the extension disappears before its reply, the panel reports that the
/// result is unknown.
@PanelActor
final class IntentRunner {
    private let gate: AccessGate
    private let performances: PerformanceList
    private let presenter: OutcomePresenter
    private let opener: Opener
    private let limits: TimeLimits
    /// The intents that can be run by name.
    let list: IntentList
    /// Ends the performance of a control.
    var onEnd: (@PanelActor (Performance, ControlSlot, PerformOutcome) -> Void)?

    init(
        _ gate: AccessGate, _ presenter: OutcomePresenter, _ opener: Opener, _ performances: PerformanceList,
        limits: TimeLimits
    ) {
        self.gate = gate
        self.performances = performances
        self.presenter = presenter
        self.opener = opener
        self.limits = limits
        list = IntentList(gate)
    }

    private var controls: ControlSet { gate.controls }

    /// Why a control of an extension cannot be performed; `nil` if it can.
    ///
    /// - Parameter asked: the parameter whose value the last performance asked for.
    func objection(
        to control: ExtensionControl, isOn: Bool?, answers: [String: IntentValue], asked: String?
    ) -> String? {
        guard control.host.isReady else { return control.host.absence }
        guard let evaluation = control.evaluation else { return control.problem ?? "its state is not known yet" }
        guard let intent = evaluation.intent else {
            return control.incompleteness ?? "its configuration is not complete"
        }
        if isOn != nil, evaluation.control.isOn == nil { return "a button cannot be turned on or off" }
        return objection(to: answers, of: intent, asked: asked, setsState: evaluation.control.isOn != nil)
    }

    /// Refuses values that the intent neither takes nor has asked for. A caller's mistake is not a failure of the
    /// control.
    private func objection(
        to answers: [String: IntentValue], of intent: IntentReference, asked: String?, setsState: Bool
    ) -> String? {
        if setsState, answers["value"] != nil { return "the panel itself gives its 'value': holdfast set" }
        let known = intent.parameters.map(\.name) + [asked].compactMap(\.self)
        // A script knows what it is going to be asked.
        let answers = answers.filter { $0.key != IntentParameterRequest.choice }
        return UnknownParameter.all(in: answers, known: known, of: "'\(intent.title)'").first
    }

    func begin(
        _ run: Performance, of slot: ControlSlot, _ control: ExtensionControl, isOn: Bool?,
        answers: [String: IntentValue]
    ) {
        begin(run, slot.timeLimit) { [weak self, weak slot, weak run] reason in
            guard let self, let slot, let run else { return }
            control.host.suspect()
            onEnd?(run, slot, .failed(reason))
            controls.reloadPlacements(ofKind: slot.kind)
            controls.reloadPlacements(performing: run.chain.freeIntents, of: control.host)
        }
        let isUnknown = isOn == nil && control.evaluation?.control.isOn != nil
        guard control.valueTime == nil, isUnknown || !control.reference.configuration.isEmpty else {
            perform(run, of: slot, control, isOn: isOn, answers: answers)
            if slot.run === run { presenter.running(slot) }
            return
        }
        // The value is only a preview. The target state of a toggle and the intent of a configured control are unknown
        // until the value is known.
        control.reload { [weak self, weak slot] result in
            guard let self, let slot, slot.run === run else { return }
            switch result {
            case .success:
                if let reason = performances.objection(toContinue: run) {
                    onEnd?(run, slot, .refused(reason, lacksAuthority: true))
                } else {
                    perform(run, of: slot, control, isOn: isOn, answers: answers)
                }
            case .failure(let failure):
                onEnd?(run, slot, .failed("its state is not known: \(control.host.words(for: failure))"))
            }
        }
        if slot.run === run { presenter.running(slot) }
    }

    private func perform(
        _ run: Performance, of slot: ControlSlot, _ control: ExtensionControl, isOn: Bool?,
        answers: [String: IntentValue]
    ) {
        guard let evaluation = control.evaluation, let intent = evaluation.intent else {
            onEnd?(run, slot, .failed(control.problem ?? "its configuration is not complete"))
            return
        }
        // The preview may have had another intent, with another policy.
        authorize(intent, run, as: slot.name) { [weak self, weak slot] refusal in
            guard let self, let slot else { return }
            guard let refusal = refusal ?? lateness(of: run) else {
                return send(intent, run, of: slot, control, isOn: isOn, answers: answers)
            }
            if !run.isAudited {
                let asked = run.asked.removeValue(forKey: slot.name) ?? []
                gate.auditor.refused(slot, reason: refusal, by: run.requester, asked: asked)
            }
            onEnd?(run, slot, .failed(refusal))
        }
    }

    /// Why the first intent of a performance comes too late after the touch; `nil` if it is in time.
    private func lateness(of run: Performance) -> String? { run.requestedAt.refusal(at: performances.clock) }

    /// Sends the intent of a control after all checks of the requester's rights.
    private func send(
        _ intent: IntentReference, _ run: Performance, of slot: ControlSlot, _ control: ExtensionControl, isOn: Bool?,
        answers: [String: IntentValue]
    ) {
        gate.auditor.record(run, of: slot, isOn: isOn)
        open(intent, for: run, of: control.host)
        let request = PerformRequest(
            performance: performances.makeToken(for: run), kind: control.reference.kind,
            configuration: control.reference.configuration,
            intent: intent.type, values: intent.values, answers: answers,
            isOn: control.evaluation?.control.isOn.map { isOn ?? !$0 }, requestedAt: run.requestedAt)
        run.call = control.host.service?.perform(request) { [weak self, weak slot] result in
            guard let self, let slot, performances.replied(run) else { return }
            answered(result, run, of: slot, control)
        }
    }

    private func answered(
        _ result: Result<PerformReply, ExtensionFailure>, _ run: Performance, of slot: ControlSlot,
        _ control: ExtensionControl
    ) {
        run.call = nil
        run.progress?.reset()
        var reply: PerformReply
        switch result {
        case .success(let answer): reply = answer
        case .failure(let failure):
            onEnd?(run, slot, .failed(Self.words(for: failure, of: control.host)))
            if failure.isSuspicious { control.host.suspect() }
            controls.reloadPlacements(ofKind: slot.kind)
            return
        }
        if let evaluation = reply.evaluation {
            control.take(evaluation)
        } else if let problem = reply.valueFailure {
            control.miss(ShownText.line(problem))
        }
        run.add(reply.returned)
        open(&reply, for: run)
        // The first intent's result is shown while further intents follow.
        if reply.next != nil { controls.refresh(slot) }
        follow(reply, run, of: control.host) { [weak self, weak slot] outcome in
            guard let self, let slot else { return }
            onEnd?(run, slot, outcome)
            // The value is requested after a chain of intents, and after a reply without a value.
            let hasValue = reply.evaluation != nil || reply.valueFailure != nil
            controls.reloadPlacements(ofKind: slot.kind, but: hasValue && !run.chain.hasFollowed ? slot : nil)
            controls.reloadPlacements(performing: run.chain.freeIntents, of: control.host)
        }
    }

    // MARK: By name

    /// Runs an intent by its name with these parameter values.
    ///
    /// - Parameter requestedAt: the moment of the touch; `nil` for now.
    /// - Returns: `false` if no such intent can be run by name; `completion` is not called then.
    func run(
        intent name: String, parameters: [String: IntentValue] = [:], by requester: Requester = .panel,
        requestedAt: RequestTime? = nil, completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) -> Bool {
        guard let found = list.find(name, as: requester.viewpoint(by: gate.lock)) else { return false }
        let (host, intent) = (found.host, found.intent)
        // A refusal is the panel's own, and has no words of a private intent.
        let title = found.isPrivate ? intent.type : intent.title
        // An intent without described parameters may still take some; the intent itself refuses unknown ones.
        let unknown = UnknownParameter.all(
            in: intent.parameters.isEmpty ? [:] : parameters.filter { $0.key != IntentParameterRequest.choice },
            known: intent.parameters.map(\.name), of: "'\(title)'")
        let slip = unknown.first
        let access = gate.access(to: intent, by: requester)
        if let reason = host.isReady ? slip ?? access.objection : host.absence {
            gate.auditor.refused(intent, host, reason: reason, by: requester)
            completion(.refused(reason, lacksAuthority: reason == access.lackingReason))
            return true
        }
        let run = performances.addIntent(by: requester, at: requestedAt)
        let subject = Auditor.auditName(of: intent, host)
        authorize(intent, run, as: subject) { [self] refusal in
            // The panel may have stopped meanwhile.
            if let reason = refusal ?? (host.isReady ? nil : host.absence) ?? lateness(of: run) {
                _ = performances.end(run)
                let asked = run.asked.removeValue(forKey: subject) ?? []
                gate.auditor.refused(intent, host, reason: reason, by: requester, asked: asked)
                completion(.refused(reason))
            } else {
                send(intent, run, parameters: parameters, to: host, completion: completion)
            }
        }
        return true
    }

    private func send(
        _ intent: IntentReference, _ run: Performance, parameters: [String: IntentValue], to host: ExtensionHost,
        completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) {
        let isPrivate = list.isPrivate(intent.type, of: host)
        if isPrivate { run.options.insert(.privately) }
        run.whenEnded(isPrivate ? presenter.withoutPrivateWords(completion, for: run.requester) : completion)
        gate.auditor.record(run, of: intent, host)
        let end = { @PanelActor [weak self] (outcome: PerformOutcome) in
            guard let self, performances.end(run) else { return }
            controls.reloadPlacements(performing: run.chain.freeIntents, of: host)
            var outcome = outcome
            outcome.returned = run.chain.returned
            // Other callers read the dialog in their reply.
            if outcome.failure == nil, run.requester == .panel, let dialog = run.chain.returned.dialog {
                presenter.surfaces.displays.status.show(
                    dialog, redacted: run.options.contains(.privately) ? nil : dialog)
            }
            run.end(outcome)
        }
        begin(run) { reason in
            host.suspect()
            end(.failed(reason))
        }
        var values = intent.values.merging(parameters) { $1 }
        let choice = values.removeValue(forKey: IntentParameterRequest.choice)
        let request = PerformRequest(
            performance: performances.makeToken(for: run), kind: nil, intent: intent.type, values: values,
            answers: choice.map { [IntentParameterRequest.choice: $0] } ?? [:], requestedAt: run.requestedAt)
        send(request, run, to: host, then: end)
    }

    /// Sends an intent without a control, and handles the intents that follow it.
    private func send(
        _ request: PerformRequest, _ run: Performance, to host: ExtensionHost,
        then end: @escaping @PanelActor (PerformOutcome) -> Void
    ) {
        run.chain.freeIntents.insert(request.intent)
        run.call = host.service?.perform(request) { [weak self] result in
            guard let self, performances.replied(run) else { return }
            run.call = nil
            switch result {
            case .success(var reply):
                run.add(reply.returned)
                open(&reply, for: run)
                follow(reply, run, of: host, then: end)
            case .failure(let failure):
                if failure.isSuspicious { host.suspect() }
                end(.failed(Self.words(for: failure, of: host)))
            }
        }
    }

    // MARK: Subsequent intents

    /// Performs the next intent of a reply under the intent's own policy (C22: intents can chain), and passes on the
    /// result.
    private func follow(
        _ reply: PerformReply, _ run: Performance, of host: ExtensionHost,
        then end: @escaping @PanelActor (PerformOutcome) -> Void
    ) {
        if let failure = reply.failure {
            end(
                .failed(
                    ShownText.line(failure), request: reply.request.map(ShownText.request), opens: run.chain.opened))
            return
        }
        guard let next = reply.next.map(ShownText.intent) else {
            end(.performed(opens: run.chain.opened))
            return
        }
        if let objection = next.nameObjection {
            end(.failed("the extension '\(host.grant.name)' \(objection)", opens: run.chain.opened))
            return
        }
        // An intent that follows a private control must not be listed: the list would reveal the performance.
        if !run.isPrivate { list.add(next, of: host) }
        let endChain = { @PanelActor in
            let most = PerformanceTable.mostFollowers
            end(.failed("more than \(most) intents follow one another", opens: run.chain.opened))
        }
        let subject = Auditor.auditName(of: next, host)
        authorize(next, run, as: subject, endChain: endChain) { [weak self] refusal in
            guard let self else { return }
            if let refusal {
                let asked = run.asked.removeValue(forKey: subject) ?? []
                gate.auditor.refused(next, host, reason: refusal, by: run.requester, asked: asked)
                end(.failed("'\(next.title)' was not performed: \(refusal)", opens: run.chain.opened))
                return
            }
            run.chain.hasOpened = false
            gate.auditor.record(run, of: next, host)
            open(next, for: run, of: host)
            let request = PerformRequest(
                performance: performances.makeToken(for: run), kind: nil, intent: next.type, values: next.values,
                requestedAt: performances.clock)
            send(request, run, to: host, then: end)
        }
    }

    /// Asks the table whether an intent may be sent under its own policy, and the disk where the table demands that.
    ///
    /// - Parameters:
    ///   - subject: the name in the audit trail.
    ///   - endChain: called instead of `completion` if too many intents have followed one another.
    ///   - completion: called with the reason of a refusal, or with `nil` where the intent is to be sent; not called if
    ///     the performance has ended meanwhile.
    private func authorize(
        _ intent: IntentReference, _ run: Performance, as subject: String, isProved: Bool = false,
        endChain: @escaping @PanelActor () -> Void = {},
        completion: @escaping @PanelActor (String?) -> Void
    ) {
        let needed = ControlAuthentication(intent.authentication)
        switch performances.send(run, needing: needed, isProved: isProved) {
        case .nothing: break
        case .refuse(let reason): completion(reason)
        case .endChain: endChain()
        case .send:
            run.needed = max(run.needed, needed)
            completion(nil)
        case .prove:
            if run.token != nil { run.chain.hasFollowed = true }
            let recorded = run.options.contains(.silently) ? nil : subject
            gate.auditor.prove(needed, by: run.requester, of: recorded) { [self] reason, asked in
                guard performances.contains(run) else { return gate.auditor.leave(asked) }
                run.asked[subject, default: []] += asked
                guard let reason else {
                    return authorize(intent, run, as: subject, isProved: true, completion: completion)
                }
                completion(reason)
            }
        }
    }

    /// Opens an intent's target before the intent performs, if it declares one.
    private func open(_ intent: IntentReference, for run: Performance, of host: ExtensionHost) {
        guard intent.opensBeforePerforming else { return }
        // An intent that only brings its app to the foreground opens the extension itself.
        let target =
            intent.opens
            ?? OpenTarget(
                type: "Extension", typeName: host.displayName, value: .string(host.grant.name), title: host.displayName)
        // The reply names a URL, with the values that the intent has performed with.
        if target.type != OpenTarget.url { _ = open(target, for: run) }
    }

    /// Opens what an intent has opened. A URL that does not open makes the performance fail.
    private func open(_ reply: inout PerformReply, for run: Performance) {
        guard let target = reply.opens, let reason = open(target, for: run) else { return }
        reply.failure = reply.failure ?? reason
    }

    /// - Returns: why the target does not open; `nil` if it opens, or has opened before.
    private func open(_ target: OpenTarget, for run: Performance) -> String? {
        // An intent with `openAppWhenRun` has opened its app, and may open a URL besides.
        guard !run.chain.hasOpened || target.type == OpenTarget.url else { return nil }
        run.chain.hasOpened = true
        let target = ShownText.target(target)
        if let reason = opener.open(target, for: run) { return reason }
        run.chain.opened = target
        return nil
    }

    // MARK: Time

    /// The extra time for a process with its own time limit to report that the limit has passed.
    private static let grace = Duration.seconds(3)

    /// Begins a performance in an extension.
    ///
    /// - Parameters:
    ///   - own: the time limit of the process itself.
    ///   - exceeded: called at the time limit, with the reason.
    private func begin(
        _ run: Performance, _ own: Duration? = nil, _ exceeded: @escaping @PanelActor (String) -> Void
    ) {
        let limit = limits.perform.map { own.map { $0 + Self.grace } ?? $0 }
        if let limit { run.onDeadline = { _ in exceeded(TimeLimits.words(for: limit)) } }
        performances.beginIntent(run, limit: limit)
    }

    private static func words(for failure: ExtensionFailure, of host: ExtensionHost) -> String {
        switch failure {
        case .absent: "not performed: \(host.words(for: failure))"
        case .lost: "\(host.words(for: failure)): whether it was done is not known"
        case .invalid, .refused: host.words(for: failure)
        }
    }
}
