import Configuration
import ControlModel
import EventLoop
import Gestures
import Keypads
import LocalAPI

/// Notifies people by the file's actions (`notify`).
///
/// Each occasion sends one notification at a time, and waits until its extension is present. Faults during the start
/// are therefore not lost. Occasions do not wait for one another.
@PanelActor
final class Notifier {
    private let controls: ControlSet
    private let scheduler: any Scheduler
    /// The occasions for which the file has an action, while the panel runs.
    private var occasions: [NotifiedOccasion: Sending] = [:]
    /// Performs the control of a notification, and calls the completion at its end.
    var onSend: (@PanelActor (ControlSlot, Requester, @escaping @PanelActor (PerformOutcome) -> Void) -> Void)?

    /// The notifications of one occasion.
    @PanelActor
    private final class Sending {
        let occasion: NotifiedOccasion
        /// The action to perform for each notification, without the words.
        let action: FollowingAction
        var queue = NoticeQueue()
        /// The control that performs the current notification; `nil` between notifications.
        var slot: ControlSlot?
        /// Starts the next notification.
        var timer: PanelTimer?

        init(_ occasion: NotifiedOccasion, _ action: FollowingAction) {
            self.occasion = occasion
            self.action = action
        }
    }

    init(_ controls: ControlSet, scheduler: any Scheduler) {
        self.controls = controls
        self.scheduler = scheduler
    }

    /// Begins to accept notifications.
    func start() {
        for (occasion, action) in controls.description.notified { occasions[occasion] = Sending(occasion, action) }
    }

    /// Drops all unsent notifications when the panel stops.
    func stop() {
        for sending in occasions.values { sending.timer?.cancel() }
        occasions = [:]
    }

    /// Sends notifications of a fault, if the file has an action for them.
    func notify(_ fault: PanelFault) {
        notify(.fault, fault.description)
        if fault.isTampering { notify(.tamper, fault.description) }
    }

    /// Sends a notification for an occasion, if the file has an action for it.
    func notify(_ occasion: NotifiedOccasion, _ words: String) {
        guard let sending = occasions[occasion] else { return }
        sending.queue.add(words)
        sendNext(of: sending)
    }

    /// Sends waiting notifications after an extension has appeared.
    func sendWaiting() {
        for occasion in NotifiedOccasion.allCases { occasions[occasion].map(sendNext) }
    }

    private func sendNext(of sending: Sending) {
        guard sending.slot == nil, canSend(sending), let words = sending.queue.takeFirst() else { return }
        let slot = controls.addDelegated(
            "notify.\(sending.occasion.rawValue)", sending.action.telling(words), role: .notice(sending.occasion))
        sending.slot = slot
        guard let carrier = slot.carrier else { return send(words, of: sending, slot) }
        // The intent is known once the extension has evaluated this very configuration.
        carrier.reload { [weak self, weak sending, weak slot] _ in
            if let self, let sending, let slot { send(words, of: sending, slot) }
        }
    }

    private func canSend(_ sending: Sending) -> Bool {
        sending.action.errand.map(controls.isReady) ?? true
    }

    private func send(_ words: String, of sending: Sending, _ slot: ControlSlot) {
        // The person under duress has given a PIN, and the file defines the consequence.
        let requester: Requester = sending.occasion == .duress ? .consequence(allowed: .local) : .itself
        onSend?(slot, requester) { [weak self, weak sending, weak slot] outcome in
            guard let self, let sending, let slot, sending.slot === slot else { return }
            // The extension has just disappeared: the notification is sent when it is back.
            if outcome.isRefused, !canSend(sending) { sending.queue.putBack(words) }
            // The slot is still processing this outcome.
            sending.timer = scheduler.makeTimer { [weak self, weak sending, weak slot] in
                guard let self, let sending, let slot, sending.slot === slot else { return }
                controls.removeDelegated(slot)
                sending.slot = nil
                sendNext(of: sending)
            }
            sending.timer?.arm(at: scheduler.now)
        }
    }
}

extension PanelFault {
    /// Whether tampering may have caused the fault.
    fileprivate var isTampering: Bool {
        switch cause {
        case .contact(.stuck): true
        case .line(let error): error.isAbsence
        case .contact(.chatter), .interlock, .led, .display, .store, .extension, .lock: false
        case .keypad(.lines(let error)): error.isAbsence
        case .keypad(.gone): true
        case .keypad: false
        }
    }
}
