/// Options of a performance.
struct PerformanceManner: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// Part of an action that was authorized as a whole, such as a scene.
    static let part = PerformanceManner(rawValue: 1 << 0)
    /// The performance itself would reveal a private state.
    static let privately = PerformanceManner(rawValue: 1 << 1)
    /// The performance is hidden from people who watch the panel, and from the audit trail.
    static let silently = PerformanceManner(rawValue: 1 << 2)
    /// The disk has proved that it takes the audit entry.
    static let provably = PerformanceManner(rawValue: 1 << 3)
    /// Lights, sounds and the status do not respond: the panel retries a failed action.
    static let quietly = PerformanceManner(rawValue: 1 << 4)
}
