import Authentication
import EventLoop

/// What the lock writes down.
extension PanelLock {
    /// What came of a PIN. Nothing of the PIN is in it, nor who it may have been before it was right; and what was not
    /// evaluated is not there: who is locked out types for nothing. Duress looks like any other unlocking: the trail may be
    /// read under it.
    func note(_ outcome: AttemptOutcome, on surface: Surface, by who: AuditActor) {
        switch outcome {
        case .unlocked(let person):
            let somebody = AuditActor.person(person.name, at: surface.source)
            audit?.note(.unlock, by: somebody, of: surface.auditName, .done)
        case .wrong(let end):
            audit?.note(.unlock, by: who, of: surface.auditName, .wrong)
            if end != nil { audit?.note(.lockout, by: who, of: surface.source.rawValue, .began) }
        case .refused(.lockedOut), .refused(.busy), .refused(.nothingTyped), .refused(.noSession): break
        case .refused(let refusal):
            audit?.note(.unlock, by: who, of: surface.auditName, .refused, detail: refusal.description)
        }
    }

    /// Something that the gatekeeper did by itself, or by `who`.
    func note(_ event: LockEvent, by who: AuditActor) {
        switch event {
        case .locked(let surface): audit?.note(.lock, by: who, of: surface.auditName, .done)
        case .lockoutEnded(let source): audit?.note(.lockout, by: who, of: source.rawValue, .ended)
        }
    }

    /// What came of a change of people.
    func note<Value>(
        _ result: Result<Value, EnrolmentError>, of deed: AuditDeed, by who: AuditActor, subject: String? = nil
    ) {
        switch result {
        case .success: audit?.note(deed, by: who, of: subject, .done)
        case .failure(.wrongRecoveryCode): audit?.note(deed, by: who, of: subject, .wrong)
        // Why it can be none tells something of a PIN that somebody has typed, and may have elsewhere.
        case .failure(.pin), .failure(.pinTaken):
            audit?.note(deed, by: who, of: subject, .refused, detail: "the PIN cannot be had")
        case .failure(let error): audit?.note(deed, by: who, of: subject, .refused, detail: error.description)
        }
    }
}

extension Surface {
    /// What the trail calls it.
    fileprivate var auditName: String {
        switch self {
        case .panel: "panel"
        case .connection(let number): "connection \(number)"
        case .browser: "browser"
        case .messages: "messages"
        }
    }
}
