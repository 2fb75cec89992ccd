import Configuration
import Controls
import EventLoop
import Gestures
import LocalAPI

/// Telling people by what the file has for it (`notify`).
///
/// One is told after the other, each once who carries it out is there: what breaks while the panel starts is not lost.
extension PanelEngine {
    /// Tells of a fault, if the file wants that.
    func notify(_ fault: PanelFault) {
        add(.fault, fault.description)
        if fault.isTampering { add(.tamper, fault.description) }
        tellNext()
    }

    private func add(_ occasion: NotifiedOccasion, _ words: String) {
        if description.notified[occasion] != nil { notices.add(.init(occasion: occasion, words: words)) }
    }

    /// Tells the next one that can be told.
    func tellNext() {
        guard telling == nil, let notice = notices.takeFirst(where: canTell),
            let action = description.notified[notice.occasion]
        else { return }
        let slot = addErrand("notify.\(notice.occasion.rawValue)", action.telling(notice.words))
        telling = slot
        guard let carrier = slot.carrier else { return tell(notice, by: slot) }
        // What it performs is known once it has been asked for this very configuration.
        carrier.reload { [weak self, weak slot] _ in
            if let self, let slot { tell(notice, by: slot) }
        }
    }

    private func canTell(_ occasion: NotifiedOccasion) -> Bool {
        guard let errand = description.notified[occasion]?.errand else { return true }
        return hosts.first { $0.grant == errand.grant }?.isReady ?? false
    }

    private func tell(_ notice: NoticeQueue.Notice, by slot: ControlSlot) {
        perform(slot) { [weak self, weak slot] outcome in
            guard let self, let slot, telling === slot else { return }
            // Refused since its extension has gone just now: it is told once that is back.
            if outcome.isRefused, !canTell(notice.occasion) { notices.putBack(notice) }
            // The slot is still at work on this outcome.
            noticeTimer?.cancel()
            noticeTimer = scheduler.makeTimer { [weak self, weak slot] in
                guard let self, let slot, telling === slot else { return }
                slot.carrier?.stop()
                errands.removeAll { $0 === slot }
                telling = nil
                tellNext()
            }
            noticeTimer?.arm(at: scheduler.now)
        }
    }

    /// Forgets what has not been told yet: the panel ends.
    func endNotices() {
        notices = NoticeQueue()
        noticeTimer?.cancel()
        telling = nil
    }
}

extension PanelFault {
    /// Whether somebody's hand may be behind it.
    fileprivate var isTampering: Bool {
        switch cause {
        case .contact(.stuck): true
        case .line(let error): error.isAbsence
        case .contact(.chatter), .store, .extension: false
        }
    }
}
