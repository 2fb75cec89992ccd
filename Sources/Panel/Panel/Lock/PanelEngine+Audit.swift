import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// What is written down of guarded controls and intents.
extension PanelEngine {
    /// Whether the disk has to take a write before a requester's guarded request is performed.
    func mustBeProved(_ needed: ControlAuthentication, by requester: Requester) -> Bool {
        lock?.audit != nil && AccessPolicy.mustBeWritten(needed, by: requester, .writable)
    }

    /// Has the disk prove that it takes entries, before the requester has something performed that needs this
    /// authentication. A disk that has stalled does not say so by itself.
    ///
    /// - Parameter completion: is called with why it must not be performed; by then the panel may have ended.
    func proveAudit(
        of needed: ControlAuthentication, by requester: Requester, completion: @escaping @PanelActor (String?) -> Void
    ) {
        guard mustBeProved(needed, by: requester), let audit = lock?.audit else { return completion(nil) }
        audit.prove { completion($0 == nil ? nil : AccessPolicy.cannotBeWritten) }
    }

    /// Who that is in the trail.
    func actor(of requester: Requester) -> AuditActor {
        switch requester {
        case .panel: lock?.person.map { .person($0.name, at: .pad) } ?? .panel
        case .trusted: .trustedButton
        case .program(_, let actor): actor
        case .itself: .itself
        case .consequence(allowed: _, let actor): actor ?? .itself
        }
    }

    /// Whether a control needs a PIN whichever way it goes: also what is free in one direction is written down in both, or
    /// the trail would tell where a private toggle stands.
    private func isAudited(_ slot: ControlSlot) -> Bool {
        lock?.audit != nil && neededAuthentication(of: slot, goingTo: nil) > .none
    }

    /// A control was not performed.
    func noteRefusal(of slot: ControlSlot, reason: String, by requester: Requester) {
        guard isAudited(slot) else { return }
        lock?.audit?.note(
            .perform, by: actor(of: requester), of: slot.name, .refused, detail: slot.redacted(reason: reason))
    }

    /// Writes down what comes of a performance.
    func audit(_ run: Performance, of slot: ControlSlot, isOn: Bool?) {
        guard !run.isAudited, !run.manner.contains(.silently), isAudited(slot) else { return }
        run.isAudited = true
        let direction = slot.isStatePrivate ? nil : destination(of: slot, wish: isOn).map { $0 ? "on" : "off" }
        audit(
            run, of: slot.name, detail: direction, isPrivate: slot.isStatePrivate, isFree: isFree(run, of: slot))
    }

    /// Whether it takes no right to bring it about as often as one likes. Of a private toggle both directions count alike by
    /// whoever may do both, or the trail would tell them apart once no more are written down.
    private func isFree(_ run: Performance, of slot: ControlSlot) -> Bool {
        guard !run.requester.isPanelItself else { return run.needed == .none || slot.isStatePrivate }
        return run.needed == .none && !may(run.requester, perform: neededAuthentication(of: slot, goingTo: nil))
    }

    /// An intent that belongs to no control was not performed.
    func noteRefusal(of intent: IntentReference, _ host: ExtensionHost, reason: String, by requester: Requester) {
        guard ControlAuthentication(intent.authentication) > .none else { return }
        lock?.audit?.note(
            .perform, by: actor(of: requester), of: Self.auditName(of: intent, host), .refused, detail: reason)
    }

    /// Writes down what comes of a performance in which this intent is performed.
    func audit(_ run: Performance, of intent: IntentReference, _ host: ExtensionHost) {
        guard ControlAuthentication(intent.authentication) > .none else { return }
        audit(run, of: Self.auditName(of: intent, host), detail: nil, isPrivate: false)
    }

    private static func auditName(of intent: IntentReference, _ host: ExtensionHost) -> String {
        "\(host.grant.name)/\(intent.type)"
    }

    private func audit(
        _ run: Performance, of subject: String, detail: String?, isPrivate: Bool, isFree: Bool = false
    ) {
        guard let audit = lock?.audit else { return }
        let who = actor(of: run.requester)
        run.whenEnded { outcome in
            guard let failure = outcome.failure else {
                audit.note(.perform, by: who, of: subject, .done, detail: detail, isFree: isFree)
                return
            }
            let reason = isPrivate ? ControlSlot.privateReason : failure
            audit.note(
                .perform, by: who, of: subject, .failed,
                detail: [detail, reason].compactMap(\.self).joined(separator: ": "), isFree: isFree)
        }
    }
}
