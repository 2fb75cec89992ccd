import MonotonicTime

/// One value to be written. Only the last of several changes with one key is needed.
enum StoreChange: Sendable {
    case output(kind: String, OutputState?)
    case deadline(kind: String, purpose: String, StoredDeadline?)
    case setting(key: String, String?)
    case person(name: String, StoredPerson?)
    case lockout(source: String, StoredLockout?)
    case secret(key: String, [UInt8]?)
    case lockFault(LockState?)
    case newestTime(milliseconds: Int64)

    enum Key: Hashable {
        case output(kind: String)
        case deadline(kind: String, purpose: String)
        case setting(key: String)
        case person(name: String)
        case lockout(source: String)
        case secret(key: String)
        case lockFault, newestTime
    }

    var key: Key {
        switch self {
        case .output(let kind, _): .output(kind: kind)
        case .deadline(let kind, let purpose, _): .deadline(kind: kind, purpose: purpose)
        case .setting(let key, _): .setting(key: key)
        case .person(let name, _): .person(name: name)
        case .lockout(let source, _): .lockout(source: source)
        case .secret(let key, _): .secret(key: key)
        case .lockFault: .lockFault
        case .newestTime: .newestTime
        }
    }

    /// Whether the transaction with the change must increment the counter outside the store.
    var isOfLock: Bool {
        switch self {
        case .output, .deadline, .setting, .newestTime: false
        case .person, .lockout, .secret, .lockFault: true
        }
    }

    /// Writes the change. The caller has begun a transaction.
    func write(to connection: Connection) throws(StoreError) {
        switch self {
        case .output(let kind, nil):
            try Statement("DELETE FROM outputs WHERE kind = ?", on: connection).run(kind)
        case .output(let kind, let state?):
            try Statement("INSERT OR REPLACE INTO outputs VALUES (?, ?, ?, ?)", on: connection)
                .run(kind, state.isOn, state.since?.milliseconds, state.since?.isSynchronized)
        case .deadline(let kind, let purpose, nil):
            try Statement("DELETE FROM deadlines WHERE kind = ? AND purpose = ?", on: connection).run(kind, purpose)
        case .deadline(let kind, let purpose, let deadline?):
            try Statement("INSERT OR REPLACE INTO deadlines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", on: connection)
                .run(
                    kind, purpose, deadline.end.milliseconds, deadline.end.isSynchronized, deadline.bootID,
                    deadline.boottimeEnd, deadline.duration.nanoseconds, deadline.remaining.nanoseconds)
        case .setting(let key, nil):
            try Statement("DELETE FROM settings WHERE key = ?", on: connection).run(key)
        case .setting(let key, let value?):
            try Statement("INSERT OR REPLACE INTO settings VALUES (?, ?)", on: connection).run(key, value)
        case .person(let name, nil):
            try Statement("DELETE FROM people WHERE name = ?", on: connection).run(name)
        case .person(let name, let person?):
            try Statement("INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?, ?, ?)", on: connection)
                .run(person.id, Int64(person.ordinal), name, person.role, person.mac, person.limits)
        case .lockout(let source, nil):
            try Statement("DELETE FROM lockouts WHERE source = ?", on: connection).run(source)
        case .lockout(let source, let lockout?):
            try Statement("INSERT OR REPLACE INTO lockouts VALUES (?, ?, ?, ?)", on: connection)
                .run(source, Int64(lockout.row), Int64(lockout.used), lockout.isWaiting)
        case .secret(let key, nil):
            try Statement("DELETE FROM secrets WHERE key = ?", on: connection).run(key)
        case .secret(let key, let value?):
            try Statement("INSERT OR REPLACE INTO secrets VALUES (?, ?)", on: connection).run(key, value)
        case .lockFault(let fault):
            try connection.setFault(fault)
        case .newestTime(let milliseconds):
            try Statement("UPDATE clock SET newest = ?", on: connection).run(milliseconds)
        }
    }
}
