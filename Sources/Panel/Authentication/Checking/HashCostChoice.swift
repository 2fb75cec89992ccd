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
