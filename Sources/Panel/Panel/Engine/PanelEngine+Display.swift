import Authentication
import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// The contents of text displays.
extension PanelEngine {
    /// The size of the panel's display; without a display, the standard size for clients' views.
    var displaySize: DisplaySize {
        description.display.map { DisplaySize(columns: $0.columns, rows: $0.rows) } ?? .standard
    }

    /// The rows of the panel's own display; `nil` if the panel has no display or the display is absent.
    public var displayRows: [String]? { displaySink?.shown?.texts }

    /// Updates the lock's part of the displays.
    func show(_ face: DisplayFace) {
        guard face != displayFace else { return }
        displayFace = face
        displaysChanged()
    }

    // MARK: The panel's own

    /// Starts the panel's display, if it has one; the display may appear later.
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

    /// Redraws the display after it has appeared, perhaps with other characters than expected.
    private func refresh(_ view: DisplayView?) {
        guard let view, let sink = displaySink else { return }
        (view.isAnimated, view.characters) = (sink.isHeld, sink.characters)
        view.forget()
        view.invalidate()
    }

    /// Clears and releases the panel's display, and stops all views.
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

    // MARK: All views

    /// Keeps a view up to date.
    func add(_ view: DisplayView) {
        displayViews.append(view)
        view.invalidate()
    }

    /// Stops a view and removes it.
    func remove(_ view: DisplayView) {
        view.stop()
        displayViews.removeAll { $0 === view }
    }

    func displaysChanged() {
        for view in displayViews { view.invalidate() }
    }

    /// Redraws the displays after an event that they may show.
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

    /// The current content for a view.
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

    /// Shows a view on the text displays, for a user in front of the panel.
    ///
    /// A program shows views on its own surface, and the panel itself opens no views.
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

    /// Closes the history view after a button press.
    func closeHistory() {
        guard historyView != nil else { return }
        historyView = nil
        displaysChanged()
    }

    /// Adds a performance to the history. A scene stands for its members. A control that opens the history is left out,
    /// since its own entry would push another entry off the display.
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

    /// The last 200 states of a control, the oldest first; empty for an unknown control.
    ///
    /// The states are kept in memory only.
    ///
    /// - Parameter viewpoint: the audience; viewers who may not see private content get the redacted states.
    public func changes(of control: String, as viewpoint: Viewpoint = .panel) -> [ControlChange] {
        controls[control]?.changes.list(sees(viewpoint)) ?? []
    }

    // MARK: Activities

    /// The end of an activity on the monotonic clock. The wall clock is compared again each time, since it may have
    /// been set. Deviations of up to 0.5 s are ignored, so that clock drift does not shift the countdown's seconds.
    private func end(of activity: ActivityState) -> MonotonicInstant? {
        guard let ends = activity.ends, ends.isFinite else { return nil }
        let left = min(max(ends - memory.wallClock, 0), Self.longestCountdown)
        let found = scheduler.now.advanced(by: .milliseconds(Int64(left * 1_000)))
        let known = displayEnds[activity.id]
        if let known, (.milliseconds(-500) ... .milliseconds(500)).contains(known.duration(to: found)) { return known }
        displayEnds[activity.id] = found
        return found
    }

    /// The most faults shown by name; a viewer cannot read more of them while they scroll past.
    private static let namedFaults = 4

    /// The longest countdown, ten years: an extension may give any end.
    private static let longestCountdown = 3_652.0 * 86_400
}
