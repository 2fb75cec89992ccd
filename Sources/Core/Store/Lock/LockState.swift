/// Whether the store's data about the lock can be trusted.
///
/// A panel may unlock only in the state `sound`. In any other state the panel stays locked. In `lost` and `rolledBack`
/// it also shows a fault until people have been enrolled again and ``PanelStore/setLockFault(_:completion:)`` has
/// cleared the fault.
public enum LockState: Sendable, Equatable {
    /// The store has no data about the lock yet.
    case new
    /// The stored data is complete.
    case sound
    /// The stored data is gone: the store was damaged or removed.
    case lost(reason: String)
    /// An older store replaced the last one, or a replacement cannot be ruled out.
    case rolledBack(reason: String)

    /// Whether the data about people is gone or may be outdated.
    public var isFault: Bool {
        switch self {
        case .new, .sound: false
        case .lost, .rolledBack: true
        }
    }
}

/// The single row of the table `lock`: the number of changes and the fault.
extension Connection {
    /// The number of changes of the lock, in a store of the schema `version`.
    func generation(version: Int) throws(StoreError) -> Int64 {
        version < Migration.lockVersion ? 0 : try foundSerial("SELECT generation FROM lock")
    }

    /// Reads a number that grows by one at a time over the life of the store; throws `.damaged` for an impossible
    /// number.
    func foundSerial(_ sql: String) throws(StoreError) -> Int64 {
        let number: Int64 = try value(sql)
        guard StoreLimit.foundSerials.contains(number) else {
            throw .damaged(path: path, reason: "nobody has counted up to \(number)")
        }
        return number
    }

    /// Stores the generation. The caller has begun a transaction.
    func setGeneration(_ generation: Int64) throws(StoreError) {
        try Statement("UPDATE lock SET generation = ?", on: self).run(generation)
    }

    func lockState() throws(StoreError) -> LockState {
        let states = try rows("SELECT generation, is_rolled_back, reason FROM lock") {
            row throws(StoreError) -> LockState in
            let (generation, isRolledBack, reason): (Int64, Bool?, String?) =
                (try row.column(0), try row.column(1), try row.column(2))
            return switch (isRolledBack, reason) {
            case (true?, let reason?): .rolledBack(reason: reason)
            case (false?, let reason?): .lost(reason: reason)
            default: generation == 0 ? .new : .sound
            }
        }
        return states.last ?? .new
    }

    /// Stores the fault of the lock; `nil` removes the fault. The caller has begun a transaction.
    func setFault(_ fault: LockState?) throws(StoreError) {
        let update = try Statement("UPDATE lock SET is_rolled_back = ?, reason = ?", on: self)
        switch fault {
        case .lost(let reason): try update.run(false, reason)
        case .rolledBack(let reason): try update.run(true, reason)
        case .new, .sound, nil: try update.run(nil as Bool?, nil as String?)
        }
    }
}
