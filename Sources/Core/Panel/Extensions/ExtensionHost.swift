import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime

/// One extension of a panel: connected, described, supervised, and tried again after a failure (E2: the panel outlives
/// its extensions).
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
    /// The time that an awaited extension has to appear for the first time, before its absence is a fault. At the boot of a
    /// slow computer, its unit may start long after the panel.
    static let grace = Duration.seconds(30)

    /// One worker thread for all extensions reviews descriptions, since a long one would block the loop.
    private static let reviewing = Worker()

    let grant: ExtensionGrant
    /// The connection; `nil` for an extension that never appears.
    let service: (any ExtensionService)?
    let limits: TimeLimits
    let scheduler: any Scheduler

    private(set) var state = ExtensionStatus.State.absent
    /// Why the extension is not ready, or notes for its author.
    private(set) var detail: String?
    /// The described controls within the granted domain, each kind once.
    var controls: [DescribedControl] { review?.controls ?? [] }
    /// The names by which intents run.
    var shortcuts: [DescribedShortcut] { review?.shortcuts ?? [] }
    private var review: DescriptionReview?
    /// Faults in the configurations of the extension's placements, for the author of the panel's file.
    var placementProblems: [String] = []
    /// The extension's own report of what keeps it from working well.
    var reported: String? {
        didSet { if reported != oldValue { reportTime = scheduler.now } }
    }
    /// When `reported` last changed.
    private(set) var reportTime = MonotonicInstant.zero
    /// Whether the extension is overdue: it has not appeared within `grace`.
    private(set) var isOverdue = false
    /// The extension's name for users.
    var displayName: String { review?.displayName ?? grant.name }
    /// The requests for values.
    let values = ValueQueue()

    /// Called after a change of the state or the description.
    var changed: (@PanelActor () -> Void)?

    private let requests: DescriptionRequests
    /// Whether the description was requested only to check that the extension responds.
    private var isSuspected = false
    private lazy var overdue = scheduler.makeTimer { [weak self] in self?.miss() }

    init(_ grant: ExtensionGrant, service: (any ExtensionService)?, limits: TimeLimits, scheduler: any Scheduler) {
        self.grant = grant
        self.service = service
        self.limits = limits
        self.scheduler = scheduler
        requests = DescriptionRequests(service, domain: grant.domain, limits: limits, scheduler: scheduler)
        requests.onAnswer = { [weak self] in self?.described($0) }
    }

    /// The status for clients.
    var status: ExtensionStatus {
        let words = [detail, reported].compactMap(\.self) + placementProblems
        return ExtensionStatus(
            name: grant.name, domain: grant.domain, state: state,
            detail: words.isEmpty ? nil : ShownText.line(words.joined(separator: "; ")), controls: controls.count)
    }

    /// The description of a kind; `nil` for an unknown kind.
    func described(_ kind: String) -> DescribedControl? {
        position(of: kind).map { controls[$0] }
    }

    /// The position of a kind in its bundle.
    func position(of kind: String) -> Int? { review?.positions[kind] }

    /// Why a kind of the extension was left out; `nil` for a valid or unknown kind.
    func objection(to kind: String) -> String? { review?.leftOut[kind] }

    /// The message about a kind that the extension does not have, with the most similar kind.
    func words(onMissing kind: String) -> String {
        if let objection = objection(to: kind) {
            return "the extension '\(grant.name)' has it, but it is left out: \(objection)"
        }
        let nearest = NearestWord.to(kind, among: controls.map(\.kind)).map { "; did you mean '\($0)'?" }
        return "the extension '\(grant.name)' has no such control\(nearest ?? "")"
    }

    /// Whether the extension is part of Holdfast: it performs delegated actions of the panel's file and has no controls
    /// of its own for users.
    var isStock: Bool { [DelegatedAction.actions, DelegatedAction.gateway].contains(grant) }

    /// How long the extension's values may be missing before that is a fault. A device with a battery may be silent on a
    /// broker's topic for hours after each connection. The other extensions answer a question with a value or an error.
    var valueGrace: Duration { grant == DelegatedAction.gateway ? .seconds(24 * 3_600) : .zero }

    /// Whether the extension's controls can be evaluated and performed.
    var isReady: Bool { state == .ready }

    /// Why a control of the extension cannot be performed.
    var absence: String {
        switch state {
        case .absent, .starting: "the extension '\(grant.name)' is not there"
        case .failing, .ready: "the extension '\(grant.name)' \(detail ?? "does not answer")"
        }
    }

    /// Whether the extension has been described, even if it has vanished since.
    var isKnown: Bool { review != nil }

    /// Starts the connection.
    ///
    /// - Parameter isAwaited: whether a part of the panel does not work without the extension.
    func start(isAwaited: Bool) {
        if isAwaited, service?.address != nil { overdue.arm(at: scheduler.now.advanced(by: Self.grace)) }
        service?.appeared = { [weak self] in
            self?.isSuspected = false
            self?.requests.resetDelay()
            self?.begin()
        }
        service?.vanished = { [weak self] in self?.fail("has gone", to: .absent) }
        service?.start()
    }

    func stop() {
        changed = nil
        service?.appeared = nil
        service?.vanished = nil
        requests.stop()
        overdue.cancel()
        values.removeAll()
        service?.stop()
    }

    /// Requests the description again after a time-out or an invalid reply, to tell a slow control from a hanging
    /// extension.
    func suspect() {
        guard state == .ready, !requests.isWaiting else { return }
        isSuspected = true
        requests.begin()
    }

    /// The message about a failed call.
    func words(for failure: ExtensionFailure) -> String {
        let reason = ShownText.line(failure.description)
        return failure.isSuspicious ? "the extension '\(grant.name)' \(reason)" : reason
    }

    /// Marks the extension as overdue.
    private func miss() {
        isOverdue = true
        guard state == .absent else { return }
        set(.absent, detail ?? "never came: nothing answers at \(service?.address ?? "its socket")", always: true)
    }

    // MARK: Describing

    /// Describes the extension that has appeared. Unlike a retry after a failure, an appearance is
    /// reported as a new state.
    private func begin() {
        if state != .ready { set(.starting, nil) }
        requests.begin()
    }

    private func described(_ result: Result<ExtensionDescription, ExtensionFailure>) {
        switch result {
        case .success(let description):
            let (grant, known, number) = (grant, review, requests.number)
            Self.reviewing.perform {
                let review = DescriptionReview(description, grant: grant)
                let isAsKnown = review.controls == known?.controls && review.shortcuts == known?.shortcuts
                return (review, isAsKnown)
            } then: { [weak self] review, isAsKnown in
                // A description with an old number has been superseded during its review.
                guard let self, number == requests.number, changed != nil else { return }
                take(review, isAsKnown: isAsKnown)
            }
        case .failure(.absent(let reason)): fail(ExtensionFailure.absent(reason: reason).description, to: .absent)
        case .failure(let failure): fail(ShownText.line(failure.description), to: .failing)
        }
    }

    private func take(_ review: DescriptionReview, isAsKnown: Bool) {
        defer { isSuspected = false }
        // The description is unchanged, so only one control is at fault, not the extension.
        if isSuspected, isAsKnown { return }
        if let old = self.review {
            // Freeing thousands of strings takes long, so the worker thread frees the old description.
            Self.reviewing.perform {
                withExtendedLifetime(old) {}
            } then: { _ in
            }
        }
        self.review = review
        overdue.cancel()
        isOverdue = false
        set(.ready, review.detail, always: true)
    }

    private func fail(_ reason: String, to state: ExtensionStatus.State) {
        isSuspected = false
        requests.retryLater()
        set(state, reason)
    }

    private func set(_ state: ExtensionStatus.State, _ detail: String?, always: Bool = false) {
        guard always || state != self.state || detail != self.detail else { return }
        if state == .absent { reported = nil }
        self.state = state
        self.detail = detail
        changed?()
    }
}

/// The requests for values to one extension: some in progress, the others in order.
@PanelActor
final class ValueQueue {
    /// The most concurrent requests: each needs a connection, and time to open it.
    private static let mostCalls = 4

    private var waiting: [ExtensionControl] = []
    private var calls = 0

    /// Calls `control.ask()` as soon as a slot is free.
    func enqueue(_ control: ExtensionControl) {
        guard calls < Self.mostCalls else {
            waiting.append(control)
            return
        }
        calls += 1
        control.ask()
    }

    /// Frees a slot, after a reply or a time-out.
    func dequeue() {
        calls -= 1
        guard !waiting.isEmpty else { return }
        enqueue(waiting.removeFirst())
    }

    /// Removes a waiting control from the queue; `false` if it was not waiting.
    func withdraw(_ control: ExtensionControl) -> Bool {
        guard let index = waiting.firstIndex(where: { $0 === control }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Forgets all waiting controls.
    func removeAll() { waiting = [] }
}

extension ExtensionFailure {
    /// Whether the failure is a reason to check the extension.
    var isSuspicious: Bool {
        if case .refused = self { false } else { true }
    }
}
