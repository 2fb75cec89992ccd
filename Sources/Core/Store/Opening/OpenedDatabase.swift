import CSQLite

/// A database that has been checked, migrated to the current version, and read.
struct OpenedDatabase {
    /// The options for opening a database. Tests use other migrations, a smaller log and another VFS.
    struct Options: Sendable {
        var migrations = Migration.all
        /// The expected schema of the last version. Tests that open many stores set it, to avoid computing the schema
        /// each time.
        var schema: [String]?
        /// The size of the log, in pages, at which SQLite copies the log into the database: 1 MiB, about 250 writes.
        var logPages: Int32 = 256
        /// The name of the SQLite VFS for file access; `nil` means the default VFS.
        var vfs: String?
        /// The counter that detects an older store; with `nil`, an older store is not detected.
        var counter: (any RollbackCounter)?
        /// The maximum number of audit entries about controls.
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

    /// Opens the store at `path`. A store that is damaged or rolled back is renamed, and a new store is created.
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

    /// Renames the file and creates a new store in its place.
    ///
    /// The file's connection is closed, so renaming takes no lock along.
    private static func beginAnew(
        _ file: StoreFile, fault: LockState, options: Options, notice: (String) -> StoreNotice
    ) throws(StoreError) -> OpenedDatabase {
        // Update the counter first. After a power cut, the counter is then ahead of the file at the path, or counts
        // without a file.
        if let counter = options.counter { try counter.write(after: 0) }
        let label = if case .rolledBack = fault { "rolled-back" } else { "damaged" }
        let notice = notice(try file.keepAside(as: label))
        try file.prepare()
        return try open(file.path, hasLog: file.hasLog, options: options, fault: fault, notices: [notice])
    }

    /// Opens the file at `path`, which the caller has checked. With `fault`, the file is a new store in place of
    /// another.
    static func open(
        _ path: String, hasLog: Bool, options: Options, fault: LockState? = nil, notices: [StoreNotice] = []
    ) throws(StoreError) -> OpenedDatabase {
        var count = try options.counter?.read()
        let connection = try Connection(path: path, vfs: options.vfs)
        // A refused or renamed file keeps its log unchanged. Reading a file without a log creates an empty log, which
        // closing removes.
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
            // After this write, no power cut can make this file count as the last store again.
            try counter.write(after: generation ?? 0)
            if case .rolledBack(let reason) = fault { throw .rolledBack(path: path, reason: reason) }
            if case .lost(let reason) = fault { notices.append(.gone(path: path, reason: reason)) }
            count = try counter.read()
        }
        try connection.makeDurable(logPages: options.logPages)
        try connection.migrate(from: version, by: options.migrations)
        if let fault {
            // The generation must not be behind the counter. It must not be 0 either: 0 means a store without any
            // change of the lock.
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
                lastAuditNumber: try AuditTable(connection: connection).lastNumber(),
                auditLimit: max(options.auditLimit, 1),
                notices: notices)
        }
        // The package of an older Holdfast reads the new version from the file itself, not from the log.
        if version < options.migrations.count { connection.copyLog() }
        try connection.setKeepsLog(false)
        // Loading is complete; a write needs only a page or two.
        sqlite3_db_release_memory(connection.handle)
        return opened
    }

    /// Runs correct SQL only: an `SQLITE_ERROR` in it means that the file is damaged.
    private static func reading<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch .database(_, let path, SQLITE_ERROR, let message) {
            throw .damaged(path: path, reason: message)
        }
    }

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
    /// Sets the counter to a value greater than `number` and greater than its current value.
    fileprivate func write(after number: Int64) throws(StoreError) {
        var last = number
        if case .value(let value) = try read() { last = max(last, value) }
        try write(min(last + 1, StoreLimit.foundSerials.upperBound))
    }
}
