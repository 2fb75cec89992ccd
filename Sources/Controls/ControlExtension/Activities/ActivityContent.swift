import FoundationEssentials

/// An activity's state, and how long it holds.
public struct ActivityContent<State: Codable & Hashable> {
    /// The state.
    public var state: State
    /// When the state is out of date; `nil`: never.
    public var staleDate: Date?
    /// How much the activity matters among those of its program. A panel lists them as they began.
    public var relevanceScore: Double

    /// A state with the time from which it is out of date.
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

extension ActivityContent: Sendable where State: Sendable {}
extension ActivityContent: Equatable where State: Equatable {}
extension ActivityContent: Hashable where State: Hashable {}
