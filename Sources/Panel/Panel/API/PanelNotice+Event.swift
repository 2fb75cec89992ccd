import ControlModel
import EventLoop
import LocalAPI

extension LockDesk {
    /// The lock's state for a new watcher; empty if the panel has no lock.
    var notices: [PanelNotice] {
        guard let status else { return [] }
        var notices = [PanelNotice(status.isUnlocked ? .unlocked : .locked)]
        if let pending = status.pending { notices.append(PanelNotice(.pending, name: pending)) }
        if status.lockout != nil { notices.append(PanelNotice(.lockout, text: PanelNotice.lockoutText)) }
        return notices
    }
}

extension PanelNotice {
    fileprivate static let lockoutText = "the PIN pad takes no PINs"

    /// The notice of an event for watchers; `nil` for an event without a notice.
    @PanelActor
    init?(_ event: PanelEvent, on engine: PanelEngine, as viewpoint: Viewpoint) {
        switch event {
        case .buttonPressed, .buttonReleased, .gesture, .pressAborted, .lightShown, .lightLookChanged,
            .lightDimmed, .displayChanged:
            return nil
        // The control's snapshot contains the missed value's problem.
        case .valueMissed: return nil
        case .hintShown(let text): self.init(.hint, text: text)
        case .hintEnded: self.init(.hint)
        case .statusShown(let text): self.init(.status, text: text)
        case .statusEnded: self.init(.status)
        case .performing(let name): self.init(.performing, name: name)
        case .performed(let name): self.init(.performed, name: name)
        case .failed(let name, let reason): self.init(.failed, name: name, text: reason)
        case .refused(let name, let reason): self.init(.refused, name: name, text: reason)
        case .controlChanged(_, let name):
            self.init(.control, name: name, control: engine.lists.controls.listed(name, as: viewpoint))
        case .controlRemoved(let name): self.init(.removed, name: name)
        case .confirmationAsked(let name, let text): self.init(.confirmation, name: name, text: text)
        case .confirmationEnded(let name): self.init(.confirmation, name: name)
        case .pending(let name): self.init(.pending, name: name)
        case .pendingEnded: self.init(.pending)
        case .wrongPIN: self.init(.wrongPIN)
        case .unlockRefused(let reason): self.init(.unlockRefused, text: reason)
        case .lockoutBegan: self.init(.lockout, text: Self.lockoutText)
        case .lockoutEnded: self.init(.lockout)
        case .locked: self.init(.locked)
        case .unlocked: self.init(.unlocked)
        case .opened(let target): self.init(.opened, opens: target)
        case .activityShown(let activity): self.init(.activity, activity: activity)
        case .activityEnded(let activity): self.init(.activityEnded, text: activity.id)
        case .extensionChanged(let status): self.init(.extension, name: status.name, extension: status)
        case .faultBegan(let fault): self.init(.fault, name: fault.part.description, text: fault.description)
        case .faultEnded(let fault): self.init(.mended, name: fault.part.description, text: fault.description)
        }
    }
}
