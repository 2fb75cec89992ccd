import Configuration
import ControlModel
import EventLoop
import Gestures
import Keypads
import LocalAPI
import MonotonicTime

/// Notifies people by the file's actions (`notify`).
///
/// Each occasion sends one notification at a time, and waits until its extension is present. Faults during the start
/// are therefore not lost. Occasions do not wait for one another.
@PanelActor
final class Notifier {
    private let controls: ControlSet
    private let scheduler: any Scheduler
    /// When the last notification of an extension's or a value's fault was sent, by the part.
    private var told: [PanelFault.Part: MonotonicInstant] = [:]
    /// The occasions for which the file has an action, while the panel runs.
    private var occasions: [NotifiedOccasion: Sending] = [:]
    /// Performs the control of a notification, and calls the completion at its end.
    var onSend: (@PanelActor (ControlSlot, Requester, @escaping @PanelActor (PerformOutcome) -> Void) -> Void)?

    /// The notifications of one occasion.
    private struct Sending {
        /// The action to perform for each notification, without the words.
        let action: FollowingAction
        var queue = NoticeQueue()
        /// The control that performs the current notification; `nil` between notifications.
        var slot: ControlSlot?
        /// Starts the next notification.
        var timer: PanelTimer?
    }

    init(_ controls: ControlSet, scheduler: any Scheduler) {
        self.controls = controls
        self.scheduler = scheduler
    }

    /// Begins to accept notifications.
    func start() {
        occasions = controls.description.notified.mapValues { Sending(action: $0) }
    }

    /// Drops all unsent notifications when the panel stops.
    func stop() {
        for sending in occasions.values { sending.timer?.cancel() }
        occasions = [:]
    }

    /// Sends notifications of a fault, if the file has an action for them.
    ///
    /// A program that fails now and then, or an extension that reports ever other words, notifies once an hour.
    func notify(_ fault: PanelFault) {
        switch fault.part {
        case .extension, .value:
            if let last = told[fault.part], last.duration(to: scheduler.now) < .seconds(3_600) { return }
            told[fault.part] = scheduler.now
        default: break
        }
        notify(.fault, fault.description)
        if fault.isTampering { notify(.tamper, fault.description) }
    }

    /// Sends a notification for an occasion, if the file has an action for it.
    func notify(_ occasion: NotifiedOccasion, _ words: String) {
        occasions[occasion]?.queue.add(words)
        sendNext(of: occasion)
    }

    /// Sends waiting notifications after an extension has appeared.
    func sendWaiting() {
        for occasion in NotifiedOccasion.allCases { sendNext(of: occasion) }
    }

    private func sendNext(of occasion: NotifiedOccasion) {
        guard let sending = occasions[occasion], sending.slot == nil, canSend(sending.action),
            let words = occasions[occasion]?.queue.takeFirst()
        else { return }
        let slot = controls.addDelegated(
            "notify.\(occasion.rawValue)", sending.action.telling(words), role: .notice(occasion))
        occasions[occasion]?.slot = slot
        guard let carrier = slot.carrier else { return send(words, of: occasion, slot) }
        // The intent is known once the extension has evaluated this very configuration.
        carrier.reload { [weak self, weak slot] _ in
            if let self, let slot { send(words, of: occasion, slot) }
        }
    }

    private func canSend(_ action: FollowingAction) -> Bool { action.delegated.map(controls.isReady) ?? true }

    private func send(_ words: String, of occasion: NotifiedOccasion, _ slot: ControlSlot) {
        guard let action = occasions[occasion]?.action else { return }
        // The person under duress has given a PIN, and the file defines the consequence.
        let requester: Requester = occasion == .duress ? .consequence(LastingRight(.local)) : .itself
        onSend?(slot, requester) { [weak self, weak slot] outcome in
            guard let self, let slot, occasions[occasion]?.slot === slot else { return }
            // The extension has just disappeared: the notification is sent when it is back.
            if outcome.isRefused, !canSend(action) { occasions[occasion]?.queue.putBack(words) }
            // The slot is still processing this outcome.
            let timer = scheduler.makeTimer { [weak self, weak slot] in
                guard let self, let slot, occasions[occasion]?.slot === slot else { return }
                controls.removeDelegated(slot)
                occasions[occasion]?.slot = nil
                sendNext(of: occasion)
            }
            occasions[occasion]?.timer = timer
            timer.arm(at: scheduler.now)
        }
    }
}

extension PanelFault {
    /// Whether tampering may have caused the fault.
    fileprivate var isTampering: Bool {
        switch cause {
        case .contact(.stuck), .keypad(.gone): true
        case .line(let error), .keypad(.lines(let error)): error.isAbsence
        case .contact(.chatter), .contact(.hum), .keypad, .interlock, .led, .display, .store, .extension, .value, .file,
            .lock:
            false
        }
    }
}
