import EventLoop

extension Gatekeeper {
    /// Called once, on the loop; called within `attempt` if no check is needed.
    public typealias AttemptCompletion = @PanelActor (AttemptOutcome) -> Void

    /// Checks a PIN that was typed on `surface`, and unlocks the surface if the PIN is right.
    ///
    /// The gatekeeper counts the attempt, and waits until the count is durable, before the check. During a lockout, or
    /// while no PIN could be right, it neither evaluates nor counts the attempt. An attempt whose count is not durable
    /// in time fails and is never checked, even if the count is written later.
    ///
    /// - Parameter localTime: The local time, for guests.
    public func attempt(
        _ pin: PIN, on surface: Surface, at now: BoottimeInstant, localTime: LocalMoment,
        completion: @escaping AttemptCompletion
    ) {
        advance(to: now, localTime: localTime)
        let attempt = Attempt(pin: pin, surface: surface, now: now, localTime: localTime, completion: completion)
        if let fault { return completion(.refused(.fault(fault))) }
        if pin.isEmpty { return completion(.refused(.nothingTyped)) }
        if let end = self[attempt.source].lockout.end(at: now) { return completion(.refused(.lockedOut(until: end))) }
        // Such an attempt would count as a failure, and repeated attempts until the disk recovers would cause a
        // lockout.
        if let delay = memory.delay { return completion(.refused(.storeFailed(delay))) }
        let isTaken = submit(attempt.source == .pad ? .pad : .remote) { [self] in count(attempt) }
        if !isTaken { completion(.refused(.busy)) }
    }

    private struct Attempt {
        let pin: PIN
        let surface: Surface
        let now: BoottimeInstant
        let localTime: LocalMoment
        let completion: AttemptCompletion

        var source: AttemptSource { surface.source }
    }

    private func end(_ attempt: Attempt, _ outcome: AttemptOutcome) {
        attempt.completion(outcome)
        finish()
    }

    private func count(_ attempt: Attempt) {
        let source = attempt.source
        // People may have been removed since the call.
        if let fault { return end(attempt, .refused(.fault(fault))) }
        guard self[source].lockout.charge(at: attempt.now) else {
            let until = self[source].lockout.end(at: attempt.now) ?? attempt.now
            return end(attempt, .refused(.lockedOut(until: until)))
        }
        memory.save(self[source].lockout.stored, of: source) { [self] error in
            guard let error else { return check(attempt) }
            // A late count may still become durable. Taking it back needs another write, which may not become durable.
            if !error.isLate { takeBack(source) }
            end(attempt, .refused(.storeFailed(error)))
        }
    }

    private func takeBack(_ source: AttemptSource) {
        self[source].lockout.giveBack()
        keepLockout(of: source)
    }

    private func check(_ attempt: Attempt) {
        guard let key = people.key, let credentials else {
            takeBack(attempt.source)
            return end(attempt, .refused(.fault(fault ?? .nobodyEnrolled)))
        }
        let check = PINCheck(
            pin: attempt.pin, key: key, salt: credentials.salt, cost: credentials.cost, slots: people.slots,
            recent: self[attempt.source].recent)
        worker.perform { [primitives] in
            check.run(primitives)
        } then: { [self] finding in
            conclude(attempt, finding)
        }
    }

    private func conclude(_ attempt: Attempt, _ finding: PINCheck.Finding?) {
        let source = attempt.source
        guard let finding else {
            takeBack(source)
            return end(attempt, .refused(.outOfMemory))
        }
        if let slot = finding.slot, let people = credentials?.people, slot < people.count {
            return recognised(attempt, people[slot].person)
        }
        if self[source].recent.isFree(finding.repeated, at: attempt.now) {
            takeBack(source)
        } else {
            self[source].recent.remember(finding.recent, known: finding.repeated, at: attempt.now)
        }
        end(attempt, .wrong(lockedUntil: self[source].lockout.end(at: attempt.now)))
    }

    private func recognised(_ attempt: Attempt, _ person: Person) {
        self[attempt.source].lockout.giveBack()
        if let refusal = person.validity.refusal(at: attempt.localTime) {
            // The PIN unlocks nothing: a guest whose validity has ended must not end a row of failures for others.
            keepLockout(of: attempt.source)
            return end(attempt, .refused(.notValid(refusal)))
        }
        self[attempt.source].lockout.succeeded()
        keepLockout(of: attempt.source)
        guard var changed = credentials else { return unlock(attempt, person) }
        // A right PIN proves that the people were enrolled with this key.
        if changed.keyCheck == nil { changed.keyCheck = people.key?.check(salt: changed.salt) }
        if person.validity.usesLeft != nil,
            let index = changed.people.firstIndex(where: { $0.person.id == person.id })
        {
            changed.people[index].person = person.usedOnce
        }
        guard changed != credentials else { return unlock(attempt, person) }
        keep(changed) { [self] error in
            // The key check can wait for the next right PIN. A use that is not durable could be used again.
            if let error, person.validity.usesLeft != nil { return end(attempt, .refused(.storeFailed(error))) }
            unlock(attempt, person)
        }
    }

    private func unlock(_ attempt: Attempt, _ person: Person) {
        if person.role == .duress { underDuress?(person) }
        tell(authority.unlock(attempt.surface, by: person.shown, at: attempt.now))
        end(attempt, .unlocked(person.shown))
    }

    /// Stores `changed`, and uses it as soon as it is durable. The sessions of people who have lost their PIN, role or
    /// limits by the change end with it, on every surface.
    func keep(_ changed: Credentials, completion: @escaping @PanelActor (LockMemoryError?) -> Void) {
        memory.save(changed) { [self] error in
            if error == nil {
                let before = credentials
                people.take(changed)
                tell(authority.lock { !changed.keepsRights(of: $0.person.id, from: before) })
            } else {
                // The failed write may still be written later; store the old credentials again, since the caller learns
                // of a failure.
                memory.save(credentials) { _ in }
            }
            completion(error)
        }
    }
}

/// The result of an attempt.
public enum AttemptOutcome: Sendable, Equatable {
    /// The PIN is right, and the surface is unlocked. A person under duress appears as a member here; the gatekeeper's
    /// `underDuress` reports the duress.
    case unlocked(Person)
    /// The PIN is wrong. `lockedUntil` is the end of a lockout, if one has begun.
    case wrong(lockedUntil: BoottimeInstant?)
    /// The gatekeeper does not say whether the PIN is right.
    case refused(AttemptRefusal)
}

/// The reason why the gatekeeper does not say whether a PIN is right.
public enum AttemptRefusal: Error, Sendable, Equatable {
    /// Too many PINs were wrong; no PIN is evaluated until then.
    case lockedOut(until: BoottimeInstant)
    /// Another attempt from the same source is being checked, or waits.
    case busy
    /// No digit was typed.
    case nothingTyped
    /// The count of the attempt cannot be stored, so the PIN is not checked.
    case storeFailed(LockMemoryError)
    /// There is no memory for the check.
    case outOfMemory
    /// The PIN belongs to a guest, and is not valid now.
    case notValid(ValidityRefusal)
    /// The panel has a fault and stays locked.
    case fault(LockFault)
}

extension AttemptRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .lockedOut: "too many wrong PINs; none is evaluated for a time"
        case .busy: "a PIN is being checked"
        case .nothingTyped: "no digit was typed"
        case .storeFailed(let error): "no PIN is checked, since nothing can be written: \(error)"
        case .outOfMemory: "no PIN can be checked: there is no memory for it"
        case .notValid(let refusal): refusal.description
        case .fault(let fault): fault.description
        }
    }
}
