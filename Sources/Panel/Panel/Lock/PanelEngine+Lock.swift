import Authentication
import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime

/// Locking and unlocking, and their display on lights and displays.
extension PanelEngine {
    /// Whether a person has unlocked the panel at its own PIN pad.
    public var isUnlocked: Bool { lock?.isUnlocked ?? false }

    /// The reason why the panel's pad takes no PIN; `nil` if it takes one.
    var lockObstacle: String? {
        guard let lock, !description.keypads.isEmpty else { return "the panel has no PIN pad" }
        if let obstacle = lock.obstacle { return obstacle }
        return lockout == nil ? nil : "none is taken for a while, since too many were wrong"
    }

    /// The time until the pad takes PINs again; `nil` if it takes them now.
    public var lockout: Duration? { lock?.lockout }

    /// The lock's status for clients; `nil` if the panel needs no lock.
    var lockStatus: LockStatus? {
        guard let lock, isLockNeeded else { return nil }
        return LockStatus(
            isUnlocked: lock.isUnlocked, pending: pendingControl,
            lockout: lock.lockout.map { $0 / .seconds(1) },
            remoteLockout: lock.lockout(of: .remote).map { $0 / .seconds(1) })
    }

    /// Whether the panel has a PIN pad or a guarded control.
    private var isLockNeeded: Bool { !description.keypads.isEmpty || description.controls.contains(where: \.isGuarded) }

    func connectLock() {
        guard let lock else { return }
        lock.patience = description.authentication.pending
        lock.gatekeeper.setAutoLock(description.authentication.autoLock)
        lock.gatekeeper.rule = PINRule(
            minimum: description.authentication.minimumDigits,
            refusesGuessable: lock.gatekeeper.rule.refusesGuessable)
        lock.told = { [weak self] in self?.handle($0) }
        wasUnlocked = isUnlocked
        wasLockedOut = lockout != nil
        showLockFault()
        showLock()
    }

    func disconnectLock() {
        endPending()
        promptTimer?.cancel()
        lock?.told = nil
    }

    /// Updates faults and displays after a change of people or a manual end of lockouts.
    func lockPeopleChanged() {
        lock?.armTimer()
        showLockFault()
        tellLockout()
        showLock()
    }

    /// Reports a fault while no PIN can unlock the guarded controls.
    private func showLockFault() {
        if isLockNeeded, let obstacle = lock?.obstacle {
            begin(PanelFault(part: .lock, cause: .lock(obstacle)))
        } else {
            end(.lock)
        }
    }

    /// Locks the panel.
    public func lockPanel() { lockPanel(by: .itself) }

    func lockPanel(by who: AuditActor) {
        lock?.lock(by: who)
    }

    /// Starts an enrolment at the pad.
    func enrolAtPad(
        name: String, role: Role, validity: Validity, by who: AuditActor,
        told: @escaping @PanelActor (PadEnrolment.News) -> Void
    ) throws(PadEnrolmentRefusal) -> PadEnrolment {
        guard let lock, !description.keypads.isEmpty else { throw .noPad }
        return try lock.enrolAtPad(name: name, role: role, validity: validity, by: who, told: told)
    }

    /// Handles a key press on a pad.
    func press(_ key: PadKey, on pad: String) {
        // Only the first key of several ends the test, so that bystanders cannot count the keys by it.
        lightTest?.end("the panel is in use")
        lock?.press(key, on: pad)
    }

    private func handle(_ event: PanelLock.Event) {
        switch event {
        case .keyed:
            prompt = .init(hasKeys: true)
            for slot in statusLights { slot.light.show(.entry) }
        case .cleared(let byKey):
            if byKey { endPending() }
            endEntry()
        case .checking: break
        case .right:
            endEntry(.right)
            sound(.right)
        case .wrong:
            endEntry(.wrong)
            prompt = .init(wasWrong: true)
            promptTimer = scheduler.makeTimer { [weak self] in self?.forgetWrong() }
            promptTimer?.arm(at: scheduler.now.advanced(by: MomentaryText.duration))
            sound(.wrong)
            report(.wrongPIN)
        case .refused(let reason):
            endEntry(.wrong)
            sound(.wrong)
            report(.unlockRefused(reason))
            displays.showStatus(reason, redacted: reason)
        case .unlocked:
            prompt = nil
            setUnlocked(true)
            performPending()
        case .locked:
            endPending()
            prompt = nil
            setUnlocked(false)
        case .lockoutChanged:
            endEntry()
            if lockout != nil { endPending() }
            tellLockout()
        case .programsLockedOut(let duration):
            notify(.lockout, "too many wrong PINs from other programs; none is taken from them for \(duration.text)")
        case .enrolling(let refusal):
            endPending()
            endEntry()
            guard let refusal else { break }
            sound(.wrong)
            for slot in statusLights { slot.light.show(.wrong) }
            displays.showStatus(refusal, redacted: refusal)
        case .enrolled(let name):
            endEntry(.right)
            sound(.right)
            displays.showStatus("\(name) has a PIN", redacted: "\(name) has a PIN")
        // A person in front of the panel must not notice this event.
        case .duress(let person): notify(.duress, "'\(person)' has unlocked under duress")
        }
        tellLockout()
        showLock()
    }

    /// Removes the message about a wrong PIN after its display time.
    private func forgetWrong() {
        guard prompt?.wasWrong == true else { return }
        prompt = nil
        showLock()
    }

    /// Ends the typing prompt; the lights show the result.
    private func endEntry(_ meaning: LightMeaning? = nil) {
        promptTimer?.cancel()
        prompt = nil
        for slot in statusLights {
            if let meaning { slot.light.show(meaning) } else { slot.light.clear(.entry) }
        }
    }

    private func tellLockout() {
        let lockout = lockout
        let isLockedOut = lockout != nil
        guard isLockedOut != wasLockedOut else { return }
        wasLockedOut = isLockedOut
        if let lockout {
            notify(.lockout, "too many wrong PINs at the panel; none is taken there for \(lockout.text)")
        }
        report(isLockedOut ? .lockoutBegan : .lockoutEnded)
    }

    /// Reports the new lock state, and shows or hides private content on the panel's surfaces.
    private func setUnlocked(_ isUnlocked: Bool) {
        guard isUnlocked != wasUnlocked else { return }
        wasUnlocked = isUnlocked
        report(isUnlocked ? .unlocked : .locked)
        if !isUnlocked, status != displays.status(as: .authenticated) {
            events.reportAtPanel(status.map { .statusShown($0) } ?? .statusEnded)
        }
        for slot in controls.slots where slot.redacted != slot.snapshot {
            events.reportAtPanel(.controlChanged(slot.shown(isUnlocked), name: slot.name))
            showState(of: slot)
        }
        displays.invalidate()
    }

    /// Shows the lock's state on lights and displays.
    func showLock() {
        guard let lock, !description.keypads.isEmpty else { return }
        let lockout = self.lockout
        for slot in statusLights {
            slot.light.show(lock.isUnlocked ? .unlocked : .off)
            let isAsking = pending != nil || lock.enrolment?.step.request != nil
            if isAsking { slot.light.show(.prompt) } else { slot.light.clear(.prompt) }
            if lockout != nil { slot.light.show(.lockout) } else { slot.light.clear(.lockout) }
        }
        var face = DisplayFace(state: lock.isUnlocked ? .unlocked : .locked)
        face.prompt = prompt
        if let pending {
            face.prompt = face.prompt ?? .init()
            face.prompt?.purpose = pending.slot.map { Self.purpose(of: $0.shown(lock.isUnlocked)) }
        }
        if let request = lock.enrolment?.step.request {
            face.prompt = face.prompt ?? .init()
            face.prompt?.request = request
        }
        face.lockoutEnds = lockout.map { scheduler.now.advanced(by: $0) }
        displays.show(face)
    }

    /// Names the control that waits for a PIN, and never uses the control's own hint: the user must read here what the
    /// PIN performs.
    private static func purpose(of control: ControlSnapshot) -> String {
        let (name, title) = (control.displayName, control.title)
        return "for '\(name)'" + (title.isEmpty || title == name ? "" : ", \(title)")
    }
}
