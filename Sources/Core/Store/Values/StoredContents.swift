/// The whole contents of a store except the audit trail, as values.
struct StoredContents: Sendable {
    /// The outputs, by control kind.
    var outputs: [String: OutputState] = [:]
    /// The deadlines, by `StoredDeadline.name`.
    var deadlines: [String: StoredDeadline] = [:]
    var settings: [String: String] = [:]
    var people: [String: StoredPerson] = [:]
    /// The counts of wrong PINs, by source.
    var lockouts: [String: StoredLockout] = [:]
    var secrets: [String: [UInt8]] = [:]
    /// The newest time of a trusted wall clock, in milliseconds since 1970.
    var newestTime: Int64?
}

extension StoredContents {
    init(reading connection: Connection) throws(StoreError) {
        try connection.read("SELECT kind, is_on, since, is_synchronized FROM outputs", into: &outputs) {
            row throws(StoreError) in
            let since: Int64? = try row.column(2)
            let isSynchronized: Bool? = try row.column(3)
            let time = since.map { StoredTime(milliseconds: $0, isSynchronized: isSynchronized ?? false) }
            return (try row.column(0), OutputState(isOn: try row.column(1), since: time))
        }
        try connection.read(
            "SELECT kind, purpose, end, is_synchronized, boot_id, boottime_end, duration, remaining FROM deadlines",
            into: &deadlines
        ) { row throws(StoreError) in
            let deadline = StoredDeadline(
                kind: try row.column(0), purpose: try row.column(1),
                end: StoredTime(milliseconds: try row.column(2), isSynchronized: try row.column(3)),
                bootID: try row.column(4), boottimeEnd: try row.column(5),
                duration: .nanoseconds(try row.column(6, as: Int64.self)),
                remaining: .nanoseconds(try row.column(7, as: Int64.self)))
            return (deadline.name, deadline)
        }
        try connection.read("SELECT key, value FROM settings", into: &settings) { row throws(StoreError) in
            (try row.column(0), try row.column(1))
        }
        newestTime = try connection.value(
            "SELECT coalesce(newest, (SELECT max(wall) FROM audit WHERE is_synchronized)) FROM clock")
        try connection.read("SELECT name, id, ordinal, role, mac, limits FROM people", into: &people) {
            row throws(StoreError) in
            let person = StoredPerson(
                id: try row.column(1), ordinal: Int(clamping: try row.column(2, as: Int64.self)),
                role: try row.column(3), mac: try row.column(4), limits: try row.column(5))
            return (try row.column(0), person)
        }
        try connection.read("SELECT source, row, used, is_waiting FROM lockouts", into: &lockouts) {
            row throws(StoreError) in
            let lockout = StoredLockout(
                row: Int(clamping: try row.column(1, as: Int64.self)),
                used: Int(clamping: try row.column(2, as: Int64.self)), isWaiting: try row.column(3))
            return (try row.column(0), lockout)
        }
        try connection.read("SELECT key, value FROM secrets", into: &secrets) { row throws(StoreError) in
            (try row.column(0), try row.column(1))
        }
    }
}

/// The last state of an output.
public struct OutputState: Sendable, Hashable {
    /// Whether the output was on.
    public let isOn: Bool
    /// The time of the last change; `nil` where it is not known.
    public let since: StoredTime?

    /// Creates a state that began at `since` on the wall clock.
    public init(isOn: Bool, since: StoredTime? = nil) {
        self.isOn = isOn
        self.since = since
    }
}

/// A person who has a PIN, as stored under the person's name. The store does not interpret role and limits.
public struct StoredPerson: Sendable, Equatable {
    /// The person's number, which stays the same under a new name; greater than 0 and unique.
    public let id: Int64
    /// The position among the people, from 0 to 1,000,000; the writer chooses the order.
    public let ordinal: Int
    /// The person's role: `owner`, `guest`; at most 256 bytes.
    public let role: String
    /// A keyed MAC that recognises the person's PIN; at most 256 bytes. It is never logged.
    public let mac: [UInt8]
    /// When and how often the PIN is valid, in the writer's format; at most 4,096 bytes. Empty means no limit.
    public let limits: String

    /// Creates a person; `ordinal` is clamped to its range.
    public init(id: Int64, ordinal: Int = 0, role: String, mac: [UInt8], limits: String = "") {
        self.id = id
        self.ordinal = StoreLimit.count(ordinal)
        self.role = role
        self.mac = mac
        self.limits = limits
    }
}

/// The count of wrong PINs from one source. It holds no times, because their clock ends with the boot.
public struct StoredLockout: Sendable, Equatable {
    /// The number of failures in a row, from 0 to 1,000,000.
    public let row: Int
    /// The used part of the source's bucket, from 0 to 1,000,000.
    public let used: Int
    /// The wait after the last failure in the row was not over.
    public let isWaiting: Bool

    /// Creates a count; each number is clamped to its range.
    public init(row: Int, used: Int, isWaiting: Bool) {
        self.row = StoreLimit.count(row)
        self.used = StoreLimit.count(used)
        self.isWaiting = isWaiting
    }
}
