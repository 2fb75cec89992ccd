import EventLoop
import MonotonicTime

/// The panel's state across restarts and power cuts, in one SQLite file.
///
/// Opening reads the whole store into memory. Changes are visible at once; a worker's thread writes them in the order
/// of calls. Changes that arrive during a write become one transaction, which writes each key once. An unchanged store
/// writes nothing.
///
/// A write that is not durable within ``patience`` counts as failed, even if it finishes later:
/// ```
///   change ── the worker writes ─ durable ───────────────▶ completion(nil)
///          └─ 2 s ─▶ failure = .stalled, completion(error)      … durable ─▶ recovered
/// ```
@PanelActor
public final class PanelStore {
    /// Called once: with `nil` when the change is durable, or with the error when the write failed or took over
    /// ``patience``. A failed change is not lost: the next write includes it.
    public typealias Completion = @PanelActor (StoreError?) -> Void

    /// Findings at opening that users should see.
    public let notices: [StoreNotice]

    /// Called when a write fails, unless the previous write failed with the same error.
    public var failed: (@PanelActor (StoreError) -> Void)? {
        get { requests.failed }
        set { requests.failed = newValue }
    }

    /// Called when a write succeeds after a failure. The write includes all changes that had failed.
    public var recovered: (@PanelActor () -> Void)? {
        get { requests.recovered }
        set { requests.recovered = newValue }
    }

    /// Called when audit entries have been written: they can now be read, and survive a power cut.
    public var auditWritten: (@PanelActor () -> Void)? {
        get { requests.auditWritten }
        set { requests.auditWritten = newValue }
    }

    /// The reason why the last write failed, or has exceeded ``patience``; `nil` after a successful write.
    public var failure: StoreError? { requests.failure }

    /// Whether a write has exceeded ``patience``: no change becomes durable until the disk recovers.
    public var isStalled: Bool { requests.isStalled }

    /// The time limit for a write. A slower write counts as failed.
    public static let patience = Duration.seconds(2)

    /// Whether the store's data about the lock can be trusted.
    public private(set) var lockState: LockState

    /// The number of the last appended audit entry; 0 before the first.
    public private(set) var lastAuditNumber: Int64

    /// The number of audit entries that newer entries have replaced since the store was opened.
    public var deletedAudit: Int64 { requests.deletedAudit }

    private var contents: StoredContents
    private enum Table { case outputs, deadlines, settings, people, lockouts, secrets }

    /// Each table's keys, as spelled in the database. Swift treats canonically equivalent texts as equal; SQLite does
    /// not. A key in another spelling would create a second row.
    private var spellings: [Table: Set<String>]
    /// The changes within the current `perform`.
    private var collected: StoreRequests.Collection?
    private let writer: StoreWriter
    private let worker: any JobQueue
    private let requests: StoreRequests
    /// The worker of all stores; a worker's thread is never released.
    public nonisolated static let sharedWorker: any JobQueue = Worker()

    init(
        _ opened: sending OpenedDatabase, worker: any JobQueue = PanelStore.sharedWorker,
        scheduler: any Scheduler = EventLoop.panel
    ) {
        notices = opened.notices
        lockState = opened.lockState
        lastAuditNumber = opened.lastAuditNumber
        contents = opened.contents
        spellings = [
            .outputs: Set(contents.outputs.keys),
            .deadlines: Set(contents.deadlines.values.flatMap { [$0.kind, $0.purpose] }),
            .settings: Set(contents.settings.keys), .people: Set(contents.people.keys),
            .lockouts: Set(contents.lockouts.keys), .secrets: Set(contents.secrets.keys),
        ]
        writer = StoreWriter(opened)
        self.worker = worker
        requests = StoreRequests(writer, worker: worker, scheduler: scheduler)
    }

    // MARK: Opening

    /// Opens the store at `path` and reads it, or creates a new store; waits for the disk.
    ///
    /// A damaged file, or a file that is not a database, is renamed to `NAME.damaged-N`. A store that is older than the
    /// last is renamed to `NAME.rolled-back-N`. A new store takes its place; `notices` and `lockState` report it. This
    /// process has exclusive use of the store until the store is closed.
    ///
    /// - Parameters:
    ///   - counter: Detects an older store; the default is a ``CounterFile`` at `NAME.count`.
    ///   - auditLimit: The maximum number of audit entries about controls, at least 1; entries about the lock and
    ///     people have an additional half. The oldest go first, beginning with an actor who has over a quarter.
    ///   - worker: Writes to the disk, on a thread of its own.
    ///   - scheduler: Measures how long a write takes.
    /// - Throws: `StoreError` where the store is in use, read-only, or written by a later Holdfast, or the store, its
    ///   folder or its counter cannot be trusted. The file stays unchanged.
    public static func open(
        path: String, counter: (any RollbackCounter)? = nil, auditLimit: Int = 10_000,
        worker: any JobQueue = sharedWorker, scheduler: any Scheduler = EventLoop.panel
    ) throws(StoreError) -> PanelStore {
        var options = OpenedDatabase.Options()
        options.counter = counter ?? CounterFile(path: path + ".count")
        options.auditLimit = auditLimit
        return PanelStore(try OpenedDatabase.open(path: path, options: options), worker: worker, scheduler: scheduler)
    }

    /// Creates a store in memory, which ends with the object. The store opens no file, so that only a lack of memory
    /// makes this fail, and ends the process as it does for every other object.
    public static func inMemory(auditLimit: Int = 10_000) -> PanelStore {
        do throws(StoreError) {
            return PanelStore(try OpenedDatabase.inMemory(auditLimit: auditLimit))
        } catch {
            preconditionFailure("\(error)")
        }
    }

    // MARK: Outputs

    /// The last state of each output, by the control's kind.
    public var outputs: [String: OutputState] { contents.outputs }

    /// Stores the state of the output of the control `kind`; `nil` removes it.
    public func setOutput(_ state: OutputState?, of kind: String, completion: Completion? = nil) {
        let isNew = contents.outputs[kind] != state
        contents.outputs[kind] = state
        write(.output(kind: spelling(kind, in: .outputs), state), isNew: isNew, completion)
    }

    // MARK: Deadlines

    /// The deadlines, by `StoredDeadline.name`.
    public var deadlines: [String: StoredDeadline] { contents.deadlines }

    /// Stores a deadline, and replaces the deadline of the same name.
    public func setDeadline(_ deadline: StoredDeadline, completion: Completion? = nil) {
        let isNew = contents.deadlines[deadline.name] != deadline
        contents.deadlines[deadline.name] = deadline
        let kind = spelling(deadline.kind, in: .deadlines)
        let purpose = spelling(deadline.purpose, in: .deadlines)
        write(.deadline(kind: kind, purpose: purpose, deadline), isNew: isNew, completion)
    }

    /// Removes the deadline of the control `kind` for `purpose`, if there is one.
    public func removeDeadline(of kind: String, purpose: String, completion: Completion? = nil) {
        let name = StoredDeadline.name(kind: kind, purpose: purpose)
        let isNew = contents.deadlines.removeValue(forKey: name) != nil
        let change = StoreChange.deadline(
            kind: spelling(kind, in: .deadlines), purpose: spelling(purpose, in: .deadlines), nil)
        write(change, isNew: isNew, completion)
    }

    // MARK: Settings

    /// The settings: one text for each key.
    public var settings: [String: String] { contents.settings }

    /// Stores a text under `key`; `nil` removes it.
    public func setSetting(_ value: String?, for key: String, completion: Completion? = nil) {
        let isNew = contents.settings[key] != value
        contents.settings[key] = value
        write(.setting(key: spelling(key, in: .settings), value), isNew: isNew, completion)
    }

    // MARK: The clock

    /// The newest time of a trusted wall clock, in milliseconds since 1970.
    public var newestTime: Int64? { contents.newestTime }

    /// Stores the wall clock's time, in milliseconds since 1970, as the newest.
    public func setNewestTime(_ milliseconds: Int64) {
        let isNew = contents.newestTime != milliseconds
        contents.newestTime = milliseconds
        write(.newestTime(milliseconds: milliseconds), isNew: isNew, nil)
    }

    // MARK: The lock

    /// The people who have a PIN, by name.
    public var people: [String: StoredPerson] { contents.people }

    /// Stores a person under `name`; `nil` removes the person. The name is plain text without interpretation. A person
    /// with the same number under another name is the same person and is renamed.
    ///
    /// - Throws: `.outOfBounds` where the name has not from 1 to 256 bytes of UTF-8, or the person is too large;
    ///   `.invalidIdentity` where the number is not greater than 0. Nothing changes then.
    public func setPerson(
        _ person: StoredPerson?, of name: String, completion: Completion? = nil
    ) throws(StoreError) {
        try checkName(name, "the name of a person")
        if let person {
            try check(person.role.utf8.count, "a person's role", 0...StoreLimit.name)
            try check(person.mac.count, "a person's MAC", 0...StoreLimit.name)
            try check(person.limits.utf8.count, "a person's limits", 0...StoreLimit.value)
            guard person.id > 0 else { throw .invalidIdentity(path: writer.path, id: person.id) }
            for other in contents.people where other.value.id == person.id && other.key != name {
                contents.people[other.key] = nil
                writeLock(.person(name: spelling(other.key, in: .people), nil), isNew: true, nil)
            }
        }
        let isNew = contents.people[name] != person
        contents.people[name] = person
        writeLock(.person(name: spelling(name, in: .people), person), isNew: isNew, completion)
    }

    /// The counts of wrong PINs, by source.
    public var lockouts: [String: StoredLockout] { contents.lockouts }

    /// Stores the count of wrong PINs of a source; `nil` removes it.
    ///
    /// - Throws: `.outOfBounds` where the source has not from 1 to 256 bytes of UTF-8. Nothing changes then.
    public func setLockout(
        _ lockout: StoredLockout?, of source: String, completion: Completion? = nil
    ) throws(StoreError) {
        try checkName(source, "the source of a lockout")
        let isNew = contents.lockouts[source] != lockout
        contents.lockouts[source] = lockout
        writeLock(.lockout(source: spelling(source, in: .lockouts), lockout), isNew: isNew, completion)
    }

    /// The lock's salt, its cost and the recovery code's MAC, by key. They are never logged.
    public var secrets: [String: [UInt8]] { contents.secrets }

    /// Stores a secret under `key`; `nil` removes it.
    ///
    /// - Throws: `.outOfBounds` where the key has not from 1 to 256 bytes of UTF-8, or the secret has over 4,096.
    ///   Nothing changes then.
    public func setSecret(_ value: [UInt8]?, for key: String, completion: Completion? = nil) throws(StoreError) {
        try checkName(key, "the key of a secret")
        try check(value?.count ?? 0, "a secret", 0...StoreLimit.value)
        let isNew = contents.secrets[key] != value
        contents.secrets[key] = value
        writeLock(.secret(key: spelling(key, in: .secrets), value), isNew: isNew, completion)
    }

    /// Stores the fault of the lock, and shows it in `lockState`.
    ///
    /// - Parameter fault: `nil` clears the fault, after people have been enrolled again. The previous fault restores it,
    ///   because the new people could not be stored. `.new` and `.sound` have no effect.
    public func setLockFault(_ fault: LockState?, completion: Completion? = nil) {
        guard fault?.isFault ?? lockState.isFault else {
            if let completion { whenWritten(completion) }
            return
        }
        let isNew = lockState != fault ?? .sound
        lockState = fault ?? .sound
        write(.lockFault(fault), isNew: isNew, completion)
    }

    private func writeLock(_ change: StoreChange, isNew: Bool, _ completion: Completion?) {
        if isNew && lockState == .new { lockState = .sound }
        write(change, isNew: isNew, completion)
    }

    private func checkName(_ name: String, _ what: String) throws(StoreError) {
        try check(name.utf8.count, what, 1...StoreLimit.name)
    }

    private func check(_ count: Int, _ what: String, _ bytes: ClosedRange<Int>) throws(StoreError) {
        guard bytes.contains(count) else { throw .outOfBounds(path: writer.path, what: what, bytes: bytes) }
    }

    // MARK: The audit trail

    /// Appends an entry to the audit trail, in the order of calls and in the transaction of concurrent changes.
    ///
    /// The next write includes the last 256 entries that could not be written; a gap in the numbers marks lost entries.
    ///
    /// - Parameters:
    ///   - replaced: The numbers of earlier entries, which are deleted in the same transaction.
    ///   - completion: For a store in memory, called at once.
    /// - Returns: the entry's number.
    @discardableResult
    public func appendAudit(_ entry: AuditEntry, replacing replaced: [Int64] = [], completion: Completion? = nil)
        -> Int64
    {
        lastAuditNumber += 1
        let number = lastAuditNumber
        let addition = AuditAddition(record: AuditRecord(number: number, entry: entry), replaced: replaced)
        add(.audit(addition), writer.isInMemory ? nil : completion)
        if writer.isInMemory { completion?(nil) }
        return number
    }

    /// Finds the number of the entry after which to read, so that reading begins at `beginning`; 0 where there is none.
    /// The search reads the whole trail.
    public func findAudit(
        _ beginning: AuditBeginning, completion: @escaping @PanelActor (Result<Int64, StoreError>) -> Void
    ) {
        worker.attempt(
            { [writer] () throws(StoreError) in
                try writer.readAudit { table throws(StoreError) in try table.number(before: beginning) }
            }, then: completion)
    }

    /// Reads entries of the audit trail that have been written, in the order of their numbers.
    ///
    /// Writes wait during the read: read long trails in parts.
    ///
    /// - Parameters:
    ///   - number: Reading begins after this entry.
    ///   - limit: The maximum number of entries, up to 1,000.
    public func readAudit(
        after number: Int64, limit: Int,
        completion: @escaping @PanelActor (Result<[AuditRecord], StoreError>) -> Void
    ) {
        worker.attempt(
            { [writer] () throws(StoreError) in
                try writer.readAudit { table throws(StoreError) in
                    try table.records(after: number, limit: min(limit, 1_000))
                }
            }, then: completion)
    }

    // MARK: Writing

    /// Makes all changes of `changes` atomically: after any failure, either all of them are durable, or none.
    ///
    /// Outside of `perform` each change may be written separately, even within one turn of the loop. A nested `perform`
    /// is part of the outer one. Do not call `flush` or `close` within `perform`.
    ///
    /// - Throws: the error of `changes`. Nothing changes then, and no completion of `changes` is called.
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
        // An unchanged value is written only for a caller that waits, or after a failed write; otherwise it just wears
        // the card.
        guard isNew || completion != nil || failure != nil else { return }
        add(.change(change), completion)
    }

    private func add(_ addition: StoreWriter.Addition?, _ completion: Completion?) {
        var collection = collected ?? StoreRequests.Collection()
        if let addition { collection.additions.append(addition) }
        if let completion { collection.completions.append(completion) }
        if collected == nil { requests.add(collection) } else { collected = collection }
    }

    /// Calls `completion` when all earlier changes are durable or have failed.
    public func whenWritten(_ completion: @escaping Completion) {
        add(nil, completion)
    }

    /// Waits up to ``patience`` until all changes are durable; calls their completions before it returns.
    ///
    /// - Throws: the error of a failed or late write. The next write includes changes that could not be written.
    public func flush() throws(StoreError) {
        precondition(collected == nil, "flush within perform")
        try requests.finish { [writer] in writer.write() }
    }

    /// Calls `flush` and closes the file, even if the flush fails. Later changes fail.
    ///
    /// - Throws: the reason why some changes are lost, or may be. On a stalled disk, the worker ends later.
    public func close() throws(StoreError) {
        precondition(collected == nil, "close within perform")
        defer { requests.stop() }
        try requests.finish { [writer] in
            writer.write()
            writer.close()
        }
    }
}
