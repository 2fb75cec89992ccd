import CSodium
import EventLoop
import Glibc

/// What one Argon2id costs.
public struct HashCost: Sendable, Equatable {
    /// Passes over the memory.
    public let operations: Int
    /// Bytes.
    public let memory: Int

    /// The least that keeps PINs: two passes over 19 MiB (OWASP, Password Storage Cheat Sheet).
    public static let least = HashCost(trusted: 2, memory: 19 << 20)
    /// libsodium's minimum, for tests and simulations: it keeps nothing.
    public static let cheapest = HashCost(trusted: 1, memory: 8 << 10)
    /// For what is kept by a passphrase outside the panel, where whoever has it can guess for years.
    public static let backup = HashCost(trusted: 3, memory: 64 << 20)

    /// The most memory that a check takes, in bytes.
    public static let mostMemory = 64 << 20
    /// The most passes that tuning tries.
    public static let mostOperations = 32

    /// A cost; `nil` below `least` or beyond any use (1 GiB, 1,000 passes), but for `cheapest`.
    public init?(operations: Int, memory: Int) {
        self.init(trusted: operations, memory: memory)
        let isUsual =
            (Self.least.operations...1_000).contains(operations) && (Self.least.memory...1 << 30).contains(memory)
        guard isUsual || self == .cheapest else { return nil }
    }

    private init(trusted operations: Int, memory: Int) {
        self.operations = operations
        self.memory = memory
    }

    /// The highest cost that stays within `target`: first more memory, doubled up to 64 MiB, then more passes; `least`
    /// where that takes longer.
    ///
    /// - Parameter measure: how long a check of a cost takes here; `nil` where it cannot be had (no memory).
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

    /// How long a check takes on this machine; waits as long. `nil` where there is no memory for it.
    public func measured() -> Duration? {
        let salt = [UInt8](repeating: 0, count: Credentials.saltByteCount)
        let secret = SecretBytes(count: PIN.byteCount)
        let begin = Self.now()
        guard Primitives().argon2id(secret, salt: salt, cost: self) != nil else { return nil }
        return .nanoseconds(Self.now() - begin)
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// What a check shall cost on a panel that has nobody enrolled yet. Once it has, it keeps what was chosen.
public enum HashCostChoice: Sendable, Equatable {
    /// As much as this machine does in the time, measured when the first person is enrolled.
    case tuned(towards: Duration)
    /// As given.
    case fixed(HashCost)

    /// Measures, if need be; waits for that.
    func resolve() -> HashCost {
        switch self {
        case .tuned(let target): .tuned(towards: target)
        case .fixed(let cost): cost
        }
    }
}
