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
    private let controls: ControlSet
    private let gate: AccessGate
    private let auditor: Auditor
    private let presenter: OutcomePresenter
    private let opener: Opener
    private let displays: Displays
    private let limits: TimeLimits
    private let scheduler: any Scheduler
    /// The performances in progress, by the IDs under which the extensions know them.
    private var performances: [String: Performance] = [:]
    /// The intents that can be run by name.
    let list: IntentList
    /// Ends the performance of a control.
    var onEnd: (@PanelActor (Performance, ControlSlot, PerformOutcome) -> Void)?

    init(
        _ gate: AccessGate, _ controls: ControlSet, _ presenter: OutcomePresenter, _ opener: Opener,
        _ auditor: Auditor, displays: Displays, limits: TimeLimits, scheduler: any Scheduler
    ) {
        self.controls = controls
        self.gate = gate
        self.auditor = auditor
        self.presenter = presenter
        self.opener = opener
        self.displays = displays
        self.limits = limits
        self.scheduler = scheduler
        list = IntentList(controls, gate)
    }

    /// All performances in progress in extensions.
    var running: [Performance] { Array(performances.values) }

    /// The performance that an extension knows under this ID.
    func performance(_ id: String) -> Performance? { performances[id] }

    /// The most intents in a chain; a longer chain is a programming error.
    private static let mostFollowers = 8

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
        return UnknownParameter.all(in: answers, known: known, of: "'\(ShownText.line(intent.title))'")
            .first?.description
    }

    func begin(
        _ run: Performance, of slot: ControlSlot, _ control: ExtensionControl, isOn: Bool?,
        answers: [String: IntentValue]
    ) {
        armLimit(of: run, slot.timeLimit) { [weak self, weak slot] reason in
            guard let self, let slot else { return }
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
            case .success: perform(run, of: slot, control, isOn: isOn, answers: answers)
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
        if let reason = gate.objection(to: intent, by: run.requester) {
            if !run.isAudited { auditor.refused(slot, reason: reason, by: run.requester) }
            onEnd?(run, slot, .failed(reason))
            return
        }
        let authentication = ControlAuthentication(intent.authentication)
        guard authentication > run.needed else {
            return send(intent, run, of: slot, control, isOn: isOn, answers: answers)
        }
        auditor.prove(authentication, by: run.requester) { [weak self, weak slot] reason in
            guard let self, let slot, slot.run === run else { return }
            // The panel may have been locked meanwhile.
            if let reason = reason ?? gate.objection(to: intent, by: run.requester) {
                if !run.isAudited { auditor.refused(slot, reason: reason, by: run.requester) }
                onEnd?(run, slot, .failed(reason))
                return
            }
            run.needed = authentication
            send(intent, run, of: slot, control, isOn: isOn, answers: answers)
        }
    }

    /// Sends the intent of a control after all checks of the requester's rights.
    private func send(
        _ intent: IntentReference, _ run: Performance, of slot: ControlSlot, _ control: ExtensionControl, isOn: Bool?,
        answers: [String: IntentValue]
    ) {
        auditor.record(run, of: slot, isOn: isOn)
        open(intent, for: run, of: control.host)
        let request = PerformRequest(
            performance: name(run, control: slot), kind: control.reference.kind,
            configuration: control.reference.configuration,
            intent: intent.type, values: intent.values, answers: answers,
            isOn: control.evaluation?.control.isOn.map { isOn ?? !$0 })
        run.call = control.host.service.perform(request) { [weak self, weak slot] result in
            guard let self, let slot, slot.run === run else { return }
            answered(result, run, of: slot, control)
        }
    }

    private func answered(
        _ result: Result<PerformReply, ExtensionFailure>, _ run: Performance, of slot: ControlSlot,
        _ control: ExtensionControl
    ) {
        run.call = nil
        let reply: PerformReply
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
        if let target = reply.opens { open(target, for: run) }
        // The first intent's result is shown while further intents follow.
        if reply.next != nil { controls.refresh(slot) }
        follow(reply, run, of: control.host) { [weak self, weak slot] outcome in
            guard let self, let slot else { return }
            let hasFollowed = run.chain.followers > 0
            onEnd?(run, slot, outcome)
            // The value is requested after a chain of intents, and after a reply without a value.
            let hasValue = reply.evaluation != nil || reply.valueFailure != nil
            controls.reloadPlacements(ofKind: slot.kind, but: hasValue && !hasFollowed ? slot : nil)
            controls.reloadPlacements(performing: run.chain.freeIntents, of: control.host)
        }
    }

    // MARK: By name

    /// Runs an intent by its name with these parameter values, for a user in front of the panel.
    ///
    /// - Returns: `false` if no such intent can be run by name; `completion` is not called then.
    @discardableResult
    public func run(
        intent name: String, parameters: [String: IntentValue] = [:],
        completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) -> Bool {
        run(intent: name, parameters: parameters, by: .panel, completion: completion)
    }

    func run(
        intent name: String, parameters: [String: IntentValue], by requester: Requester,
        completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) -> Bool {
        guard let listed = list.intents(as: requester.viewpoint).first(where: { $0.name == name }),
            let host = controls.hosts.first(where: { $0.grant.name == listed.source })
        else { return false }
        let intent = listed.intent
        // An intent without described parameters may still take some; the intent itself refuses unknown ones.
        let unknown = UnknownParameter.all(
            in: intent.parameters.isEmpty ? [:] : parameters, known: intent.parameters.map(\.name),
            of: "'\(ShownText.line(intent.title))'")
        let slip = unknown.first?.description
        if let reason = host.isReady ? slip ?? gate.objection(to: intent, by: requester) : host.absence {
            auditor.refused(intent, host, reason: reason, by: requester)
            completion(.refused(reason))
            return true
        }
        auditor.prove(ControlAuthentication(intent.authentication), by: requester) { [self] reason in
            // The panel may have been locked or stopped meanwhile.
            if let reason = reason ?? (host.isReady ? gate.objection(to: intent, by: requester) : host.absence) {
                auditor.refused(intent, host, reason: reason, by: requester)
                completion(.refused(reason))
            } else {
                run(intent, parameters: parameters, of: host, by: requester, completion: completion)
            }
        }
        return true
    }

    private func run(
        _ intent: IntentReference, parameters: [String: IntentValue], of host: ExtensionHost, by requester: Requester,
        completion: @escaping @PanelActor (PerformOutcome) -> Void
    ) {
        let run = Performance()
        run.requester = requester
        // An intent that is listed only for viewers of private content belongs to a private control.
        if !list.intents(of: host, false).contains(where: { $0.type == intent.type }) { run.manner.insert(.privately) }
        run.whenEnded(completion)
        auditor.record(run, of: intent, host)
        let end = { @PanelActor [weak self] (outcome: PerformOutcome) in
            guard let self else { return }
            run.cancel()
            forget(run)
            controls.reloadPlacements(performing: run.chain.freeIntents, of: host)
            var outcome = outcome
            outcome.returned = run.chain.returned
            // Other callers read the dialog in their reply.
            if outcome.failure == nil, requester == .panel, let dialog = run.chain.returned.dialog {
                displays.showStatus(dialog, redacted: run.manner.contains(.privately) ? nil : dialog)
            }
            run.end(outcome)
        }
        armLimit(of: run) { reason in
            host.suspect()
            end(.failed(reason))
        }
        let request = PerformRequest(
            performance: self.name(run, control: nil), kind: nil, intent: intent.type, values: parameters)
        send(request, run, to: host, then: end)
    }

    /// Sends an intent without a control, and handles the intents that follow it.
    private func send(
        _ request: PerformRequest, _ run: Performance, to host: ExtensionHost,
        then end: @escaping @PanelActor (PerformOutcome) -> Void
    ) {
        run.chain.freeIntents.insert(request.intent)
        run.call = host.service.perform(request) { [weak self] result in
            guard let self else { return }
            run.call = nil
            switch result {
            case .success(let reply):
                run.add(reply.returned)
                if let target = reply.opens { open(target, for: run) }
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
            end(.failed(ShownText.line(failure), request: reply.request, opens: run.chain.opened))
            return
        }
        guard let next = reply.next else {
            end(.performed(opens: run.chain.opened))
            return
        }
        if let objection = next.nameObjection {
            end(.failed("the extension '\(host.grant.name)' \(objection)", opens: run.chain.opened))
            return
        }
        // An intent that follows a private control must not be listed: the list would reveal the performance.
        if !run.manner.contains(.privately), run.control?.isStatePrivate != true { list.add(next, of: host) }
        if let reason = gate.objection(to: next, by: run.requester.ofFollower) {
            auditor.refused(next, host, reason: reason, by: run.requester)
            end(.failed("'\(ShownText.line(next.title))' was not performed: \(reason)", opens: run.chain.opened))
            return
        }
        run.chain.followers += 1
        guard run.chain.followers <= Self.mostFollowers else {
            end(.failed("more than \(Self.mostFollowers) intents follow one another", opens: run.chain.opened))
            return
        }
        auditor.prove(ControlAuthentication(next.authentication), by: run.requester) { [weak self] reason in
            // The time limit may have ended the performance, or the panel may have been locked meanwhile.
            guard let self, run.id.map({ performances[$0] === run }) == true else { return }
            if let reason = reason ?? gate.objection(to: next, by: run.requester.ofFollower) {
                auditor.refused(next, host, reason: reason, by: run.requester)
                end(.failed("'\(ShownText.line(next.title))' was not performed: \(reason)", opens: run.chain.opened))
                return
            }
            run.needed = max(run.needed, ControlAuthentication(next.authentication))
            run.chain.hasOpened = false
            auditor.record(run, of: next, host)
            open(next, for: run, of: host)
            let request = PerformRequest(
                performance: name(run, control: run.control), kind: nil, intent: next.type, values: next.values)
            send(request, run, to: host, then: end)
        }
    }

    /// Opens an intent's target before the intent performs, if it declares one.
    private func open(_ intent: IntentReference, for run: Performance, of host: ExtensionHost) {
        guard intent.opensBeforePerforming else { return }
        // An intent that only brings its app to the foreground opens the extension itself.
        open(
            intent.opens
                ?? OpenTarget(
                    type: "Extension", typeName: host.displayName, value: .string(host.grant.name),
                    title: host.displayName), for: run)
    }

    private func open(_ target: OpenTarget, for run: Performance) {
        guard !run.chain.hasOpened else { return }
        run.chain.hasOpened = true
        let target = ShownText.target(target)
        run.chain.opened = target
        opener.open(target, for: run)
    }

    // MARK: Time

    /// The extra time for a process with its own time limit to report that the limit has passed.
    private static let grace = Duration.seconds(3)

    private func armLimit(
        of run: Performance, _ own: Duration? = nil, _ exceeded: @escaping @PanelActor (String) -> Void
    ) {
        guard var limit = limits.perform else { return }
        if let own { limit = own + Self.grace }
        run.limit.timer = scheduler.makeTimer { exceeded(TimeLimits.words(for: limit)) }
        run.limit.timer?.arm(at: scheduler.now.advanced(by: limit - run.limit.delay))
    }

    /// Gives a performance a new ID for each of its intents.
    private func name(_ run: Performance, control: ControlSlot?) -> String {
        if let id = run.id { performances[id] = nil }
        let id = RandomName.make()
        run.id = id
        run.control = control
        performances[id] = run
        return id
    }

    func forget(_ run: Performance) {
        if let id = run.id { performances[id] = nil }
    }

    private static func words(for failure: ExtensionFailure, of host: ExtensionHost) -> String {
        switch failure {
        case .absent: "not performed: \(host.words(for: failure))"
        case .lost: "\(host.words(for: failure)): whether it was done is not known"
        case .invalid, .refused: host.words(for: failure)
        }
    }
}
