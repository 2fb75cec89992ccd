import Authentication
import EventLoop

/// Audit entries of the lock.
extension PanelLock {
    /// Records the outcome of a PIN attempt.
    ///
    /// The entry contains nothing of the PIN, and no name unless the PIN was right. Attempts that were not evaluated,
    /// such as those during a lockout, are not recorded. Duress looks like any other unlocking, since the trail may be
    /// read under duress.
    func note(_ outcome: AttemptOutcome, on surface: Surface, by who: AuditActor) {
        switch outcome {
        case .unlocked(let person):
            let somebody = AuditActor.person(person.name, at: surface.source)
            audit?.note(.unlock, by: somebody, of: surface.auditName, .done)
        case .wrong(let end):
            audit?.note(.unlock, by: who, of: surface.auditName, .wrong)
            if end != nil { audit?.note(.lockout, by: who, of: surface.source.rawValue, .began) }
        case .refused(.lockedOut), .refused(.busy), .refused(.nothingTyped): break
        case .refused(let refusal):
            audit?.note(.unlock, by: who, of: surface.auditName, .refused, detail: refusal.description)
        }
    }

    /// Records an event of the gatekeeper, caused by `who` or by the gatekeeper itself.
    func note(_ event: LockEvent, by who: AuditActor) {
        switch event {
        case .locked(let surface, because: let reason):
            audit?.note(.lock, by: who, of: surface.auditName, .done, detail: reason?.description)
        case .lockoutEnded(let source): audit?.note(.lockout, by: who, of: source.rawValue, .ended)
        }
    }

    /// Records the outcome of a change of people.
    func note<Value>(
        _ result: Result<Value, EnrolmentError>, of action: AuditAction, by who: AuditActor, subject: String? = nil
    ) {
        switch result {
        case .success: audit?.note(action, by: who, of: subject, .done)
        case .failure(.wrongRecoveryCode): audit?.note(action, by: who, of: subject, .wrong)
        // The exact reason would reveal something about the typed PIN, which may be in use elsewhere.
        case .failure(.pin), .failure(.pinTaken):
            audit?.note(action, by: who, of: subject, .refused, detail: "this PIN cannot be used")
        case .failure(let error): audit?.note(action, by: who, of: subject, .refused, detail: error.description)
        }
    }
}

extension Surface {
    /// The surface's name in the audit trail.
    fileprivate var auditName: String {
        switch self {
        case .panel: "panel"
        case .connection(let number): "connection \(number)"
        case .shared: "shared session"
        }
    }
}
