import Authentication
import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// Shows the lock on lights, displays and in events, and hands the pads' keys to the lock.
@PanelActor
final class LockDesk {
    private let lock: PanelLock?
    private let controls: ControlSet
    private let performances: PerformanceList
    private let reports: PanelReports
    private let surfaces: PanelSurfaces
    private let notifier: Notifier
    private let scheduler: any Scheduler
    /// The prompt for a PIN, as far as it is shown.
    private(set) var prompt: DisplayContent.Prompt?
    /// Whether the reason why the last PIN did nothing is newer than the request for a PIN.
    private var isAnswered = false
    /// Removes the message about a wrong PIN.
    private var promptTimer: PanelTimer?
    /// The lock's state at the last report.
    private var (wasUnlocked, wasLockedOut) = (false, false)

    init(
        _ gate: AccessGate, _ controls: ControlSet, _ surfaces: PanelSurfaces, _ performances: PerformanceList,
        _ notifier: Notifier, _ reports: PanelReports, scheduler: any Scheduler
    ) {
        lock = gate.lock
        self.controls = controls
        self.performances = performances
        self.reports = reports
        self.surfaces = surfaces
        self.notifier = notifier
        self.scheduler = scheduler
        performances.onPendingChange = { [weak self] in
            self?.isAnswered = false
            self?.show()
        }
    }

    private var description: PanelDescription { controls.description }
    private var isUnlocked: Bool { lock?.isUnlocked ?? false }

    /// The lock's status for clients; `nil` if the panel needs no lock.
    var status: LockStatus? {
        guard let lock, isNeeded else { return nil }
        return LockStatus(
            isUnlocked: lock.isUnlocked, pending: performances.pendingName,
            lockout: lock.lockout.map { $0 / .seconds(1) },
            remoteLockout: lock.lockout(of: .remote).map { $0 / .seconds(1) },
            minimumDigits: description.authentication.minimumDigits)
    }

    /// Whether the panel has a PIN pad or a guarded control.
    private var isNeeded: Bool { !description.keypads.isEmpty || description.controls.contains(where: \.isGuarded) }

    // MARK: Starting and stopping

    /// Applies the file's rules to the lock, and shows the lock's state from now on.
    func connect() {
        guard let lock else { return }
        lock.patience = description.authentication.pending
        lock.setLimits(description.authentication.sessionLimits)
        lock.gatekeeper.rule = PINRule(
            minimum: description.authentication.minimumDigits,
            refusesGuessable: lock.gatekeeper.rule.refusesGuessable)
        lock.onEvent = { [weak self] in self?.handle($0) }
        wasUnlocked = isUnlocked
        wasLockedOut = lock.lockout != nil
        showFault()
        show()
    }

    /// Leaves the lock, as the panel stops.
    func disconnect() {
        promptTimer?.cancel()
        lock?.onEvent = nil
    }

    // MARK: People and keys

    /// Updates faults and displays after a change of people or a manual end of lockouts.
    func peopleChanged() {
        lock?.armTimer()
        showFault()
        reportLockout()
        show()
    }

    /// Starts an enrolment at the pad.
    func enrolAtPad(
        name: String, role: Role, validity: Validity, by who: AuditActor,
        onNews: @escaping @PanelActor (PadEnrolment.News) -> Void
    ) throws(PadEnrolmentRefusal) -> PadEnrolment {
        guard let lock, !description.keypads.isEmpty else { throw .noPad }
        return try lock.enrolAtPad(name: name, role: role, validity: validity, by: who, onNews: onNews)
    }

    /// Handles a key press on a pad.
    func press(_ key: PadKey, on pad: String) { lock?.press(key, on: pad) }

    /// Shows a pressed key with its row and column until the first person has a PIN. A user who has wired a pad thus
    /// finds exchanged wires, which otherwise look like a wrong PIN. The keys of an enrolment are a PIN, and stay hidden.
    func showKey(_ key: Character, of pad: PadChannel) {
        guard let lock, lock.gatekeeper.fault == .nobodyEnrolled, lock.enrolment == nil else { return }
        let words = "Key \(key)" + (pad.position(of: key).map { ": row \($0.row), column \($0.column)" } ?? "")
        surfaces.displays.status.show(words, redacted: words)
    }

    /// Ends the entry: the pad has lost a key, or several were pressed together.
    func spoil(_ reason: String) { lock?.spoil(reason) }

    // MARK: Showing

    private func handle(_ event: PanelLock.Event) {
        switch event {
        case .keyed:
            prompt = .init(hasKeys: true)
            isAnswered = false
            surfaces.lights.showOnPanel(.entry)
        case .cleared(let byKey):
            if byKey { performances.dropPending() }
            endEntry()
        case .checking: break
        case .right:
            endEntry(.right)
            surfaces.sounds.play(.right)
        case .wrong:
            endEntry(.wrong)
            prompt = .init(wasWrong: true)
            promptTimer = scheduler.makeTimer { [weak self] in self?.forgetWrong() }
            promptTimer?.arm(at: scheduler.now.advanced(by: MomentaryText.duration))
            surfaces.sounds.play(.wrong)
            reports.events.report(.wrongPIN)
        case .refused(let reason):
            endEntry(.wrong)
            surfaces.sounds.play(.wrong)
            reports.events.report(.unlockRefused(reason))
            answer(reason)
        case .unlocked:
            prompt = nil
            setUnlocked(true)
            performances.performPending()
        case .refusedByClock(let reason): answer(reason)
        case .locked:
            performances.dropPending()
            prompt = nil
            setUnlocked(false)
        case .lockoutChanged:
            endEntry()
            if lock?.lockout != nil { performances.dropPending() }
            reportLockout()
        case .programsLockedOut(let duration):
            notifier.notify(
                .lockout, "too many wrong PINs from other programs; none is taken from them for \(duration.text)")
        case .enrolling(let refusal):
            performances.dropPending()
            endEntry()
            guard let refusal else { break }
            surfaces.sounds.play(.wrong)
            surfaces.lights.showOnPanel(.wrong)
            answer(refusal)
        case .enrolled(let name):
            endEntry(.right)
            surfaces.sounds.play(.right)
            surfaces.displays.status.show("\(name) has a PIN", redacted: "\(name) has a PIN")
        // A person in front of the panel must not notice this event.
        case .duress(let person): notifier.notify(.duress, "'\(person)' has unlocked under duress")
        }
        reportLockout()
        show()
    }

    /// Removes the message about a wrong PIN after its display time.
    private func forgetWrong() {
        guard prompt?.wasWrong == true else { return }
        prompt = nil
        show()
    }

    /// Ends the typing prompt; the lights show the result.
    private func endEntry(_ meaning: LightMeaning? = nil) {
        promptTimer?.cancel()
        prompt = nil
        isAnswered = false
        surfaces.lights.showOnPanel(meaning)
    }

    /// Shows for 3 s why a PIN did nothing.
    private func answer(_ reason: String) {
        isAnswered = true
        surfaces.displays.status.show(reason, redacted: reason)
    }

    /// Reports a fault while no PIN can unlock the guarded controls.
    private func showFault() {
        if isNeeded, let obstacle = lock?.obstacle {
            reports.faults.begin(.lock, .lock(obstacle))
        } else {
            reports.faults.end(.lock)
        }
    }

    private func reportLockout() {
        let lockout = lock?.lockout
        let isLockedOut = lockout != nil
        guard isLockedOut != wasLockedOut else { return }
        wasLockedOut = isLockedOut
        if let lockout {
            notifier.notify(.lockout, "too many wrong PINs at the panel; none is taken there for \(lockout.text)")
        }
        reports.events.report(isLockedOut ? .lockoutBegan : .lockoutEnded)
    }

    /// Reports the new lock state, and shows or hides private content on the panel's surfaces.
    private func setUnlocked(_ isUnlocked: Bool) {
        guard isUnlocked != wasUnlocked else { return }
        wasUnlocked = isUnlocked
        reports.events.report(isUnlocked ? .unlocked : .locked)
        let status = surfaces.displays.status(as: .panel)
        if !isUnlocked, status != surfaces.displays.status(as: .authenticated) {
            reports.events.reportAtPanel(status.map { .statusShown($0) } ?? .statusEnded)
        }
        for slot in controls.slots where slot.redacted != slot.snapshot {
            reports.events.reportAtPanel(.controlChanged(slot.shown(isUnlocked), name: slot.name))
            surfaces.lights.showState(of: slot)
        }
        surfaces.displays.invalidate()
    }

    /// Shows the lock's state on lights and displays.
    private func show() {
        guard let lock, !description.keypads.isEmpty else { return }
        let lockout = lock.lockout
        let request = lock.enrolment?.step.request
        surfaces.lights.showLock(
            isUnlocked: lock.isUnlocked, isAsking: performances.pendingName != nil || request != nil,
            isLockedOut: lockout != nil)
        var face = DisplayFace(state: lock.isUnlocked ? .unlocked : .locked)
        face.prompt = prompt
        if performances.pendingName != nil {
            face.prompt = face.prompt ?? .init()
            face.prompt?.purpose = performances.pendingSlot.map { Self.purpose(of: $0.shown(lock.isUnlocked)) }
        }
        if let request {
            face.prompt = face.prompt ?? .init()
            face.prompt?.request = request
        }
        face.prompt?.isAnswered = isAnswered
        face.lockoutEnds = lockout.map { scheduler.now.advanced(by: $0) }
        surfaces.displays.show(face)
    }

    /// Names the control that waits for a PIN, and never uses the control's own hint: the user must read here what the
    /// PIN performs.
    private static func purpose(of control: ControlSnapshot) -> String {
        let (name, title) = (control.displayName, control.title)
        return "for '\(name)'" + (title.isEmpty || title == name ? "" : ", \(title)")
    }
}
