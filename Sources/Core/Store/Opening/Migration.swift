import CSQLite

/// One step of the database's schema. A released step is never changed; changes go into a new step.
///
/// `checkSchema` compares the text that SQLite stores for each table. `CREATE` and `ADD COLUMN` keep the text as
/// written here. The text after `ALTER TABLE … RENAME` depends on SQLite's version, so a step creates a new table
/// instead.
struct Migration: Sendable {
    /// The SQL of the step. All statements and the new version number are one transaction.
    var statements: [String]

    init(_ statements: String...) {
        self.statements = statements
    }

    /// The mark of a Holdfast store in `PRAGMA application_id`: `Hold` in ASCII.
    static let applicationID: Int64 = 0x486f_6c64

    /// All steps. The step at index N leads to version N + 1, which `PRAGMA user_version` stores.
    ///
    /// Tables are strict, and their checks repeat the bounds of the Swift types: no write is ever refused, and damage
    /// becomes visible. Texts with a meaning that only a later version knows are that version's concern.
    static let all = [
        Migration(
            """
            CREATE TABLE outputs (
                kind TEXT NOT NULL PRIMARY KEY,
                is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
                since INTEGER,
                is_synchronized INTEGER CHECK (is_synchronized IN (0, 1)),
                CHECK ((since IS NULL) = (is_synchronized IS NULL))
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE deadlines (
                kind TEXT NOT NULL,
                purpose TEXT NOT NULL,
                end INTEGER NOT NULL,
                is_synchronized INTEGER NOT NULL CHECK (is_synchronized IN (0, 1)),
                boot_id TEXT NOT NULL,
                boottime_end INTEGER NOT NULL,
                duration INTEGER NOT NULL CHECK (duration >= 0),
                remaining INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND duration),
                PRIMARY KEY (kind, purpose)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE placements (
                ordinal INTEGER NOT NULL PRIMARY KEY,
                id INTEGER NOT NULL,
                surface TEXT NOT NULL,
                place TEXT NOT NULL,
                position INTEGER NOT NULL,
                kind TEXT NOT NULL,
                configuration TEXT NOT NULL,
                size TEXT,
                token TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE settings (
                key TEXT NOT NULL PRIMARY KEY,
                value TEXT NOT NULL
            ) STRICT, WITHOUT ROWID
            """),
        // Placements are stored among the settings, as one text for each surface.
        Migration("DROP TABLE placements"),
        Migration(
            """
            CREATE TABLE lock (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 0),
                generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4611686018427387904),
                is_rolled_back INTEGER CHECK (is_rolled_back IN (0, 1)),
                reason TEXT,
                CHECK ((is_rolled_back IS NULL) = (reason IS NULL))
            ) STRICT
            """,
            "INSERT INTO lock VALUES (0, 0, NULL, NULL)",
            """
            CREATE TABLE people (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id > 0),
                ordinal INTEGER NOT NULL CHECK (ordinal BETWEEN 0 AND 1000000),
                name TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 256),
                role TEXT NOT NULL CHECK (length(CAST(role AS BLOB)) <= 256),
                mac BLOB NOT NULL CHECK (length(mac) <= 256),
                limits TEXT NOT NULL CHECK (length(CAST(limits AS BLOB)) <= 4096)
            ) STRICT
            """,
            """
            CREATE TABLE lockouts (
                source TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(source AS BLOB)) BETWEEN 1 AND 256),
                row INTEGER NOT NULL CHECK (row BETWEEN 0 AND 1000000),
                used INTEGER NOT NULL CHECK (used BETWEEN 0 AND 1000000),
                is_waiting INTEGER NOT NULL CHECK (is_waiting IN (0, 1))
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE secrets (
                key TEXT NOT NULL PRIMARY KEY CHECK (length(CAST(key AS BLOB)) BETWEEN 1 AND 256),
                value BLOB NOT NULL CHECK (length(value) <= 4096)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE audit (
                number INTEGER NOT NULL PRIMARY KEY CHECK (number BETWEEN 1 AND 4611686018427387904),
                wall INTEGER NOT NULL,
                is_synchronized INTEGER NOT NULL CHECK (is_synchronized IN (0, 1)),
                boot_id TEXT NOT NULL,
                boottime INTEGER NOT NULL,
                who TEXT NOT NULL,
                what TEXT NOT NULL,
                subject TEXT,
                outcome TEXT NOT NULL,
                detail TEXT,
                CHECK (
                    max(
                        length(CAST(boot_id AS BLOB)), length(CAST(who AS BLOB)), length(CAST(what AS BLOB)),
                        length(CAST(ifnull(subject, '') AS BLOB)), length(CAST(outcome AS BLOB)),
                        length(CAST(ifnull(detail, '') AS BLOB))
                    ) <= 512
                )
            ) STRICT
            """),
        // `proofs` has no use any more.
        Migration(
            """
            CREATE TABLE clock (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 0),
                newest INTEGER,
                proofs INTEGER NOT NULL CHECK (proofs BETWEEN 0 AND 1000000)
            ) STRICT
            """,
            "INSERT INTO clock VALUES (0, NULL, 0)"),
        // Entries about the lock and people have a separate bound, and gaps in the numbers have two causes.
        Migration(
            "ALTER TABLE audit ADD COLUMN is_of_lock INTEGER NOT NULL DEFAULT 0 CHECK (is_of_lock IN (0, 1))",
            "ALTER TABLE audit ADD COLUMN unwritten INTEGER NOT NULL DEFAULT 0 CHECK (unwritten >= 0)",
            "UPDATE audit SET is_of_lock = 1 WHERE what NOT IN ('perform', 'arrange')",
            """
            UPDATE audit SET unwritten = number - 1 - gap.first FROM (
                SELECT number AS last, lag(number) OVER (ORDER BY number) AS first FROM audit
            ) AS gap WHERE gap.last = audit.number AND gap.first IS NOT NULL
            """,
            "CREATE INDEX audit_actors ON audit (is_of_lock, who)"),
    ]

    /// The first version with the tables of the lock and the audit trail.
    static let lockVersion = 3
}

extension Connection {
    /// The version of the store's schema; 0 for an empty database.
    ///
    /// - Throws: `.newerVersion`, `.foreignDatabase` or `.damaged`, before any write.
    func version(knowing migrations: [Migration]) throws(StoreError) -> Int {
        let version: Int64 = try value("PRAGMA user_version")
        let application: Int64 = try value("PRAGMA application_id")
        if application == 0 && version == 0, try isEmpty() { return 0 }
        guard application == Migration.applicationID else { throw .foreignDatabase(path: path) }
        guard version > 0 else { throw .damaged(path: path, reason: "its version is \(version)") }
        guard version <= migrations.count else {
            throw .newerVersion(path: path, version: version, known: Int64(migrations.count))
        }
        return Int(version)
    }

    private func isEmpty() throws(StoreError) -> Bool {
        do throws(StoreError) {
            return try value("SELECT count(*) FROM sqlite_schema", as: Int64.self) == 0
        } catch .database(_, _, SQLITE_ERROR, _) {
            // This SQLite does not know the schema's format, so another program owns the database.
            return false
        }
    }

    /// Applies the steps after `version`, each in a transaction.
    func migrate(from version: Int, by migrations: [Migration]) throws(StoreError) {
        for (index, migration) in migrations.enumerated().dropFirst(version) {
            try transaction { () throws(StoreError) in
                for statement in migration.statements { try execute(statement) }
                try execute("PRAGMA application_id = \(Migration.applicationID)")
                try execute("PRAGMA user_version = \(index + 1)")
            }
        }
    }

    /// The schema of all tables, in SQLite's stored text.
    func schema() throws(StoreError) -> [String] {
        try rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name") { row throws(StoreError) in
            let (type, name, table, sql): (String, String, String, String?) =
                (try row.column(0), try row.column(1), try row.column(2), try row.column(3))
            return "\(type) \(name) \(table) \(sql ?? "")"
        }
    }

    /// Compares the tables with the tables that the steps up to `version` create in a database in memory.
    ///
    /// Any difference is damage: a table that damage has renamed, or a trigger from elsewhere. `known` is the expected
    /// text for all steps; the function computes a missing text.
    func checkSchema(version: Int, of migrations: [Migration], known: [String]?) throws(StoreError) {
        let isKnown = known != nil && version == migrations.count
        let expected = isKnown ? known : try Self.schema(of: Array(migrations.prefix(version)))
        guard try schema() == expected else {
            throw .damaged(path: path, reason: "its tables are not those of version \(version)")
        }
    }

    /// The schema of all tables that the steps create.
    static func schema(of migrations: [Migration]) throws(StoreError) -> [String] {
        let pattern = try Connection(path: nil)
        try pattern.migrate(from: 0, by: migrations)
        return try pattern.schema()
    }
}
