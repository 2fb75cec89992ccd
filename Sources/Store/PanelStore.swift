import EventLoop

/// What a panel keeps over restarts and power cuts, in one SQLite file.
///
/// All of it is read when the store is opened, and held as values; changes are seen at once, and written in the order
/// of calls by a thread beside the loop. Writes that wait for the one before are joined: they become one transaction,
/// in which each key is written once. Nothing is written while nothing changes.
@PanelActor
public final class PanelStore {
    /// Is called once: with `nil` when the change is durable, with the error where the attempt to write it failed. A
    /// change that failed is not lost: it is part of the next write.
    public typealias Completion = @PanelActor (StoreError?) -> Void

    /// What people should be told of the opening.
    public let notices: [StoreNotice]

    /// Is called when a write fails, unless the one before failed by the same error.
    public var failed: (@PanelActor (StoreError) -> Void)?

    /// Is called when a write has worked again, and with it all that had failed.
    public var recovered: (@PanelActor () -> Void)?

    /// Why the last write failed; `nil` where it did not.
    public private(set) var failure: StoreError?

    private var contents: StoredContents
    /// Each key as it is spelled in the database. To Swift a text is equal to its canonical equivalents, to SQLite it
    /// is not: a key in another spelling would make a second row.
    private var spellings: Set<String>
    private let writer: StoreWriter
    /// One for all stores, since a worker's thread is never given back.
    private static let worker = Worker()

    init(_ opened: sending OpenedDatabase) {
        notices = opened.notices
        contents = opened.contents
        spellings = Set(opened.contents.outputs.keys).union(opened.contents.settings.keys)
            .union(opened.contents.deadlines.values.flatMap { [$0.kind, $0.purpose] })
        writer = StoreWriter(opened.connection)
    }

    // MARK: Opening

    /// Opens the store at `path`, begins one where there is none, and reads it; waits for the disk.
    ///
    /// A damaged file, or one that is no database, is renamed to `NAME.damaged-N`, of which `notices` tells, and a new
    /// one begun. The store is this process's alone until it is closed.
    ///
    /// - Throws: `StoreError` where the file or its folder may not be trusted, is in use, read-only, or written by a
    ///   later Holdfast; the file is then as it was.
    public static func open(path: String) throws(StoreError) -> PanelStore {
        PanelStore(try OpenedDatabase.open(path: path))
    }

    /// A new store in memory, which ends with it.
    public static func inMemory() throws(StoreError) -> PanelStore {
        PanelStore(try OpenedDatabase.inMemory())
    }

    // MARK: Outputs

    /// What each output was last switched to, by the kind of its control.
    public var outputs: [String: OutputState] { contents.outputs }

    /// Keeps what the output of the control `kind` was switched to; `nil` forgets it.
    public func setOutput(_ state: OutputState?, of kind: String, completion: Completion? = nil) {
        let isNew = contents.outputs[kind] != state
        contents.outputs[kind] = state
        write(.output(kind: spelling(kind), state), isNew: isNew, completion)
    }

    // MARK: Deadlines

    /// The deadlines, by `StoredDeadline.name`.
    public var deadlines: [String: StoredDeadline] { contents.deadlines }

    /// Keeps a deadline, in place of the one of the same name.
    public func setDeadline(_ deadline: StoredDeadline, completion: Completion? = nil) {
        let isNew = contents.deadlines[deadline.name] != deadline
        contents.deadlines[deadline.name] = deadline
        let (kind, purpose) = (spelling(deadline.kind), spelling(deadline.purpose))
        write(.deadline(kind: kind, purpose: purpose, deadline), isNew: isNew, completion)
    }

    /// Forgets the deadline that the control `kind` has for `purpose`, if there is one.
    public func removeDeadline(of kind: String, purpose: String, completion: Completion? = nil) {
        let name = StoredDeadline.name(kind: kind, purpose: purpose)
        let isNew = contents.deadlines.removeValue(forKey: name) != nil
        write(.deadline(kind: spelling(kind), purpose: spelling(purpose), nil), isNew: isNew, completion)
    }

    // MARK: Settings

    /// Single texts, by their keys.
    public var settings: [String: String] { contents.settings }

    /// Keeps a text under `key`; `nil` forgets it.
    public func setSetting(_ value: String?, for key: String, completion: Completion? = nil) {
        let isNew = contents.settings[key] != value
        contents.settings[key] = value
        write(.setting(key: spelling(key), value), isNew: isNew, completion)
    }

    // MARK: Writing

    private func spelling(_ key: String) -> String { spellings.insert(key).memberAfterInsert }

    private func write(_ change: StoreChange, isNew: Bool, _ completion: Completion?) {
        // To write what is kept already only wears the card, unless somebody waits for it, or a write has failed.
        guard isNew || completion != nil || failure != nil else { return }
        add(change, completion)
    }

    private func add(_ change: StoreChange?, _ completion: Completion?) {
        guard writer.add(change, completion: completion) else { return }
        Self.worker.perform { [writer] in
            writer.write()
        } then: { [self] in
            report()
        }
    }

    /// Tells what became of writes since it was last asked; one of `flush` may have been before the worker's.
    private func report() {
        for outcome in writer.takeOutcomes() {
            let before = failure
            failure = outcome.error
            if let error = outcome.error {
                if error != before { failed?(error) }
            } else if before != nil {
                recovered?()
            }
            for completion in outcome.completions { completion(outcome.error) }
        }
    }

    /// Calls `completion`, as that of a change is called, for all that was changed before.
    public func whenWritten(_ completion: @escaping Completion) {
        add(nil, completion)
    }

    /// Waits until all that was changed is durable; completions are called before it returns.
    ///
    /// - Throws: why it is not. What could not be written waits for the next write.
    public func flush() throws(StoreError) {
        writer.write()
        report()
        if let failure { throw failure }
    }

    /// Ends with `flush`, and gives the file up, whatever comes of it. Later changes fail.
    ///
    /// - Throws: why some of the changes are lost.
    public func close() throws(StoreError) {
        defer { writer.close() }
        try flush()
    }
}
