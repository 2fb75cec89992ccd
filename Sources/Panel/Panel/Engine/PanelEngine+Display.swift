import Authentication
import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// What text displays show.
extension PanelEngine {
    /// The size of the panel's display; where it has none, of one that shows what it would.
    var displaySize: DisplaySize {
        description.display.map { DisplaySize(columns: $0.columns, rows: $0.rows) } ?? .standard
    }

    /// What is on the panel's own display, by rows; `nil` where it has none, or that is not there.
    public var displayRows: [String]? { displaySink?.shown?.texts }

    /// The lock has something else to say.
    func show(_ face: DisplayFace) {
        guard face != displayFace else { return }
        displayFace = face
        displaysChanged()
    }

    // MARK: The panel's own

    /// Takes the panel's display, if it has one: now, or when it comes.
    func attachDisplay() {
        guard let sink = displaySink else { return }
        let view = DisplayView(
            of: self, size: displaySize, characters: sink.characters, showsOwnFaults: false,
            viewpoint: { .panel },
            isOfPersonButGuest: { [weak self] in AccessPolicy.isResident(self?.lock?.person?.role) }
        ) { [weak self] frame, isNews in
            self?.displaySink?.show(frame)
            if isNews { self?.report(.displayChanged(rows: frame.texts)) }
        }
        sink.attached = { [weak self, weak view] in self?.refresh(view) }
        sink.failed = { [weak self, weak view] in
            view?.isAnimated = false
            self?.begin(PanelFault(part: .display, cause: .display($0)))
        }
        sink.recovered = { [weak self, weak view] in
            self?.end(.display)
            self?.refresh(view)
        }
        add(view)
        sink.start()
    }

    /// The display has come, perhaps with other characters than were thought.
    private func refresh(_ view: DisplayView?) {
        guard let view, let sink = displaySink else { return }
        (view.isAnimated, view.characters) = (sink.isHeld, sink.characters)
        view.forget()
        view.invalidate()
    }

    /// Clears the display and gives it back, and shows nothing more to anybody.
    func detachDisplays() {
        rehearsal?.cancel()
        for view in displayViews { view.stop() }
        displayViews = []
        displayFace = DisplayFace()
        displayEnds = [:]
        guard let sink = displaySink else { return }
        (sink.attached, sink.failed, sink.recovered) = (nil, nil, nil)
        sink.stop()
    }

    // MARK: All of them

    /// Keeps a view up to date from now on.
    func add(_ view: DisplayView) {
        displayViews.append(view)
        view.invalidate()
    }

    /// Does so no more.
    func remove(_ view: DisplayView) {
        view.stop()
        displayViews.removeAll { $0 === view }
    }

    func displaysChanged() {
        for view in displayViews { view.invalidate() }
    }

    /// Something happened that displays may show.
    func noteForDisplays(_ event: PanelEvent) {
        if case .activityEnded(let activity) = event { displayEnds[activity.id] = nil }
        switch event {
        case .hintShown, .hintEnded, .statusShown, .statusEnded, .confirmationAsked, .confirmationEnded, .activityShown,
            .activityEnded, .faultBegan, .faultEnded, .pending, .pendingEnded, .wrongPIN, .unlockRefused,
            .lockoutBegan, .lockoutEnded, .locked, .unlocked:
            displaysChanged()
        case .buttonPressed, .buttonReleased, .gesture, .pressAborted, .performing, .performed, .failed, .refused,
            .controlChanged, .valueMissed, .controlRemoved, .opened, .extensionChanged, .lightShown,
            .lightLookChanged, .lightDimmed, .displayChanged:
            break
        }
    }

    /// What there is to say now.
    func displayContent(for view: DisplayView) -> DisplayContent {
        var content = DisplayContent(panel: description.name)
        (content.lock, content.prompt, content.lockoutEnds) =
            (displayFace.state, displayFace.prompt, displayFace.lockoutEnds)
        let viewpoint = view.viewpoint()
        (content.hint, content.status) = (hint(as: viewpoint), status(as: viewpoint))
        content.question = waitingConfirmations(as: viewpoint).first?.text
        if let historyView, !historyView.isPrivate || sees(viewpoint) { content.history = historyRows(for: view) }
        content.activities = activities(as: viewpoint).map {
            DisplayContent.Activity(title: $0.title, ends: end(of: $0))
        }
        let faults = faults(as: viewpoint).filter { view.showsOwnFaults || $0.part != .display }
        content.faults = faults.prefix(Self.namedFaults).map(\.description)
        content.otherFaults = faults.count - content.faults.count
        return content
    }

    // MARK: Views

    /// Shows a view on the text displays, for a person in front of the panel.
    ///
    /// A program shows views on a surface of its own, and the panel by itself opens none.
    func show(_ view: OpenedView, for run: Performance) {
        guard run.requester == .panel || run.requester == .trusted else { return }
        let isPrivate = run.control?.isStatePrivate == true
        switch view {
        case .history:
            historyView = PanelHistory.View(isPrivate: isPrivate)
            displaysChanged()
        case .control(let kind):
            guard let slot = controls.all(kind).first, let value = slot.snapshot.valueText else { return }
            let words =
                switch slot.snapshot.freshness {
                case .fresh: value
                case .stale: "\(value) when last known"
                case .preview: "not known yet"
                }
            let privacy = slot.snapshot.privacy
            showStatus(
                "\(slot.snapshot.displayName): \(words)",
                redacted: isPrivate || privacy.state || privacy.valueLabel
                    ? nil : "\(slot.redacted.displayName): \(words)")
        }
    }

    /// A button was pressed: the history gives way.
    func closeHistory() {
        guard historyView != nil else { return }
        historyView = nil
        displaysChanged()
    }

    /// Keeps in memory that a control has performed. Members stand for their scene, and a control that shows the history
    /// would hide what it shows.
    func remember(_ run: Performance, of slot: ControlSlot, _ outcome: PerformOutcome) {
        guard outcome.failure == nil, run.manner.isDisjoint(with: [.silently, .part]), !isErrand(slot),
            slot.declaration?.action != .open(.history)
        else { return }
        let snapshot = slot.snapshot
        let actor = actor(of: run.requester)
        history.add(
            PanelHistory.Entry(
                time: scheduler.now, control: snapshot.displayName,
                value: snapshot.isOn != nil && snapshot.isOn == run.goesOn ? snapshot.valueText : nil,
                person: actor.isPerson ? actor.name : nil,
                isConfidential: slot.redacted.isRedacted || run.needed > .none
                    || neededAuthentication(of: slot, goingTo: nil) > .none))
        if historyView != nil { displaysChanged() }
    }

    private func historyRows(for view: DisplayView) -> [String] {
        let (now, clock) = (scheduler.now, clock)
        return history.rows(seesAll: view.isOfPersonButGuest(), most: view.size.rows, now: now) { time in
            guard let clock, let milliseconds = clock.milliseconds else { return nil }
            let seconds = milliseconds / 1_000 - time.duration(to: now).components.seconds
            return LocalMoment(localSeconds: seconds + Int64(clock.offset(at: seconds)), isSynchronized: true)
        }
    }

    /// The last 200 states of a control, the oldest first; empty where there is no such control.
    ///
    /// They are kept in memory alone.
    ///
    /// - Parameter viewpoint: For whose eyes; who may not see what is private gets the redacted states.
    public func changes(of control: String, as viewpoint: Viewpoint = .panel) -> [ControlChange] {
        controls[control]?.changes.list(sees(viewpoint)) ?? []
    }

    // MARK: Activities

    /// When an activity is over, on the panel's own clock. The wall clock is compared anew each time, since it may have
    /// been set; what it goes faster or slower by is no reason to have a second begin at another time.
    private func end(of activity: ActivityState) -> MonotonicInstant? {
        guard let ends = activity.ends, ends.isFinite else { return nil }
        let left = min(max(ends - memory.wallClock, 0), Self.longestCountdown)
        let found = scheduler.now.advanced(by: .milliseconds(Int64(left * 1_000)))
        let known = displayEnds[activity.id]
        if let known, (.milliseconds(-500) ... .milliseconds(500)).contains(known.duration(to: found)) { return known }
        displayEnds[activity.id] = found
        return found
    }

    /// How many faults are named: fewer than anybody reads while they go past.
    private static let namedFaults = 4

    /// Ten years: an extension may say anything.
    private static let longestCountdown = 3_652.0 * 86_400
}
