/// Whether what the store holds of the lock can be believed.
///
/// Only with `sound` may anybody be let in. A panel that finds another state stays locked, and with the last two shows
/// a fault until people have been enrolled anew and ``PanelStore/clearLockFault(completion:)`` was called.
public enum LockState: Sendable, Equatable {
    /// Nothing of the lock has been kept yet.
    case new
    /// What was kept is there.
    case sound
    /// What was kept is gone: the store was damaged, or removed.
    case lost(reason: String)
    /// An older store was put in place of the last, or it cannot be told whether one was.
    case rolledBack(reason: String)
}

/// The one row that says how often the lock has been changed, and what happened to it.
extension Connection {
    /// How often the lock has been changed in a store of this version.
    func generation(version: Int) throws(StoreError) -> Int64 {
        version < Migration.lockVersion ? 0 : try foundSerial("SELECT generation FROM lock")
    }

    /// A number that is counted up by one for as long as the store lives.
    func foundSerial(_ sql: String) throws(StoreError) -> Int64 {
        let number: Int64 = try value(sql)
        guard StoreLimit.foundSerials.contains(number) else {
            throw .damaged(path: path, reason: "nobody has counted up to \(number)")
        }
        return number
    }

    /// Within a transaction.
    func setGeneration(_ generation: Int64) throws(StoreError) {
        try Statement("UPDATE lock SET generation = ?", on: self).run(generation)
    }

    /// Whether what is kept of the lock can be believed.
    func lockState() throws(StoreError) -> LockState {
        var state = LockState.new
        let select = try Statement("SELECT generation, is_rolled_back, reason FROM lock", on: self)
        try select.forEachRow { row throws(StoreError) in
            let (generation, isRolledBack, reason): (Int64, Bool?, String?) =
                (try row.column(0), try row.column(1), try row.column(2))
            switch (isRolledBack, reason) {
            case (true?, let reason?): state = .rolledBack(reason: reason)
            case (false?, let reason?): state = .lost(reason: reason)
            default: state = generation == 0 ? .new : .sound
            }
        }
        return state
    }

    /// Keeps what happened to the lock, until `nil` takes it away; within a transaction.
    func setFault(_ fault: LockState?) throws(StoreError) {
        let update = try Statement("UPDATE lock SET is_rolled_back = ?, reason = ?", on: self)
        switch fault {
        case .lost(let reason): try update.run(false, reason)
        case .rolledBack(let reason): try update.run(true, reason)
        case .new, .sound, nil: try update.run(nil as Bool?, nil as String?)
        }
    }
}
