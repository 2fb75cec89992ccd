import Authentication
import EventLoop
import Store

/// Stores people and the counts of wrong PINs on the disk.
///
/// A lost or rolled-back lock and inconsistent contents are a loss, which is reported until a person is enrolled again.
@PanelActor
public final class StoredLockMemory: LockMemory {
    private enum Secret {
        static let salt = "salt"
        static let cost = "cost"
        static let recovery = "recovery"
        static let keyCheck = "key check"
    }

    private let store: PanelStore
    /// The loss of the lock's contents; it stays until new people are durably stored in place of the lost ones.
    private var fault: LockState?

    /// Uses the people in `store`.
    public init(_ store: PanelStore) {
        self.store = store
        fault = store.lockState.isFault ? store.lockState : nil
    }

    public var delay: LockMemoryError? {
        store.isStalled ? store.failure.map(Self.error) : nil
    }

    // MARK: Reading

    public func load() throws(LockMemoryError) -> LockContents {
        switch store.lockState {
        case .new, .sound: break
        case .lost(let reason):
            throw LockMemoryError(reason: "what was kept of people is lost: \(ShownText.line(reason))", isLoss: true)
        case .rolledBack(let reason):
            throw LockMemoryError(
                reason: "what was kept of people may not be the last: \(ShownText.line(reason))", isLoss: true)
        }
        return LockContents(credentials: try credentials(), pad: lockout(of: .pad), remote: lockout(of: .remote))
    }

    private func credentials() throws(LockMemoryError) -> Credentials? {
        let secrets = store.secrets
        if secrets.isEmpty && store.people.isEmpty { return nil }
        guard let salt = secrets[Secret.salt] else { throw Self.flaw("there is no salt") }
        guard let cost = secrets[Secret.cost].flatMap({ HashCost(bytes: $0) }) else {
            throw Self.flaw("the cost of a hash cannot be so")
        }
        func tag(_ key: String, of what: String) throws(LockMemoryError) -> SecretTag? {
            guard let bytes = secrets[key] else { return nil }
            guard let tag = SecretTag(bytes: bytes) else { throw Self.flaw("the tag of \(what) cannot be so") }
            return tag
        }
        let recovery = try tag(Secret.recovery, of: "the recovery code")
        let keyCheck = try tag(Secret.keyCheck, of: "the device's key")
        var people: [EnrolledPerson] = []
        let inOrder = store.people.sorted { ($0.value.ordinal, $0.value.id) < ($1.value.ordinal, $1.value.id) }
        for (name, stored) in inOrder {
            people.append(try Self.person(stored, name: name))
        }
        do throws(CredentialsFlaw) {
            return try Credentials(people: people, salt: salt, cost: cost, recovery: recovery, keyCheck: keyCheck)
        } catch {
            throw Self.flaw("\(error)")
        }
    }

    private static func person(_ stored: StoredPerson, name: String) throws(LockMemoryError) -> EnrolledPerson {
        let shownName = ShownText.line(name)
        guard let role = Role(rawValue: stored.role) else { throw flaw("'\(shownName)' has no role that there is") }
        guard let validity = Validity(text: stored.limits) else {
            throw flaw("the limits of '\(shownName)' cannot be so")
        }
        guard let tag = SecretTag(bytes: stored.mac) else { throw flaw("the PIN's tag of '\(shownName)' cannot be so") }
        do throws(PersonRefusal) {
            return EnrolledPerson(
                person: try Person(id: stored.id, name: name, role: role, validity: validity), tag: tag)
        } catch {
            throw flaw("'\(shownName)': \(error)")
        }
    }

    private static func flaw(_ words: String) -> LockMemoryError {
        LockMemoryError(reason: "what is kept of people is damaged: \(words)", isLoss: true)
    }

    /// Reads a source's lockout; `Lockout` itself judges values beyond the bucket.
    private func lockout(of source: AttemptSource) -> Lockout.Stored? {
        store.lockouts[source.rawValue].map { stored in
            Lockout.Stored(
                failuresInRow: Int64(stored.row), attemptsLeft: Int64(source.capacity - stored.used),
                isDelayOver: !stored.isWaiting)
        }
    }

    // MARK: Writing

    public func save(_ credentials: Credentials?, completion: @escaping SaveCompletion) {
        let people = credentials?.people ?? []
        let fault = fault
        write { [store] () throws(StoreError) in
            let names = Set(people.map(\.person.name))
            for name in store.people.keys where !names.contains(name) { try store.setPerson(nil, of: name) }
            for (ordinal, one) in people.enumerated() {
                let stored = StoredPerson(
                    id: one.person.id, ordinal: ordinal, role: one.person.role.rawValue, mac: one.tag.bytes,
                    limits: one.person.validity.text)
                try store.setPerson(stored, of: one.person.name)
            }
            try store.setSecret(credentials?.salt, for: Secret.salt)
            try store.setSecret(credentials?.cost.bytes, for: Secret.cost)
            try store.setSecret(credentials?.recovery?.bytes, for: Secret.recovery)
            try store.setSecret(credentials?.keyCheck?.bytes, for: Secret.keyCheck)
            if !people.isEmpty { store.setLockFault(nil) } else if let fault { store.setLockFault(fault) }
        } then: { [self] error in
            if error == nil && !people.isEmpty { self.fault = nil }
            completion(error)
        }
    }

    public func save(
        _ lockout: Lockout.Stored, of source: AttemptSource, completion: @escaping SaveCompletion
    ) {
        let stored = StoredLockout(
            row: Int(clamping: lockout.failuresInRow),
            used: source.capacity - Int(clamping: max(lockout.attemptsLeft, 0)), isWaiting: !lockout.isDelayOver)
        write(
            { [store] () throws(StoreError) in
                try store.setLockout(stored, of: source.rawValue)
            }, then: completion)
    }

    private static func error(_ error: StoreError) -> LockMemoryError {
        guard case .stalled = error else { return LockMemoryError(reason: "\(error)") }
        return LockMemoryError(reason: "\(error)", isLate: true)
    }

    /// Makes all changes in one transaction, and completes when they are durable.
    private func write(_ changes: () throws(StoreError) -> Void, then completion: @escaping SaveCompletion) {
        do throws(StoreError) {
            try store.perform { () throws(StoreError) in
                try changes()
                store.whenWritten { completion($0.map(Self.error)) }
            }
        } catch {
            let error = LockMemoryError(reason: "\(error)")
            Task { @PanelActor in completion(error) }
        }
    }
}

extension HashCost {
    /// The two numbers, eight bytes each, little-endian.
    var bytes: [UInt8] {
        [operations, memory].flatMap { number in withUnsafeBytes(of: UInt64(number).littleEndian) { Array($0) } }
    }

    /// Decodes `bytes`; `nil` if they do not encode a cost.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let numbers = bytes.withUnsafeBytes { bytes in
            [0, 8].map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)) }
        }
        guard let operations = Int(exactly: numbers[0]), let memory = Int(exactly: numbers[1]) else { return nil }
        self.init(operations: operations, memory: memory)
    }
}
