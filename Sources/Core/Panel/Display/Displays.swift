import Authentication
import Configuration
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// The texts that people read on a panel: the hint, the status, the history, and the views of text displays.
///
/// ```
///   events ─────────▶ note ──┐
///   lock ── show(face) ──────┼──▶ invalidate ──▶ DisplayView ── content(for:) ──▶ one frame a turn of the loop
///   performances ── add ─────┘
/// ```
@PanelActor
final class Displays {
    /// The most faults shown by name; a viewer cannot read more of them while they scroll past.
    private static let namedFaults = 4
    /// The longest countdown, ten years: an extension may give any end.
    private static let longestCountdown = 3_652.0 * 86_400

    /// The parts of a panel that the displays show.
    struct Sources {
        let gate: AccessGate
        let reports: PanelReports
        /// The clock for the times of the history; without it, the history shows no times.
        let clock: (any LocalClock)?
        /// The memory, which has a wall clock for countdowns.
        let memory: PanelMemory
    }

    /// The panel's own display; `nil` if the panel has none.
    let sink: (any DisplaySink)?
    /// The size of the panel's display; without a display, the standard size for clients' views.
    let size: DisplaySize
    let scheduler: any Scheduler
    /// The unanswered question that a viewer sees.
    var question: (@PanelActor (Viewpoint) -> String?)?

    private let panelName: String
    private let sources: Sources
    /// The hint, shown for 3 s (H6).
    let hint: MomentaryText
    /// The status, shown for 3 s (H7).
    let status: MomentaryText
    /// All views, the panel's own among them.
    private(set) var views: [DisplayView] = []
    private(set) var face = DisplayFace()
    /// Ends the preview of a lock's state.
    private lazy var previewTimer = scheduler.makeTimer { [weak self] in self?.show(DisplayFace()) }
    /// The ends of activities on the monotonic clock, by the activities' IDs.
    private var ends: [String: MonotonicInstant] = [:]
    /// Whether a private control has opened the history view, which is shown until the next press; `nil` while closed.
    private var isHistoryPrivate: Bool?

    init(_ description: PanelDescription, sink: (any DisplaySink)?, _ sources: Sources, scheduler: any Scheduler) {
        self.sink = sink
        self.sources = sources
        self.scheduler = scheduler
        panelName = description.name
        size = description.display.map { DisplaySize(columns: $0.columns, rows: $0.rows) } ?? .standard
        let events = sources.reports.events
        hint = MomentaryText(events, shown: PanelEvent.hintShown, ended: .hintEnded, scheduler: scheduler)
        status = MomentaryText(events, shown: PanelEvent.statusShown, ended: .statusEnded, scheduler: scheduler)
    }

    // MARK: Hint and status

    /// The current hint for a viewer.
    func hint(as viewpoint: Viewpoint) -> String? { hint.text(sources.gate.sees(viewpoint)) }

    /// The current status for a viewer.
    func status(as viewpoint: Viewpoint) -> String? { status.text(sources.gate.sees(viewpoint)) }

    // MARK: The panel's own display

    /// Starts the panel's display, if it has one; the display may appear later.
    func attach() {
        guard let sink else { return }
        let view = DisplayView(
            of: self, size: size, characters: sink.characters, showsOwnFaults: false, viewpoint: { .panel },
            isResident: { [lock = sources.gate.lock] in AccessPolicy.isResident(lock?.person?.role) }
        ) { [sink, events = sources.reports.events] frame, isNews in
            sink.show(frame)
            if isNews { events.report(.displayChanged(rows: frame.texts)) }
        }
        sink.attached = { [weak self, weak view] in self?.restart(view) }
        sink.failed = { [faults = sources.reports.faults, weak view] in
            view?.isAnimated = false
            faults.begin(.display, .display($0))
        }
        sink.recovered = { [weak self, weak view] in
            self?.sources.reports.faults.end(.display)
            self?.restart(view)
        }
        add(view)
        sink.start()
    }

    private func restart(_ view: DisplayView?) {
        if let sink { view?.restart(isAnimated: sink.isHeld, characters: sink.characters) }
    }

    /// Clears and releases the panel's display, stops all views, and ends the hint and the status.
    func detach() {
        previewTimer.cancel()
        for view in views { view.stop() }
        views = []
        face = DisplayFace()
        ends = [:]
        if let sink {
            (sink.attached, sink.failed, sink.recovered) = (nil, nil, nil)
            sink.stop()
        }
        hint.clear()
        status.clear()
    }

    // MARK: Views

    /// Keeps a view up to date.
    func add(_ view: DisplayView) {
        views.append(view)
        view.invalidate()
    }

    /// Stops a view and removes it.
    func remove(_ view: DisplayView) {
        view.stop()
        views.removeAll { $0 === view }
    }

    /// Redraws all views, after this turn of the loop.
    func invalidate() {
        for view in views { view.invalidate() }
    }

    /// Updates the lock's part of the displays.
    func show(_ face: DisplayFace) {
        guard face != self.face else { return }
        self.face = face
        invalidate()
    }

    /// Shows a simulated state of the lock until `end`.
    func preview(_ face: DisplayFace, until end: MonotonicInstant) {
        show(face)
        previewTimer.arm(at: end)
    }

    /// Redraws the displays after an event that they may show.
    func note(_ event: PanelEvent) {
        if case .activityEnded(let activity) = event { ends[activity.id] = nil }
        switch event {
        case .hintShown, .hintEnded, .statusShown, .statusEnded, .confirmationAsked, .confirmationEnded, .activityShown,
            .activityEnded, .faultBegan, .faultEnded, .pending, .pendingEnded, .wrongPIN, .unlockRefused,
            .lockoutBegan, .lockoutEnded, .locked, .unlocked:
            invalidate()
        case .buttonPressed, .buttonReleased, .gesture, .pressAborted, .performing, .performed, .failed, .refused,
            .controlChanged, .valueMissed, .controlRemoved, .opened, .extensionChanged, .extensionReported, .lightShown,
            .lightLookChanged, .lightDimmed, .displayChanged:
            break
        }
    }

    /// The current content for a view.
    func content(for view: DisplayView) -> DisplayContent {
        var content = DisplayContent(panel: panelName)
        (content.lock, content.prompt, content.lockoutEnds) = (face.state, face.prompt, face.lockoutEnds)
        let viewpoint = view.viewpoint()
        (content.hint, content.status) = (hint(as: viewpoint), status(as: viewpoint))
        content.question = question?(viewpoint)
        // Viewers who may not see private content must not learn of the performance.
        if let isHistoryPrivate, !isHistoryPrivate || sources.gate.sees(viewpoint) {
            content.history = historyRows(for: view)
        }
        content.activities = sources.reports.activities.all(seesPrivate: sources.gate.sees(viewpoint)).map {
            DisplayContent.Activity(title: $0.title, ends: end(of: $0))
        }
        let faults = sources.reports.faults.all(seesPrivate: sources.gate.sees(viewpoint))
            .filter { view.showsOwnFaults || $0.part != .display }
        content.faults = faults.prefix(Self.namedFaults).map(\.description)
        content.otherFaults = faults.count - content.faults.count
        return content
    }

    // MARK: History

    /// Opens the history view, until the next press.
    ///
    /// - Parameter isPrivate: Whether a private control opened it.
    func openHistory(isPrivate: Bool) {
        isHistoryPrivate = isPrivate
        invalidate()
    }

    /// Closes the history view after a button press.
    func closeHistory() {
        guard isHistoryPrivate != nil else { return }
        isHistoryPrivate = nil
        invalidate()
    }

    /// Adds a performance to the history.
    func add(_ entry: PanelHistory.Entry) {
        sources.memory.performances.add(entry)
        if isHistoryPrivate != nil { invalidate() }
    }

    private func historyRows(for view: DisplayView) -> [String] {
        let (now, clock) = (scheduler.now, sources.clock)
        return sources.memory.performances.rows(seesAll: view.isResident(), most: view.size.rows, now: now) {
            time in
            guard let clock, let milliseconds = clock.milliseconds else { return nil }
            let seconds = milliseconds / 1_000 - time.duration(to: now).components.seconds
            return LocalMoment(localSeconds: seconds + Int64(clock.offset(at: seconds)), isSynchronized: true)
        }
    }

    // MARK: Activities

    /// The end of an activity on the monotonic clock. The wall clock is compared again each time, since it may have
    /// been set. Deviations of up to 0.5 s are ignored, so that clock drift does not shift the countdown's seconds.
    private func end(of activity: ActivityState) -> MonotonicInstant? {
        guard let end = activity.ends, end.isFinite else { return nil }
        let left = min(max(end - sources.memory.wallClock, 0), Self.longestCountdown)
        let found = scheduler.now.advanced(by: .milliseconds(Int64(left * 1_000)))
        let known = ends[activity.id]
        if let known, (.milliseconds(-500) ... .milliseconds(500)).contains(known.duration(to: found)) { return known }
        ends[activity.id] = found
        return found
    }
}

/// The lock's state as shown on text displays.
struct DisplayFace: Sendable, Hashable {
    /// Whether the panel is locked.
    var state = DisplayContent.LockState.none
    /// The prompt for a PIN; `nil` without a prompt.
    var prompt: DisplayContent.Prompt?
    /// The end of the pad's lockout; `nil` without a lockout.
    var lockoutEnds: MonotonicInstant?
}
