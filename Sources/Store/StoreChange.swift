import MonotonicTime

/// One thing to be written. Of changes with the same key only the last need be.
enum StoreChange: Sendable {
    case output(kind: String, OutputState?)
    case deadline(kind: String, purpose: String, StoredDeadline?)
    case setting(key: String, String?)

    enum Key: Hashable {
        case output(kind: String)
        case deadline(kind: String, purpose: String)
        case setting(key: String)
    }

    var key: Key {
        switch self {
        case .output(let kind, _): .output(kind: kind)
        case .deadline(let kind, let purpose, _): .deadline(kind: kind, purpose: purpose)
        case .setting(let key, _): .setting(key: key)
        }
    }

    /// Writes the change; within a transaction.
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
        }
    }
}
