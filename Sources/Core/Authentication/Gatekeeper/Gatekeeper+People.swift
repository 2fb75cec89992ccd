import CSodium
import EventLoop

extension Gatekeeper {
    /// Called once, on the loop: with the changed value once the change is durable, or with an error. A refused change
    /// calls the completion within the call.
    public typealias ChangeCompletion<Value> = @PanelActor (Result<Value, EnrolmentError>) -> Void

    /// Enrols a person with `pin`. The caller decides who may enrol people.
    ///
    /// After a loss of all people, the person is the first of a new set, and PINs are accepted again.
    public func add(
        name: String, role: Role, validity: Validity = .always, pin: PIN,
        completion: @escaping ChangeCompletion<Person>
    ) {
        change(unless: people.enrolmentFault, completion) { [self] in
            if let refusal = rule.refusal(of: pin) { return fail(.pin(refusal), completion) }
            do throws(EnrolmentError) {
                enrol(try newPerson(name: name, role: role, validity: validity), pin, completion)
            } catch {
                fail(error, completion)
            }
        }
    }

    /// Enrols a person with a PIN that need not stay secret; returns when the change is durable.
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

    /// The reason why a person cannot be enrolled this way, with any PIN; `nil` where the person can.
    public func refusal(toEnrol name: String, role: Role, validity: Validity = .always) -> EnrolmentError? {
        if let enrolmentFault = people.enrolmentFault { return .fault(enrolmentFault) }
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
            if Person.isReserved(name, users: self.people.users) { throw .reservedName }
            return try Person(id: newIdentity(), name: name, role: role, validity: validity)
        } catch {
            throw .person(error)
        }
    }

    /// A random number that no person has.
    private func newIdentity() -> Int64 {
        while true {
            var bits: UInt64 = 0
            randombytes_buf(&bits, MemoryLayout<UInt64>.size)
            let id = Int64(bits >> 1)
            if id > 0, credentials?.person(id) == nil { return id }
        }
    }

    private func enrol(_ person: Person, _ pin: PIN, _ completion: @escaping ChangeCompletion<Person>) {
        guard let key = people.key else { return fail(.fault(fault ?? .nobodyEnrolled), completion) }
        // After all people were removed, the old salt may belong to another key; the new people then start with a new
        // salt.
        let before = credentials.flatMap { $0.people.isEmpty && $0.isMadeByOther(than: key) ? nil : $0 }
        let (choice, slots) = (newCost, people.slots)
        let recent = self[.pad].recent
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

    /// Removes a person, and locks every surface that the person has unlocked.
    public func remove(_ id: Int64, completion: @escaping ChangeCompletion<Person>) {
        change(completion) { [self] in
            guard var changed = credentials, let index = changed.people.firstIndex(where: { $0.person.id == id })
            else { return fail(.unknownPerson, completion) }
            let removed = changed.people.remove(at: index).person
            keep(changed, completion, removed)
        }
    }

    /// Replaces all people with the people of a backup, and locks every surface.
    ///
    /// The caller must ensure that the key of the backup is this panel's key. The replacement also ends a loss of
    /// people.
    public func replace(by restored: Credentials, completion: @escaping ChangeCompletion<Int>) {
        change(unless: people.replacementFault, completion) { [self] in
            keep(restored, completion, restored.people.count) { [self] in lockAll() }
        }
    }

    // MARK: Ending a lockout

    /// Ends the lockouts of all sources; only for root.
    public func endLockouts(completion: @escaping ChangeCompletion<Void>) {
        change(completion) { [self] in
            resetLockouts { [self] in end($0, completion, ()) }
        }
    }

    private func resetLockouts(completion: @escaping @PanelActor (LockMemoryError?) -> Void) {
        for source in AttemptSource.allCases { self[source].lockout.reset() }
        memory.save(pad.lockout.stored, of: .pad) { [self] first in
            memory.save(remote.lockout.stored, of: .remote) { second in completion(first ?? second) }
        }
    }

    /// Creates a code that ends a lockout, and replaces the previous code. The code appears only in this completion.
    public func makeRecoveryCode(completion: @escaping ChangeCompletion<RecoveryCode>) {
        change(completion) { [self] in
            if let otherKeyFault = people.otherKeyFault { return fail(.fault(otherKeyFault), completion) }
            guard let key = people.key, var changed = credentials, !changed.people.isEmpty else {
                return fail(.fault(.nobodyEnrolled), completion)
            }
            let code = RecoveryCode.random()
            changed.recovery = Self.tag(of: code, salt: changed.salt, key: key).withBytes {
                SecretTag(copying: UnsafeRawBufferPointer($0))
            }
            keep(changed, completion, code)
        }
    }

    /// Ends the lockouts of all sources if `code` is the owner's, and uses the code up. Wrong codes are not counted: no
    /// attacker guesses 128 bits.
    public func recover(with code: RecoveryCode, completion: @escaping ChangeCompletion<Void>) {
        change(completion) { [self] in
            guard let key = people.key, var changed = credentials else {
                return fail(.fault(.nobodyEnrolled), completion)
            }
            if let otherKeyFault = people.otherKeyFault { return fail(.fault(otherKeyFault), completion) }
            let tag = Self.tag(of: code, salt: changed.salt, key: key)
            let isRight = Primitives().compare(tag, with: changed.recovery ?? SecretTag.random()) == 0
            guard isRight else { return fail(.wrongRecoveryCode, completion) }
            changed.recovery = nil
            // With this order, a power cut leaves a code that still works.
            resetLockouts { [self] error in
                if let error { return fail(.storeFailed(error), completion) }
                keep(changed, completion, ())
            }
        }
    }

    private static func tag(of code: RecoveryCode, salt: [UInt8], key: DeviceKey) -> SecretBytes {
        // The input is one byte longer than a PIN's hash, which the same key also tags, so that neither tag can be
        // taken for the other.
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
        change(unless: people.administrationFault, completion, begin: begin)
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

    private func end<Value>(_ error: LockMemoryError?, _ completion: ChangeCompletion<Value>, _ value: Value) {
        if let error { return fail(.storeFailed(error), completion) }
        completion(.success(value))
        finish()
    }

    /// Stores `changed`, calls `effect` once it is durable, and ends the change with `value`.
    private func keep<Value: Sendable>(
        _ changed: Credentials, _ completion: @escaping ChangeCompletion<Value>, _ value: Value,
        effect: @escaping @PanelActor () -> Void = {}
    ) {
        keep(changed) { [self] error in
            if error == nil { effect() }
            end(error, completion, value)
        }
    }
}

/// The reason why people were not changed.
public enum EnrolmentError: Error, Sendable, Equatable {
    /// The PIN is refused.
    case pin(PINRefusal)
    /// The person's name or validity is refused.
    case person(PersonRefusal)
    /// Another person has the name.
    case nameTaken
    /// Another person has the PIN.
    case pinTaken
    /// The panel already has 64 people.
    case full
    /// No person has the number.
    case unknownPerson
    /// The recovery code is wrong or already used.
    case wrongRecoveryCode
    /// Too many changes are waiting.
    case busy
    /// The change cannot be stored.
    case storeFailed(LockMemoryError)
    /// There is no memory for hashing the PIN.
    case outOfMemory
    /// The panel's fault prevents the change.
    case fault(LockFault)
}

extension EnrolmentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pin(let refusal): refusal.description
        case .person(let refusal): refusal.description
        case .nameTaken: "somebody has that name; to change a PIN, remove the person first: holdfast pin remove"
        case .pinTaken: "this PIN cannot be used; choose another"
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
