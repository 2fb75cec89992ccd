import Authentication
import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Records who performed, or was refused, guarded controls and intents.
@PanelActor
struct Auditor {
    let gate: AccessGate

    private var lock: PanelLock? { gate.lock }

    /// Records that the requester asks for an action of this authentication level, before the action is performed.
    ///
    /// - Parameters:
    ///   - subject: the name of the control or the intent; `nil` for an action that the trail leaves out.
    ///   - completion: receives the reason for a refusal or `nil`, and the numbers of the entries that the outcome
    ///     replaces. The panel may have ended by then.
    func prove(
        _ needed: ControlAuthentication, by requester: Requester, of subject: String?,
        completion: @escaping @PanelActor (_ refusal: String?, _ asked: [Int64]) -> Void
    ) {
        guard let audit = lock?.audit, let subject, AccessPolicy.mustBeWritten(needed, by: requester, .writable) else {
            return completion(nil, [])
        }
        audit.ask(by: actor(of: requester), of: subject) { result in
            switch result {
            case .success(let number): completion(nil, [number])
            case .failure: completion(AccessPolicy.cannotBeWritten, [])
            }
        }
    }

    /// Records that the requester lets a performance go on, before it does.
    ///
    /// The entry of the performance's own requester covers the answer.
    ///
    /// - Parameter completion: receives the reason for a refusal, or `nil`.
    func confirm(
        _ run: Performance, by requester: Requester, completion: @escaping @PanelActor (_ refusal: String?) -> Void
    ) {
        let subject = run.options.contains(.silently) ? nil : run.control?.name
        prove(run.needed, by: requester, of: subject) { [self] refusal, asked in
            let isOwn = actor(of: requester) == actor(of: run.requester)
            if isOwn {
                run.asked[subject ?? "", default: []] += asked
            } else if refusal == nil, let subject {
                lock?.audit?.note(.perform, by: actor(of: requester), of: subject, .confirmed, replacing: asked)
            }
            completion(refusal)
        }
    }

    /// The author that the audit trail names for a requester.
    func actor(of requester: Requester) -> AuditActor {
        switch requester {
        case .panel: lock?.person.map { .person($0.name, at: .pad) } ?? .panel
        case .trusted: .trustedButton
        case .program(_, let actor): actor
        case .itself: .itself
        case .consequence(_, actor: let actor): actor ?? .itself
        }
    }

    /// Whether a control needs a PIN in at least one direction. Both directions are recorded then: otherwise the trail
    /// would reveal the state of a private toggle.
    private func isAudited(_ slot: ControlSlot) -> Bool {
        lock?.audit != nil && gate.neededAuthentication(of: slot, goingTo: nil) > .none
    }

    /// Records that a control was not performed.
    ///
    /// - Parameter asked: the numbers of the entries that `prove` has written for the request.
    func refused(_ slot: ControlSlot, reason: String, by requester: Requester, asked: [Int64] = []) {
        guard isAudited(slot) else { return leave(asked) }
        lock?.audit?.note(
            .perform, by: actor(of: requester), of: slot.name, .refused, detail: slot.redacted(reason: reason),
            replacing: asked)
    }

    /// Lets entries of `prove` stand, since no outcome follows.
    func leave(_ asked: [Int64]) { lock?.audit?.leave(asked) }

    /// Records that a control waits for a PIN.
    func waits(_ slot: ControlSlot, by requester: Requester) {
        let needed = [true, false].map { gate.neededAuthentication(of: slot, goingTo: $0) }
        // Where both directions need the same, a hold that waits tells nothing about a private state.
        guard needed[0] == needed[1] || !slot.isStatePrivate else {
            return refused(slot, reason: ControlSlot.privateReason, by: requester)
        }
        guard isAudited(slot) else { return }
        lock?.audit?.note(.perform, by: actor(of: requester), of: slot.name, .waiting)
    }

    /// Records the outcome of a performance.
    func record(_ run: Performance, of slot: ControlSlot, isOn: Bool?) {
        guard !run.isAudited, !run.options.contains(.silently), isAudited(slot) else { return }
        run.isAudited = true
        let direction = slot.isStatePrivate ? nil : slot.destination(isOn).map { $0 ? "on" : "off" }
        record(run, of: slot.name, detail: direction, isFree: isFree(run, of: slot)) { [weak slot] in
            slot?.redacted(reason: $0) ?? ControlSlot.privateReason
        }
    }

    /// Whether the requester can repeat the action at will, without any rights.
    ///
    /// For a requester with the rights for both directions, both directions of a private toggle count alike. Otherwise
    /// the trail would tell the directions apart once the budget is used up.
    private func isFree(_ run: Performance, of slot: ControlSlot) -> Bool {
        guard !run.requester.isPanelItself else { return run.needed == .none || slot.isStatePrivate }
        return run.needed == .none
            && !gate.may(run.requester, perform: gate.neededAuthentication(of: slot, goingTo: nil))
    }

    /// Records that an intent without a control was not performed.
    func refused(
        _ intent: IntentReference, _ host: ExtensionHost, reason: String, by requester: Requester, asked: [Int64] = []
    ) {
        guard ControlAuthentication(intent.authentication) > .none else { return leave(asked) }
        lock?.audit?.note(
            .perform, by: actor(of: requester), of: Self.auditName(of: intent, host), .refused, detail: reason,
            replacing: asked)
    }

    /// Records the outcome of a performance that includes this intent.
    func record(_ run: Performance, of intent: IntentReference, _ host: ExtensionHost) {
        guard ControlAuthentication(intent.authentication) > .none else { return }
        let isPrivate = run.isPrivate
        record(run, of: Self.auditName(of: intent, host), detail: nil) { isPrivate ? ControlSlot.privateReason : $0 }
    }

    static func auditName(of intent: IntentReference, _ host: ExtensionHost) -> String {
        "\(host.grant.name)/\(intent.type)"
    }

    /// - Parameter redact: Returns the reason of a failure as the trail keeps it.
    private func record(
        _ run: Performance, of subject: String, detail: String?, isFree: Bool = false,
        redact: @escaping @PanelActor (String) -> String
    ) {
        guard let audit = lock?.audit else { return }
        let who = actor(of: run.requester)
        run.whenEnded { [weak run] outcome in
            let asked = run?.asked.removeValue(forKey: subject) ?? []
            guard let failure = outcome.failure else {
                audit.note(.perform, by: who, of: subject, .done, detail: detail, isFree: isFree, replacing: asked)
                return
            }
            audit.note(
                .perform, by: who, of: subject, .failed,
                detail: [detail, redact(failure)].compactMap(\.self).joined(separator: ": "), isFree: isFree,
                replacing: asked)
        }
    }
}
