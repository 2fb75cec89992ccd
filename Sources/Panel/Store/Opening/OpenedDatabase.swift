import CSQLite

/// A database that has been checked, brought to the present version, and read.
struct OpenedDatabase {
    /// How a database is opened; tests open with other steps, a smaller log, and other files.
    struct Options: Sendable {
        var migrations = Migration.all
        /// The text of all tables of the last version, where it need not be found out, as by tests that open often.
        var schema: [String]?
        /// The log is written back into the database when it holds this many pages: 1 MiB, some 250 writes.
        var logPages: Int32 = 256
        /// What SQLite reads and writes files by; without one, by the system's calls.
        var vfs: String?
        /// Tells an older store from the last; without one nothing does.
        var counter: (any RollbackCounter)?
        /// How many entries about controls the audit trail has at most.
        var auditLimit = 10_000
    }

    let connection: Connection
    let contents: StoredContents
    let lockState: LockState
    let generation: Generation
    let lastAuditNumber: Int64
    let auditLimit: Int
    let notices: [StoreNotice]
    var isInMemory = false

    /// Opens the store at `path`: one that is damaged or not the last is kept aside, and a new one begun.
    static func open(path: String, options: Options = Options()) throws(StoreError) -> OpenedDatabase {
        let file = try StoreFile(path: path)
        do throws(StoreError) {
            try file.prepare()
            return try open(file.path, hasLog: file.hasLog, options: options)
        } catch .damaged(_, let reason) {
            return try beginAnew(file, fault: .lost(reason: reason), options: options) { kept in
                .keptAside(path: file.path, kept: kept, reason: reason)
            }
        } catch .rolledBack(_, let reason) {
            return try beginAnew(file, fault: .rolledBack(reason: reason), options: options) { kept in
                .rolledBack(path: file.path, kept: kept, reason: reason)
            }
        }
    }

    /// Its connection is closed: renaming takes no lock with it.
    private static func beginAnew(
        _ file: StoreFile, fault: LockState, options: Options, notice: (String) -> StoreNotice
    ) throws(StoreError) -> OpenedDatabase {
        // The counter first: where the power is cut after it, it knows more than what lies at the path, or than
        // nothing.
        if let counter = options.counter { try counter.write(after: 0) }
        let label = if case .rolledBack = fault { "rolled-back" } else { "damaged" }
        let notice = notice(try file.keepAside(as: label))
        try file.prepare()
        return try open(file.path, hasLog: file.hasLog, options: options, fault: fault, notices: [notice])
    }

    /// Opens what lies at `path`, which has been looked at; with `fault`, a new store in place of another.
    static func open(
        _ path: String, hasLog: Bool, options: Options, fault: LockState? = nil, notices: [StoreNotice] = []
    ) throws(StoreError) -> OpenedDatabase {
        var count = try options.counter?.read()
        let connection = try Connection(path: path, vfs: options.vfs)
        // A file that is refused, or kept aside, stays with its log as it is. One that has none gets an empty one by
        // being read, which closing removes.
        try connection.setKeepsLog(hasLog)
        let version = try connection.version(knowing: options.migrations)
        var (fault, notices) = (fault, notices)
        try reading { () throws(StoreError) in
            try connection.checkIntegrity()
            try connection.checkSchema(version: version, of: options.migrations, known: options.schema)
            let generation = version == 0 ? nil : try connection.generation(version: version)
            guard fault == nil, let counter = options.counter else { return }
            fault = count?.verdict(onGeneration: generation, counter: counter.name)
            guard let fault else { return }
            // Once it is counted that this is not the last store, no power cut makes it one again.
            try counter.write(after: generation ?? 0)
            if case .rolledBack(let reason) = fault { throw .rolledBack(path: path, reason: reason) }
            if case .lost(let reason) = fault { notices.append(.gone(path: path, reason: reason)) }
            count = try counter.read()
        }
        try connection.makeDurable(logPages: options.logPages)
        try connection.migrate(from: version, by: options.migrations)
        if let fault {
            // Not behind the counter, nor at 0, which is a store that nothing has happened to.
            let number: Int64 = if case .value(let number) = count { number } else { 1 }
            try connection.transaction { () throws(StoreError) in
                try connection.setGeneration(number)
                try connection.setFault(fault)
            }
        }
        let opened = try reading { () throws(StoreError) in
            let number: Int64 = try connection.generation(version: options.migrations.count)
            var generation = Generation(number, counter: options.counter, at: count)
            try generation.count()
            return OpenedDatabase(
                connection: connection, contents: try StoredContents(reading: connection),
                lockState: try connection.lockState(), generation: generation,
                lastAuditNumber: try connection.lastAuditNumber(), auditLimit: max(options.auditLimit, 1),
                notices: notices)
        }
        try connection.setKeepsLog(false)
        // All has been read; a write needs a page or two.
        sqlite3_db_release_memory(connection.handle)
        return opened
    }

    /// Reads with SQL that is known to be right: what SQLite finds wrong with it is the file's fault.
    private static func reading<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch .database(_, let path, SQLITE_ERROR, let message) {
            throw .damaged(path: path, reason: message)
        }
    }

    /// Opens a database in memory.
    static func inMemory(auditLimit: Int = Options().auditLimit) throws(StoreError) -> OpenedDatabase {
        let connection = try Connection(path: nil)
        try connection.migrate(from: 0, by: Migration.all)
        return OpenedDatabase(
            connection: connection, contents: StoredContents(), lockState: .new,
            generation: Generation(0, counter: nil, at: nil), lastAuditNumber: 0, auditLimit: max(auditLimit, 1),
            notices: [], isInMemory: true)
    }
}

extension RollbackCounter {
    /// Brings it beyond `number` and beyond what it stands at.
    fileprivate func write(after number: Int64) throws(StoreError) {
        var last = number
        if case .value(let value) = try read() { last = max(last, value) }
        try write(min(last + 1, StoreLimit.foundSerials.upperBound))
    }
}

extension Connection {
    /// Walks all pages, and compares the one index, of people's names, with its table, which `quick_check` would not.
    fileprivate func checkIntegrity() throws(StoreError) {
        // The file itself can be written, which was looked at before: a header of other versions makes SQLite only
        // read.
        if sqlite3_db_readonly(handle, "main") != 0 {
            throw .damaged(path: path, reason: "its header is of another version of SQLite")
        }
        try execute("PRAGMA cache_size = 8")
        let finding: String = try value("PRAGMA integrity_check(1)")
        sqlite3_db_release_memory(handle)
        guard finding != "ok" else { return }
        // In front of it stands a line that names the database, which is always the one.
        let lines = finding.split(separator: "\n").filter { !$0.hasPrefix("***") }
        throw .damaged(path: path, reason: lines.joined(separator: "; "))
    }

    /// Whether closing leaves the log as it is.
    fileprivate func setKeepsLog(_ keepsLog: Bool) throws(StoreError) {
        let code = holdfast_sqlite_keep_log_at_close(handle, keepsLog)
        guard code == SQLITE_OK else { throw error("sqlite3_db_config", code) }
    }

    /// What makes a transaction durable with its end: the log is synced with each.
    fileprivate func makeDurable(logPages: Int32) throws(StoreError) {
        let mode: String = try value("PRAGMA journal_mode = WAL")
        guard mode == "wal" else { throw .damaged(path: path, reason: "its journal mode stays \(mode)") }
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA secure_delete = ON")
        try execute("PRAGMA journal_size_limit = \(Int64(logPages) * 4096)")
        sqlite3_wal_autocheckpoint(handle, logPages)
    }

    /// Whether the file still lies where it was opened.
    func checkPlace() throws(StoreError) {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        // A database in memory does not know the question.
        if code == SQLITE_OK && hasMoved != 0 { throw .moved(path: path) }
    }
}
