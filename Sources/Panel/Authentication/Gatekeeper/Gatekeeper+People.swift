import CSodium
import EventLoop

extension Gatekeeper {
    /// Is called once, on the loop, with what was changed once it is durable; inside the call where it is refused.
    public typealias ChangeCompletion<Value> = @PanelActor (Result<Value, EnrolmentError>) -> Void

    /// Enrols somebody with `pin`. Whoever may do so is the caller's to decide.
    ///
    /// Where those that there were are lost, it is the first of others: from then on PINs are taken again.
    public func add(
        name: String, role: Role, validity: Validity = .always, pin: PIN,
        completion: @escaping ChangeCompletion<Person>
    ) {
        change(unless: enrolmentFault, completion) { [self] in
            if let refusal = rule.refusal(of: pin) { return fail(.pin(refusal), completion) }
            do throws(EnrolmentError) {
                enrol(try newPerson(name: name, role: role, validity: validity), pin, completion)
            } catch {
                fail(error, completion)
            }
        }
    }

    /// Enrols somebody with these digits, and returns once that is durable; for those who need not keep them secret.
    @discardableResult
    public func add(
        name: String, role: Role, validity: Validity = .always, digits: String
    ) async throws(EnrolmentError) -> Person {
        let entry = PINEntry()
        entry.append(digits)
        let pin = entry.take()
        let result = await withCheckedContinuation { continuation in
            add(name: name, role: role, validity: validity, pin: pin) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Why nobody can be enrolled so, whatever the PIN; `nil` where somebody can.
    public func refusal(toEnrol name: String, role: Role, validity: Validity = .always) -> EnrolmentError? {
        if let enrolmentFault { return .fault(enrolmentFault) }
        do throws(EnrolmentError) {
            _ = try newPerson(name: name, role: role, validity: validity)
            return nil
        } catch {
            return error
        }
    }

    private func newPerson(name: String, role: Role, validity: Validity) throws(EnrolmentError) -> Person {
        let people = credentials?.people ?? []
        guard people.count < Credentials.mostPeople else { throw .full }
        guard !people.contains(where: { $0.person.name == name }) else { throw .nameTaken }
        do throws(PersonRefusal) {
            // Only of new ones: whoever has such a name keeps it.
            if Person.isReserved(name) { throw .reservedName }
            return try Person(id: newIdentity(), name: name, role: role, validity: validity)
        } catch {
            throw .person(error)
        }
    }

    /// A number that nobody has.
    private func newIdentity() -> Int64 {
        while true {
            var bits: UInt64 = 0
            randombytes_buf(&bits, MemoryLayout<UInt64>.size)
            let id = Int64(bits >> 1)
            if id > 0, credentials?.person(id) == nil { return id }
        }
    }

    private func enrol(_ person: Person, _ pin: PIN, _ completion: @escaping ChangeCompletion<Person>) {
        guard let key else { return fail(.fault(fault ?? .nobodyEnrolled), completion) }
        // Where everybody has been removed, what there was may be of another key: others begin with a salt of their own then.
        let before = credentials.flatMap { $0.people.isEmpty && $0.isMadeByOther(than: key) ? nil : $0 }
        let (choice, slots) = (newCost, slots)
        let recent = self[.pad].recent.tags
        worker.perform { [primitives] () -> (Credentials, PINCheck.Finding?) in
            let credentials = before ?? Credentials(cost: choice.resolve(), key: key)
            var check = PINCheck(
                pin: pin, key: key, salt: credentials.salt, cost: credentials.cost, slots: slots, recent: recent)
            check.newIdentity = person.id
            return (credentials, check.run(primitives))
        } then: { [self] credentials, finding in
            guard let tag = finding?.enrolled, finding?.slot == nil else {
                return fail(finding == nil ? .outOfMemory : .pinTaken, completion)
            }
            var changed = credentials
            if changed.people.isEmpty { changed.keyCheck = key.check(salt: changed.salt) }
            changed.people.append(EnrolledPerson(person: person, tag: tag))
            keep(changed, completion, person)
        }
    }

    /// Removes somebody, and locks what they have unlocked.
    public func remove(_ id: Int64, completion: @escaping ChangeCompletion<Person>) {
        change(completion) { [self] in
            guard var changed = credentials, let index = changed.people.firstIndex(where: { $0.person.id == id })
            else { return fail(.unknownPerson, completion) }
            let removed = changed.people.remove(at: index).person
            keep(changed) { [self] error in
                if let error { return fail(.storeFailed(error), completion) }
                tell(authority.lock(.person(id)))
                completion(.success(removed))
                finish()
            }
        }
    }

    /// Takes people from a backup in place of those there are, and locks everything. They were enrolled with the key that
    /// the backup has: it must be this panel's by now. They also make up for people who are lost.
    public func replace(by restored: Credentials, completion: @escaping ChangeCompletion<Int>) {
        change(unless: replacementFault, completion) { [self] in
            keep(restored) { [self] error in
                if let error { return fail(.storeFailed(error), completion) }
                lockAll()
                completion(.success(restored.people.count))
                finish()
            }
        }
    }

    // MARK: Ending a lockout

    /// Ends the lockouts of all sources, for root.
    public func endLockouts(completion: @escaping ChangeCompletion<Void>) {
        change(completion) { [self] in
            resetLockouts { [self] error in
                if let error { return fail(.storeFailed(error), completion) }
                completion(.success(()))
                finish()
            }
        }
    }

    private func resetLockouts(completion: @escaping @PanelActor (LockMemoryError?) -> Void) {
        for source in AttemptSource.allCases { self[source].lockout.reset() }
        memory.save(pad.lockout.stored, of: .pad) { [self] first in
            memory.save(remote.lockout.stored, of: .remote) { second in completion(first ?? second) }
        }
    }

    /// Makes a code that ends a lockout, in place of the one before. It is told this once.
    public func makeRecoveryCode(completion: @escaping ChangeCompletion<RecoveryCode>) {
        change(completion) { [self] in
            if let otherKeyFault { return fail(.fault(otherKeyFault), completion) }
            guard let key, var changed = credentials, !changed.people.isEmpty else {
                return fail(.fault(.nobodyEnrolled), completion)
            }
            let code = RecoveryCode.random()
            changed.recovery = Self.tag(of: code, salt: changed.salt, key: key).withBytes {
                SecretTag(copying: UnsafeRawBufferPointer($0))
            }
            keep(changed, completion, code)
        }
    }

    /// Ends the lockouts of all sources, where `code` is the owner's; it is used up by that. Wrong ones are not counted:
    /// nobody guesses 128 bits.
    public func recover(with code: RecoveryCode, completion: @escaping ChangeCompletion<Void>) {
        change(completion) { [self] in
            guard let key, var changed = credentials else { return fail(.fault(.nobodyEnrolled), completion) }
            if let otherKeyFault { return fail(.fault(otherKeyFault), completion) }
            let tag = Self.tag(of: code, salt: changed.salt, key: key)
            let isRight = Primitives().compare(tag, with: changed.recovery ?? SecretTag.random()) == 0
            guard isRight else { return fail(.wrongRecoveryCode, completion) }
            changed.recovery = nil
            // In this order a power cut leaves a code that still works.
            resetLockouts { [self] error in
                if let error { return fail(.storeFailed(error), completion) }
                keep(changed, completion, ())
            }
        }
    }

    private static func tag(of code: RecoveryCode, salt: [UInt8], key: DeviceKey) -> SecretBytes {
        // A byte more than what the same key makes of a PIN, so that the one is never taken for the other.
        let input = SecretBytes(count: RecoveryCode.byteCount + Credentials.saltByteCount + 1)
        for index in 0..<RecoveryCode.byteCount { input[index] = code.bytes[index] }
        for (index, byte) in salt.enumerated() { input[RecoveryCode.byteCount + index] = byte }
        let output = SecretBytes(count: SecretTag.byteCount)
        Primitives().mac(input, key: key.bytes, into: output)
        return output
    }

    // MARK: One at a time

    private func change<Value>(
        _ completion: @escaping ChangeCompletion<Value>, begin: @escaping @PanelActor () -> Void
    ) {
        change(unless: administrationFault, completion, begin: begin)
    }

    private func change<Value>(
        unless fault: LockFault?, _ completion: @escaping ChangeCompletion<Value>,
        begin: @escaping @PanelActor () -> Void
    ) {
        if let fault { return completion(.failure(.fault(fault))) }
        if !submit(.people, begin: begin) { completion(.failure(.busy)) }
    }

    private func fail<Value>(_ error: EnrolmentError, _ completion: ChangeCompletion<Value>) {
        completion(.failure(error))
        finish()
    }

    private func keep<Value: Sendable>(
        _ changed: Credentials, _ completion: @escaping ChangeCompletion<Value>, _ value: Value
    ) {
        keep(changed) { [self] error in
            if let error { return fail(.storeFailed(error), completion) }
            completion(.success(value))
            finish()
        }
    }
}

/// Why people were not changed.
public enum EnrolmentError: Error, Sendable, Equatable {
    /// The PIN must not be one.
    case pin(PINRefusal)
    /// The person cannot be so.
    case person(PersonRefusal)
    /// Somebody has the name.
    case nameTaken
    /// Somebody has the PIN.
    case pinTaken
    /// There are 64 people.
    case full
    /// Nobody has the number.
    case unknownPerson
    /// The recovery code is not the one, or was used.
    case wrongRecoveryCode
    /// Too many changes wait for one another.
    case busy
    /// It cannot be written.
    case storeFailed(LockMemoryError)
    /// There is no memory for hashing the PIN.
    case outOfMemory
    /// The panel cannot have people now.
    case fault(LockFault)
}

extension EnrolmentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pin(let refusal): refusal.description
        case .person(let refusal): refusal.description
        case .nameTaken: "somebody has that name"
        case .pinTaken: "this PIN cannot be had; take another"
        case .full: "a panel has at most \(Credentials.mostPeople) people"
        case .unknownPerson: "there is nobody of that name"
        case .wrongRecoveryCode: "this is not the recovery code, or it was used already"
        case .busy: "other changes are under way; try again"
        case .storeFailed(let error): "nothing was changed: \(error)"
        case .outOfMemory: "nothing was changed: there is no memory for hashing a PIN"
        case .fault(let fault): fault.description
        }
    }
}
