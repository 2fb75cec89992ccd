import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// One extension of a panel: found, asked what it has, watched, and tried again when it fails (E2).
///
/// ```
///              appeared                 described
///   absent ───────────────▶ starting ─────────────▶ ready
///     ▲                       │   ▲                  │ │ suspected: described once more
///     │ vanished              │   └── 1, 2, 4 … 60 s ┘ │
///     └───────────────────────┴──────▶ failing ◀───────┘
/// ```
@PanelActor
final class ExtensionHost {
    /// How many values are asked for at once: each takes a connection, and time to make it.
    private static let mostValueCalls = 4

    /// How long an extension whose controls are placed may take to come for the first time before that is a fault.
    static let grace = Duration.seconds(10)

    /// Long descriptions are looked through beside the loop; one thread for all extensions.
    private static let reviewing = Worker()

    let grant: ExtensionGrant
    let service: any ExtensionService
    let limits: TimeLimits
    let scheduler: any Scheduler

    private(set) var state = ExtensionStatus.State.absent
    /// Why it is not ready, or what its author should know.
    private(set) var detail: String?
    /// What it has described: its controls within the domain, each kind once.
    var controls: [DescribedControl] { review?.controls ?? [] }
    private var review: DescriptionReview?
    /// What is wrong with the configurations of its placements, for the author of the panel's file.
    var placementProblems: [String] = []
    /// Whether it should have come by now, and never has.
    private(set) var isOverdue = false
    /// What people call it.
    private(set) var displayName: String

    /// Called when the state or the description has changed.
    var changed: (@PanelActor () -> Void)?

    private var call: (any ExtensionCall)?
    /// How often it was described, or found to be gone.
    private var asked = 0
    /// Whether it is only asked to see that it still answers.
    private var isSuspected = false
    private var limit: PanelTimer?
    private var retry: PanelTimer?
    private var overdue: PanelTimer?
    /// One that comes and goes, or changes, all the time is not asked each time: the panel has other things to do.
    private var gate: ReloadGate
    private var delay = RetryDelay()
    private var waiting: [ExtensionControl] = []
    private var valueCalls = 0

    init(_ grant: ExtensionGrant, service: any ExtensionService, limits: TimeLimits, scheduler: any Scheduler) {
        self.grant = grant
        self.service = service
        self.limits = limits
        self.scheduler = scheduler
        displayName = grant.name
        gate = ReloadGate(isLimited: limits.joinsReloads)
        limit = scheduler.makeTimer { [weak self] in self?.giveUp() }
        retry = scheduler.makeTimer { [weak self] in self?.describe() }
        overdue = scheduler.makeTimer { [weak self] in self?.miss() }
    }

    /// The state, for people.
    var status: ExtensionStatus {
        let words = [detail].compactMap(\.self) + placementProblems
        return ExtensionStatus(
            name: grant.name, domain: grant.domain, state: state,
            detail: words.isEmpty ? nil : ShownText.line(words.joined(separator: "; ")), controls: controls.count)
    }

    /// What it says of a kind; `nil` where it has none such.
    func described(_ kind: String) -> DescribedControl? {
        position(of: kind).map { controls[$0] }
    }

    /// Where a kind stands in its bundle.
    func position(of kind: String) -> Int? { review?.positions[kind] }

    /// Why a kind that it has as well does not count; `nil` where it does, or it has none such.
    func objection(to kind: String) -> String? { review?.leftOut[kind] }

    /// The words on a kind that the extension does not have, with the kind that was probably meant.
    func words(onMissing kind: String) -> String {
        if let objection = objection(to: kind) {
            return "the extension '\(grant.name)' has it, but it is left out: \(objection)"
        }
        let nearest = NearestWord.to(kind, among: controls.map(\.kind)).map { "; did you mean '\($0)'?" }
        return "the extension '\(grant.name)' has no such control\(nearest ?? "")"
    }

    /// Whether it comes with Holdfast, carries out what the panel's file says, and has nothing of its own for people.
    var isStock: Bool { [Errand.actions, Errand.gateway].contains(grant) }

    /// Whether its controls can be asked and performed.
    var isReady: Bool { state == .ready }

    /// Why a control of it cannot be performed.
    var absence: String {
        switch state {
        case .absent, .starting: "the extension '\(grant.name)' is not there"
        case .failing, .ready: "the extension '\(grant.name)' \(detail ?? "does not answer")"
        }
    }

    /// Whether it has said what it has, be it before it went.
    var isKnown: Bool { review != nil }

    /// Begins to look for it.
    ///
    /// - Parameter isAwaited: Whether something on the panel is without function until it comes.
    func start(isAwaited: Bool) {
        if isAwaited, service.address != nil { overdue?.arm(at: scheduler.now.advanced(by: Self.grace)) }
        service.appeared = { [weak self] in
            self?.isSuspected = false
            self?.delay.reset()
            self?.begin()
        }
        service.vanished = { [weak self] in self?.fail("has gone", to: .absent) }
        service.start()
    }

    func stop() {
        changed = nil
        service.appeared = nil
        service.vanished = nil
        call?.cancel()
        call = nil
        limit?.cancel()
        retry?.cancel()
        overdue?.cancel()
        waiting = []
        service.stop()
    }

    /// Something took too long, or made no sense: asks for the description again, to tell a slow control from an
    /// extension that hangs.
    func suspect() {
        guard state == .ready, call == nil else { return }
        isSuspected = true
        describe()
    }

    /// The words that tell people why it did not do what it was asked to.
    func words(for failure: ExtensionFailure) -> String {
        switch failure {
        case .absent, .lost, .invalid: "the extension '\(grant.name)' \(ShownText.line(failure.description))"
        case .refused(let reason): ShownText.line(reason)
        }
    }

    /// It has not come in time.
    private func miss() {
        isOverdue = true
        guard state == .absent else { return }
        set(.absent, detail ?? "never came: nothing answers at \(service.address ?? "its socket")", always: true)
    }

    // MARK: Describing

    /// It has come: news, other than that one that has failed is tried again.
    private func begin() {
        if state != .ready { set(.starting, nil) }
        describe()
    }

    private func describe() {
        retry?.cancel()
        call?.cancel()
        call = nil
        limit?.cancel()
        asked += 1
        // Whatever was asked before is of no interest any more.
        _ = gate.finished(at: scheduler.now)
        if case .wait(let instant) = gate.request(at: scheduler.now) {
            retry?.arm(at: instant)
            return
        }
        limit?.arm(at: limits.value.map { scheduler.now.advanced(by: $0) })
        call = service.describe { [weak self] in self?.described($0) }
    }

    private func giveUp() {
        call?.cancel()
        call = nil
        fail("does not answer", to: .failing)
    }

    private func described(_ result: Result<ExtensionDescription, ExtensionFailure>) {
        call = nil
        limit?.cancel()
        switch result {
        case .success(let description):
            delay.reset()
            asked += 1
            let (grant, known, question) = (grant, review, asked)
            Self.reviewing.perform {
                let review = DescriptionReview(description, grant: grant)
                return (review, isAsKnown: review.controls == known?.controls)
            } then: { [weak self] review, isAsKnown in
                // Nothing has happened meanwhile that would make it an old description.
                guard let self, question == asked, changed != nil else { return }
                take(review, isAsKnown: isAsKnown)
            }
        case .failure(.absent(let reason)): fail(ExtensionFailure.absent(reason: reason).description, to: .absent)
        case .failure(let failure): fail(ShownText.line(failure.description), to: .failing)
        }
    }

    private func take(_ review: DescriptionReview, isAsKnown: Bool) {
        defer { isSuspected = false }
        // It is as it was: what it does wrong is one control's matter.
        if isSuspected, isAsKnown { return }
        if let old = self.review {
            // Thousands of texts are given back beside the loop, too.
            Self.reviewing.perform {
                withExtendedLifetime(old) {}
            } then: { _ in
            }
        }
        self.review = review
        overdue?.cancel()
        isOverdue = false
        displayName = review.displayName
        set(.ready, review.detail, always: true)
    }

    private func fail(_ reason: String, to state: ExtensionStatus.State) {
        isSuspected = false
        asked += 1
        call?.cancel()
        call = nil
        limit?.cancel()
        retry?.arm(at: scheduler.now.advanced(by: delay.next()))
        set(state, reason)
    }

    private func set(_ state: ExtensionStatus.State, _ detail: String?, always: Bool = false) {
        guard always || state != self.state || detail != self.detail else { return }
        self.state = state
        self.detail = detail
        changed?()
    }

    // MARK: Values

    /// Calls `control.ask()` as soon as not too many others are asked.
    func enqueue(_ control: ExtensionControl) {
        guard valueCalls < Self.mostValueCalls else {
            waiting.append(control)
            return
        }
        valueCalls += 1
        control.ask()
    }

    /// A control that was asked has answered, or was given up.
    func dequeue() {
        valueCalls -= 1
        guard !waiting.isEmpty else { return }
        enqueue(waiting.removeFirst())
    }

    /// A control that waits to be asked need not be asked any more.
    func withdraw(_ control: ExtensionControl) -> Bool {
        guard let index = waiting.firstIndex(where: { $0 === control }) else { return false }
        waiting.remove(at: index)
        return true
    }
}
