import EventLoop

extension Gatekeeper {
    /// Is called once, on the loop; inside the call where nothing had to be checked.
    public typealias AttemptCompletion = @PanelActor (AttemptOutcome) -> Void

    /// Checks a PIN that was typed on `surface`, and unlocks that where it is right.
    ///
    /// The attempt is counted, and the count durable, before the check is made. During a lockout, or while nobody could be
    /// right, nothing is evaluated and nothing counted. An attempt whose count is not durable in time is a failure: it is
    /// not checked, also not once the count is written.
    ///
    /// - Parameter localTime: what the wall clock says, for guests.
    public func attempt(
        _ pin: PIN, on surface: Surface, at now: BoottimeInstant, localTime: LocalMoment,
        completion: @escaping AttemptCompletion
    ) {
        advance(to: now)
        let attempt = Attempt(pin: pin, surface: surface, now: now, localTime: localTime, completion: completion)
        if surface == .messages { return completion(.refused(.noSession)) }
        if let fault { return completion(.refused(.fault(fault))) }
        if pin.isEmpty { return completion(.refused(.nothingTyped)) }
        if let end = self[attempt.source].lockout.end(at: now) { return completion(.refused(.lockedOut(until: end))) }
        // Such an attempt would end as a failure, and trying on until the disk comes back as a lockout.
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
        // Meanwhile people may have been removed.
        if let fault { return end(attempt, .refused(.fault(fault))) }
        guard self[source].lockout.charge(at: attempt.now) else {
            let until = self[source].lockout.end(at: attempt.now) ?? attempt.now
            return end(attempt, .refused(.lockedOut(until: until)))
        }
        memory.save(self[source].lockout.stored, of: source) { [self] error in
            guard let error else { return check(attempt) }
            // The count of one that is late may become durable yet: to take it back takes another write, which may not.
            if !error.isLate { takeBack(source) }
            end(attempt, .refused(.storeFailed(error)))
        }
    }

    private func takeBack(_ source: AttemptSource) {
        self[source].lockout.giveBack()
        keepLockout(of: source)
    }

    private func check(_ attempt: Attempt) {
        guard let key, let credentials else {
            takeBack(attempt.source)
            return end(attempt, .refused(.fault(fault ?? .nobodyEnrolled)))
        }
        let check = PINCheck(
            pin: attempt.pin, key: key, salt: credentials.salt, cost: credentials.cost, slots: slots,
            recent: self[attempt.source].recent.tags)
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
            // It unlocks nothing, so that a guest whose time is over cannot end a row for others.
            keepLockout(of: attempt.source)
            return end(attempt, .refused(.notValid(refusal)))
        }
        self[attempt.source].lockout.succeeded()
        keepLockout(of: attempt.source)
        guard var changed = credentials else { return unlock(attempt, person) }
        // A right PIN is the proof that the key is theirs.
        if changed.keyCheck == nil { changed.keyCheck = key?.check(salt: changed.salt) }
        if person.validity.usesLeft != nil,
            let index = changed.people.firstIndex(where: { $0.person.id == person.id })
        {
            changed.people[index].person = person.usedOnce
        }
        guard changed != credentials else { return unlock(attempt, person) }
        keep(changed) { [self] error in
            // That the key is theirs can be kept with the next right PIN; a use that is not kept could be used again.
            if let error, person.validity.usesLeft != nil { return end(attempt, .refused(.storeFailed(error))) }
            unlock(attempt, person)
        }
    }

    private func unlock(_ attempt: Attempt, _ person: Person) {
        if person.role == .duress { underDuress?(person) }
        tell(authority.unlock(attempt.surface, by: person.shown, at: attempt.now))
        end(attempt, .unlocked(person.shown))
    }

    /// Makes `changed` what counts once it is durable.
    func keep(_ changed: Credentials, completion: @escaping @PanelActor (LockMemoryError?) -> Void) {
        memory.save(changed) { [self] error in
            if error == nil {
                take(changed)
            } else {
                // What failed may be written later all the same; what is told to have failed shall not be.
                memory.save(credentials) { _ in }
            }
            completion(error)
        }
    }
}

/// What came of a PIN.
public enum AttemptOutcome: Sendable, Equatable {
    /// It is right, and the surface unlocked. Somebody under duress is a member here; the gatekeeper's `underDuress` tells.
    case unlocked(Person)
    /// It is wrong; `lockedUntil` where no key is evaluated until then.
    case wrong(lockedUntil: BoottimeInstant?)
    /// It is not told whether it is right.
    case refused(AttemptRefusal)
}

/// Why it is not told whether a PIN is right.
public enum AttemptRefusal: Error, Sendable, Equatable {
    /// Too many were wrong; none is evaluated until then.
    case lockedOut(until: BoottimeInstant)
    /// Another one of the same source is being checked, or waits.
    case busy
    /// No digit was typed.
    case nothingTyped
    /// That the attempt was made cannot be written, so it is not.
    case storeFailed(LockMemoryError)
    /// There is no memory for the check.
    case outOfMemory
    /// It is a guest's, who may not now.
    case notValid(ValidityRefusal)
    /// The panel stays locked.
    case fault(LockFault)
    /// Messages cannot be unlocked.
    case noSession
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
        case .noSession: "messages cannot be unlocked"
        }
    }
}
