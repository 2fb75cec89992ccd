import EventLoop
import MonotonicTime

/// What a panel keeps over restarts and power cuts, in one SQLite file.
///
/// All of it is read when the store is opened, and held as values; changes are seen at once, and written in the order
/// of calls by a thread beside the loop. Writes that wait for the one before are joined: they become one transaction,
/// in which each key is written once. Nothing is written while nothing changes.
///
/// A write that is not durable within ``patience`` counts as failed, whatever becomes of it later:
/// ```
///   change ── the worker writes ─ durable ───────────────▶ completion(nil)
///          └─ 2 s ─▶ failure = .stalled, completion(error)      … durable ─▶ recovered
/// ```
@PanelActor
public final class PanelStore {
    /// Is called once: with `nil` when the change is durable, with the error where the attempt to write it failed or
    /// took over ``patience``. A change that failed is not lost: it is part of the next write.
    public typealias Completion = @PanelActor (StoreError?) -> Void

    /// What people should be told of the opening.
    public let notices: [StoreNotice]

    /// Is called when a write fails, unless the one before failed by the same error.
    public var failed: (@PanelActor (StoreError) -> Void)? {
        get { requests.failed }
        set { requests.failed = newValue }
    }

    /// Is called when a write has worked again, and with it all that had failed.
    public var recovered: (@PanelActor () -> Void)? {
        get { requests.recovered }
        set { requests.recovered = newValue }
    }

    /// Is called when entries of the audit trail have been written: from now on they can be read, and outlast a power cut.
    public var auditWritten: (@PanelActor () -> Void)? {
        get { requests.auditWritten }
        set { requests.auditWritten = newValue }
    }

    /// Why the last write failed, or is not done yet after ``patience``; `nil` after one that worked.
    public var failure: StoreError? { requests.failure }

    /// Whether the disk has not finished a write within ``patience``: nothing that is written now is durable soon.
    public var isStalled: Bool { requests.isStalled }

    /// How long the disk has for a write, which then counts as failed.
    public static let patience = Duration.seconds(2)

    /// Whether what is kept of the lock can be believed.
    public private(set) var lockState: LockState

    /// The number of the last entry that was appended to the audit trail; 0 before the first.
    public private(set) var lastAuditNumber: Int64

    /// How many entries of the audit trail have gone for newer ones since the store was opened.
    public var deletedAudit: Int64 { requests.deletedAudit }

    private var contents: StoredContents
    private enum Table {
        case outputs, deadlines, settings, people, lockouts, secrets
    }

    /// Each table's keys as they are spelled in the database. To Swift a text is equal to its canonical equivalents, to
    /// SQLite it is not: a key in another spelling would make a second row.
    private var spellings: [Table: Set<String>]
    /// What `perform` has collected so far.
    private var collected: StoreRequests.Collection?
    private let path: String
    private let isInMemory: Bool
    private let writer: StoreWriter
    private let worker: any JobQueue
    private let requests: StoreRequests
    /// One for all stores, since a worker's thread is never given back.
    public nonisolated static let sharedWorker: any JobQueue = Worker()

    init(
        _ opened: sending OpenedDatabase, worker: any JobQueue = PanelStore.sharedWorker,
        scheduler: any Scheduler = EventLoop.panel
    ) {
        notices = opened.notices
        lockState = opened.lockState
        lastAuditNumber = opened.lastAuditNumber
        contents = opened.contents
        path = opened.connection.path
        isInMemory = opened.isInMemory
        spellings = [
            .outputs: Set(contents.outputs.keys),
            .deadlines: Set(contents.deadlines.values.flatMap { [$0.kind, $0.purpose] }),
            .settings: Set(contents.settings.keys), .people: Set(contents.people.keys),
            .lockouts: Set(contents.lockouts.keys), .secrets: Set(contents.secrets.keys),
        ]
        let (generation, auditLimit) = (opened.generation, opened.auditLimit)
        writer = StoreWriter(opened.connection, generation: generation, auditLimit: auditLimit)
        self.worker = worker
        requests = StoreRequests(writer, path: path, worker: worker, scheduler: scheduler)
    }

    // MARK: Opening

    /// Opens the store at `path`, begins one where there is none, and reads it; waits for the disk.
    ///
    /// A damaged file, or one that is no database, is renamed to `NAME.damaged-N`, an older one in place of the last to
    /// `NAME.rolled-back-N`, of which `notices` tells, and a new one begun, whose `lockState` says so. The store is
    /// this process's alone until it is closed.
    ///
    /// - Parameters:
    ///   - counter: What tells an older store from the last; without one a ``CounterFile`` at `NAME.count`.
    ///   - auditLimit: How many entries about controls the audit trail has at most, from 1. It has half as many about the
    ///     lock and people besides. The oldest go, at first of whom has more than a quarter of them.
    ///   - worker: Writes, beside the loop.
    ///   - scheduler: Tells how long a write takes.
    /// - Throws: `StoreError` where the file, its folder or its counter may not be trusted, is in use, read-only, or
    ///   written by a later Holdfast; the file is then as it was.
    public static func open(
        path: String, counter: (any RollbackCounter)? = nil, auditLimit: Int = 10_000,
        worker: any JobQueue = sharedWorker, scheduler: any Scheduler = EventLoop.panel
    ) throws(StoreError) -> PanelStore {
        var options = OpenedDatabase.Options()
        options.counter = counter ?? CounterFile(path: path + ".count")
        options.auditLimit = auditLimit
        return PanelStore(try OpenedDatabase.open(path: path, options: options), worker: worker, scheduler: scheduler)
    }

    /// A new store in memory, which ends with it.
    public static func inMemory(auditLimit: Int = 10_000) throws(StoreError) -> PanelStore {
        PanelStore(try OpenedDatabase.inMemory(auditLimit: auditLimit))
    }

    // MARK: Outputs

    /// What each output was last switched to, by the kind of its control.
    public var outputs: [String: OutputState] { contents.outputs }

    /// Keeps what the output of the control `kind` was switched to; `nil` forgets it.
    public func setOutput(_ state: OutputState?, of kind: String, completion: Completion? = nil) {
        let isNew = contents.outputs[kind] != state
        contents.outputs[kind] = state
        write(.output(kind: spelling(kind, in: .outputs), state), isNew: isNew, completion)
    }

    // MARK: Deadlines

    /// The deadlines, by `StoredDeadline.name`.
    public var deadlines: [String: StoredDeadline] { contents.deadlines }

    /// Keeps a deadline, in place of the one of the same name.
    public func setDeadline(_ deadline: StoredDeadline, completion: Completion? = nil) {
        let isNew = contents.deadlines[deadline.name] != deadline
        contents.deadlines[deadline.name] = deadline
        let kind = spelling(deadline.kind, in: .deadlines)
        let purpose = spelling(deadline.purpose, in: .deadlines)
        write(.deadline(kind: kind, purpose: purpose, deadline), isNew: isNew, completion)
    }

    /// Forgets the deadline that the control `kind` has for `purpose`, if there is one.
    public func removeDeadline(of kind: String, purpose: String, completion: Completion? = nil) {
        let name = StoredDeadline.name(kind: kind, purpose: purpose)
        let isNew = contents.deadlines.removeValue(forKey: name) != nil
        let change = StoreChange.deadline(
            kind: spelling(kind, in: .deadlines), purpose: spelling(purpose, in: .deadlines), nil)
        write(change, isNew: isNew, completion)
    }

    // MARK: Settings

    /// Single texts, by their keys.
    public var settings: [String: String] { contents.settings }

    /// Keeps a text under `key`; `nil` forgets it.
    public func setSetting(_ value: String?, for key: String, completion: Completion? = nil) {
        let isNew = contents.settings[key] != value
        contents.settings[key] = value
        write(.setting(key: spelling(key, in: .settings), value), isNew: isNew, completion)
    }

    // MARK: The clock

    /// The newest time that the wall clock has shown where it could be trusted, in milliseconds since 1970.
    public var newestTime: Int64? { contents.newestTime }

    /// Keeps the time that the wall clock shows: from now on it is the newest.
    ///
    /// - Parameter milliseconds: since 1970.
    public func setNewestTime(_ milliseconds: Int64) {
        let isNew = contents.newestTime != milliseconds
        contents.newestTime = milliseconds
        write(.newestTime(milliseconds: milliseconds), isNew: isNew, nil)
    }

    // MARK: The lock

    /// The people who have a PIN, by name.
    public var people: [String: StoredPerson] { contents.people }

    /// Keeps a person under `name`, which is stored as text alone, whatever it looks like; `nil` forgets them. Whoever
    /// had the person's number is the same person, who is called so from now on.
    ///
    /// - Throws: `.outOfBounds` where the name has not from 1 to 256 bytes of UTF-8, or the person is too large,
    ///   `.invalidIdentity` where the number is not greater than 0; nothing is changed then.
    public func setPerson(
        _ person: StoredPerson?, of name: String, completion: Completion? = nil
    ) throws(StoreError) {
        try checkName(name, "the name of a person")
        if let person {
            try check(person.role.utf8.count, "a person's role", 0...StoreLimit.name)
            try check(person.mac.count, "a person's MAC", 0...StoreLimit.name)
            try check(person.limits.utf8.count, "a person's limits", 0...StoreLimit.value)
            guard person.id > 0 else { throw .invalidIdentity(path: path, id: person.id) }
            for other in contents.people where other.value.id == person.id && other.key != name {
                contents.people[other.key] = nil
                writeLock(.person(name: spelling(other.key, in: .people), nil), isNew: true, nil)
            }
        }
        let isNew = contents.people[name] != person
        contents.people[name] = person
        writeLock(.person(name: spelling(name, in: .people), person), isNew: isNew, completion)
    }

    /// What is counted of wrong PINs, by their source.
    public var lockouts: [String: StoredLockout] { contents.lockouts }

    /// Keeps what is counted of a source; `nil` forgets it.
    ///
    /// - Throws: `.outOfBounds` where the source has not from 1 to 256 bytes of UTF-8; nothing is changed then.
    public func setLockout(
        _ lockout: StoredLockout?, of source: String, completion: Completion? = nil
    ) throws(StoreError) {
        try checkName(source, "the source of a lockout")
        let isNew = contents.lockouts[source] != lockout
        contents.lockouts[source] = lockout
        writeLock(.lockout(source: spelling(source, in: .lockouts), lockout), isNew: isNew, completion)
    }

    /// The lock's salt, its cost, the recovery code's MAC, by their keys. They are never logged.
    public var secrets: [String: [UInt8]] { contents.secrets }

    /// Keeps a secret under `key`; `nil` forgets it.
    ///
    /// - Throws: `.outOfBounds` where the key has not from 1 to 256 bytes of UTF-8, or the secret has over 4,096;
    ///   nothing is changed then.
    public func setSecret(_ value: [UInt8]?, for key: String, completion: Completion? = nil) throws(StoreError) {
        try checkName(key, "the key of a secret")
        try check(value?.count ?? 0, "a secret", 0...StoreLimit.value)
        let isNew = contents.secrets[key] != value
        contents.secrets[key] = value
        writeLock(.secret(key: spelling(key, in: .secrets), value), isNew: isNew, completion)
    }

    /// Ends what `lockState` says of a lock that was lost or rolled back: people have been enrolled anew.
    public func clearLockFault(completion: Completion? = nil) {
        switch lockState {
        case .new, .sound:
            if let completion { whenWritten(completion) }
        case .lost, .rolledBack:
            lockState = .sound
            write(.lockFault(nil), isNew: true, completion)
        }
    }

    /// Says of the lock again what `clearLockFault` has ended: those who were enrolled anew could not be kept.
    ///
    /// - Parameter fault: the `lockState` before; of the lock of a new store, or a sound one, nothing is said.
    public func renewLockFault(_ fault: LockState, completion: Completion? = nil) {
        switch fault {
        case .new, .sound:
            if let completion { whenWritten(completion) }
        case .lost, .rolledBack:
            let isNew = lockState != fault
            lockState = fault
            write(.lockFault(fault), isNew: isNew, completion)
        }
    }

    private func writeLock(_ change: StoreChange, isNew: Bool, _ completion: Completion?) {
        if isNew && lockState == .new { lockState = .sound }
        write(change, isNew: isNew, completion)
    }

    private func checkName(_ name: String, _ what: String) throws(StoreError) {
        try check(name.utf8.count, what, 1...StoreLimit.name)
    }

    private func check(_ count: Int, _ what: String, _ bytes: ClosedRange<Int>) throws(StoreError) {
        guard bytes.contains(count) else { throw .outOfBounds(path: path, what: what, bytes: bytes) }
    }

    // MARK: The audit trail

    /// Appends an entry to the audit trail, in the order of calls, beside the changes that are made with it.
    ///
    /// Of entries that could not be written the last 256 wait for the next write; a gap in the numbers tells of others.
    public func appendAudit(_ entry: AuditEntry, completion: Completion? = nil) {
        lastAuditNumber += 1
        add(.audit(AuditRecord(number: lastAuditNumber, entry: entry)), completion)
    }

    /// Calls `completion` with the number of the entry after which the audit trail is to be read, to begin there; 0 where
    /// there is none. It looks at the whole trail.
    public func findAudit(
        _ beginning: AuditBeginning, completion: @escaping @PanelActor (Result<Int64, StoreError>) -> Void
    ) {
        worker.perform { [writer] in
            writer.auditNumber(before: beginning)
        } then: { number in
            completion(number)
        }
    }

    /// Calls `completion` with entries of the audit trail that have been written, in the order of their numbers.
    ///
    /// Writes wait while the disk is read: read long trails in parts.
    ///
    /// - Parameters:
    ///   - number: The entries after this one.
    ///   - limit: How many at most, up to 1,000.
    public func readAudit(
        after number: Int64, limit: Int,
        completion: @escaping @PanelActor (Result<[AuditRecord], StoreError>) -> Void
    ) {
        worker.perform { [writer] in
            writer.audit(after: number, limit: min(limit, 1_000))
        } then: { records in
            completion(records)
        }
    }

    // MARK: Writing

    /// Changes that stand or fall together: whatever happens, either all that `changes` makes is durable, or nothing.
    ///
    /// Changes outside of it may be written each by itself, also those that one turn of the loop makes. Within another
    /// `perform` it is a part of that one. `flush` and `close` must not be called from it.
    ///
    /// - Throws: what `changes` throws; nothing is changed then, and none of its completions called.
    public func perform(_ changes: () throws(StoreError) -> Void) throws(StoreError) {
        let before = (contents, lockState, lastAuditNumber, collected)
        collected = collected ?? StoreRequests.Collection()
        do throws(StoreError) {
            try changes()
        } catch {
            (contents, lockState, lastAuditNumber, collected) = before
            throw error
        }
        guard before.3 == nil, let collection = collected else { return }
        collected = nil
        if !collection.isEmpty { requests.add(collection) }
    }

    private func spelling(_ key: String, in table: Table) -> String {
        spellings[table, default: []].insert(key).memberAfterInsert
    }

    private func write(_ change: StoreChange, isNew: Bool, _ completion: Completion?) {
        // To write what is kept already only wears the card, unless somebody waits for it, or a write has failed.
        guard isNew || completion != nil || failure != nil else { return }
        add(.change(change), completion)
    }

    private func add(_ addition: StoreWriter.Addition?, _ completion: Completion?) {
        var collection = collected ?? StoreRequests.Collection()
        if let addition { collection.additions.append(addition) }
        if let completion { collection.completions.append(completion) }
        if collected == nil { requests.add(collection) } else { collected = collection }
    }

    /// Calls `completion`, as that of a change is called, for all that was changed before.
    public func whenWritten(_ completion: @escaping Completion) {
        add(nil, completion)
    }

    /// Writes to the disk, even where nothing has changed, and calls `completion` as that of a change is called.
    ///
    /// A store in memory takes every write: it calls `completion` at once.
    public func prove(_ completion: @escaping Completion) {
        if isInMemory { completion(nil) } else { add(.change(.proof), completion) }
    }

    /// Waits until all that was changed is durable, for ``patience`` at most; completions are called before it returns.
    ///
    /// - Throws: why it is not. What could not be written waits for the next write.
    public func flush() throws(StoreError) {
        precondition(collected == nil, "flush within perform")
        try requests.finish { [writer] in writer.write() }
    }

    /// Ends with `flush`, and gives the file up, whatever comes of it. Later changes fail.
    ///
    /// - Throws: why some of the changes are lost, or may be: where the disk stalls, the worker ends later.
    public func close() throws(StoreError) {
        precondition(collected == nil, "close within perform")
        defer { requests.stop() }
        try requests.finish { [writer] in
            writer.write()
            writer.close()
        }
    }
}
