import Configuration
import ControlModel
import EventLoop
import Gestures
import Keypads
import LocalAPI

/// Telling people by what the file has for it (`notify`).
///
/// On each occasion one thing is told after the other, each once who carries it out is there: what breaks while the panel
/// starts is not lost. No occasion waits for another.
extension PanelEngine {
    func makeTellers() {
        tellers = NotifiedOccasion.allCases.compactMap { occasion in
            description.notified[occasion].map { NoticeTeller(occasion, $0) }
        }
    }

    /// Tells of a fault, if the file wants that.
    func notify(_ fault: PanelFault) {
        notify(.fault, fault.description)
        if fault.isTampering { notify(.tamper, fault.description) }
    }

    /// Tells of something, if the file wants that.
    func notify(_ occasion: NotifiedOccasion, _ words: String) {
        guard let teller = tellers.first(where: { $0.occasion == occasion }) else { return }
        teller.queue.add(words)
        tellNext(by: teller)
    }

    /// Whether it tells that somebody has unlocked under duress: nobody who watches the panel is to know of that.
    func isOfDuress(_ slot: ControlSlot) -> Bool {
        tellers.contains { $0.occasion == .duress && $0.slot === slot }
    }

    /// Whether it tells people of something by what the file has for that.
    func isNotice(_ slot: ControlSlot) -> Bool { tellers.contains { $0.slot === slot } }

    /// An extension has come: what waited for it can be told.
    func tellWaiting() {
        for teller in tellers { tellNext(by: teller) }
    }

    private func tellNext(by teller: NoticeTeller) {
        guard teller.slot == nil, canTell(teller), let words = teller.queue.takeFirst() else { return }
        let slot = addErrand("notify.\(teller.occasion.rawValue)", teller.action.telling(words))
        teller.slot = slot
        guard let carrier = slot.carrier else { return tell(words, by: teller, slot) }
        // What it performs is known once it has been asked for this very configuration.
        carrier.reload { [weak self, weak teller, weak slot] _ in
            if let self, let teller, let slot { tell(words, by: teller, slot) }
        }
    }

    private func canTell(_ teller: NoticeTeller) -> Bool {
        guard let errand = teller.action.errand else { return true }
        return hosts.first { $0.grant == errand.grant }?.isReady ?? false
    }

    private func tell(_ words: String, by teller: NoticeTeller, _ slot: ControlSlot) {
        // The person under duress has given a PIN, and the file says what follows from that.
        let requester: Requester = teller.occasion == .duress ? .consequence(allowed: .local) : .itself
        perform(slot, by: requester) { [weak self, weak teller, weak slot] outcome in
            guard let self, let teller, let slot, teller.slot === slot else { return }
            // Refused since its extension has gone just now: it is told once that is back.
            if outcome.isRefused, !canTell(teller) { teller.queue.putBack(words) }
            // The slot is still at work on this outcome.
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

    /// Forgets what has not been told yet: the panel ends.
    func endNotices() {
        for teller in tellers { teller.timer?.cancel() }
        tellers = []
    }
}

extension PanelFault {
    /// Whether somebody's hand may be behind it.
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
