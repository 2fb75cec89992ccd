import CSodium
import EventLoop
import Glibc

/// The cost of one Argon2id hash, in passes and memory.
public struct HashCost: Sendable, Equatable {
    /// The number of passes over the memory.
    public let operations: Int
    /// The memory, in bytes.
    public let memory: Int

    /// The lowest cost that protects PINs: two passes over 19 MiB (OWASP, Password Storage Cheat Sheet).
    public static let least = HashCost(trusted: 2, memory: 19 << 20)
    /// libsodium's minimum, for tests and simulations; it protects nothing.
    public static let cheapest = HashCost(trusted: 1, memory: 8 << 10)
    /// The cost for passphrases of files outside the panel: an attacker with the file can guess for years.
    public static let backup = HashCost(trusted: 3, memory: 64 << 20)

    /// The most memory of a hash, in bytes. The panel's unit may have 256 MB, and a backup's hash and a PIN's hash can run
    /// at the same time.
    public static let mostMemory = 64 << 20
    /// The most passes of a hash.
    public static let mostOperations = 32

    /// Creates a cost; `nil` below `least`, or above `mostMemory` or `mostOperations`, which tuning never exceeds. The
    /// cost `cheapest` is also accepted.
    public init?(operations: Int, memory: Int) {
        self.init(trusted: operations, memory: memory)
        let isUsual =
            (Self.least.operations...Self.mostOperations).contains(operations)
            && (Self.least.memory...Self.mostMemory).contains(memory)
        guard isUsual || self == .cheapest else { return nil }
    }

    private init(trusted operations: Int, memory: Int) {
        self.operations = operations
        self.memory = memory
    }

    /// The highest cost that stays within `target`; `least` where even that cost takes longer.
    ///
    /// Tuning first doubles the memory, up to 64 MiB, then adds passes.
    ///
    /// - Parameter measure: Returns how long a check of a cost takes here; `nil` where there is too little memory.
    public static func tuned(
        towards target: Duration = .milliseconds(250), measure: (HashCost) -> Duration? = { $0.measured() }
    ) -> HashCost {
        func isWithin(_ cost: HashCost) -> Bool { measure(cost).map { $0 <= target } ?? false }
        guard isWithin(.least) else { return .least }
        var cost = HashCost.least
        while cost.memory < mostMemory {
            let next = HashCost(trusted: cost.operations, memory: min(cost.memory * 2, mostMemory))
            guard isWithin(next) else { return cost }
            cost = next
        }
        while cost.operations < mostOperations {
            let next = HashCost(trusted: cost.operations + 1, memory: cost.memory)
            guard isWithin(next) else { return cost }
            cost = next
        }
        return cost
    }

    /// Measures one check on this machine, and blocks for that time; `nil` where there is too little memory.
    public func measured() -> Duration? {
        let salt = [UInt8](repeating: 0, count: Credentials.saltByteCount)
        let secret = SecretBytes(count: PIN.byteCount)
        var isHashed = false
        let time = SuspendingClock().measure {
            isHashed = Primitives().argon2id(secret, salt: salt, cost: self) != nil
        }
        return isHashed ? time : nil
    }
}

/// The choice of the hash cost on a panel without people. After the first enrolment, the panel keeps its cost.
public enum HashCostChoice: Sendable, Equatable {
    /// The highest cost within the time, measured when the first person is enrolled.
    case tuned(towards: Duration)
    case fixed(HashCost)

    /// Returns the chosen cost; blocks while it measures a tuned one.
    func resolve() -> HashCost {
        switch self {
        case .tuned(let target): .tuned(towards: target)
        case .fixed(let cost): cost
        }
    }
}
