import Configuration
import ControlModel
import EventLoop
import Gestures
import Keypads
import LocalAPI

/// Notifying people by the file's actions (`notify`).
///
/// Each occasion sends one notification at a time, and waits until its extension is present. Faults during the start
/// are therefore not lost. Occasions do not wait for one another.
extension PanelEngine {
    func makeTellers() {
        tellers = NotifiedOccasion.allCases.compactMap { occasion in
            description.notified[occasion].map { NoticeTeller(occasion, $0) }
        }
    }

    /// Sends notifications of a fault, if the file has an action for them.
    func notify(_ fault: PanelFault) {
        notify(.fault, fault.description)
        if fault.isTampering { notify(.tamper, fault.description) }
    }

    /// Sends a notification for an occasion, if the file has an action for it.
    func notify(_ occasion: NotifiedOccasion, _ words: String) {
        guard let teller = tellers.first(where: { $0.occasion == occasion }) else { return }
        teller.queue.add(words)
        tellNext(by: teller)
    }

    /// Whether the control notifies of an unlocking under duress, which must stay hidden from people who watch the
    /// panel.
    func isOfDuress(_ slot: ControlSlot) -> Bool {
        tellers.contains { $0.occasion == .duress && $0.slot === slot }
    }

    /// Whether the control sends a notification.
    func isNotice(_ slot: ControlSlot) -> Bool { tellers.contains { $0.slot === slot } }

    /// Sends waiting notifications after an extension has appeared.
    func tellWaiting() {
        for teller in tellers { tellNext(by: teller) }
    }

    private func tellNext(by teller: NoticeTeller) {
        guard teller.slot == nil, canTell(teller), let words = teller.queue.takeFirst() else { return }
        let slot = addErrand("notify.\(teller.occasion.rawValue)", teller.action.telling(words))
        teller.slot = slot
        guard let carrier = slot.carrier else { return tell(words, by: teller, slot) }
        // The intent is known once the extension has evaluated this very configuration.
        carrier.reload { [weak self, weak teller, weak slot] _ in
            if let self, let teller, let slot { tell(words, by: teller, slot) }
        }
    }

    private func canTell(_ teller: NoticeTeller) -> Bool {
        guard let errand = teller.action.errand else { return true }
        return hosts.first { $0.grant == errand.grant }?.isReady ?? false
    }

    private func tell(_ words: String, by teller: NoticeTeller, _ slot: ControlSlot) {
        // The person under duress has given a PIN, and the file defines the consequence.
        let requester: Requester = teller.occasion == .duress ? .consequence(allowed: .local) : .itself
        perform(slot, by: requester) { [weak self, weak teller, weak slot] outcome in
            guard let self, let teller, let slot, teller.slot === slot else { return }
            // The extension has just disappeared: the notification is sent when it is back.
            if outcome.isRefused, !canTell(teller) { teller.queue.putBack(words) }
            // The slot is still processing this outcome.
            teller.timer = scheduler.makeTimer { [weak self, weak teller, weak slot] in
                guard let self, let teller, let slot, teller.slot === slot else { return }
                slot.carrier?.stop()
                errands.removeAll { $0 === slot }
                teller.slot = nil
                tellNext(by: teller)
            }
            teller.timer?.arm(at: scheduler.now)
        }
    }

    /// Drops all unsent notifications when the panel stops.
    func endNotices() {
        for teller in tellers { teller.timer?.cancel() }
        tellers = []
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
