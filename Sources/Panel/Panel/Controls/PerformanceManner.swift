/// How something is performed, besides for whom.
struct PerformanceManner: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    /// As a part of something that was allowed as a whole, with all that it sets off.
    static let part = PerformanceManner(rawValue: 1 << 0)
    /// That it is performed at all tells a private state.
    static let privately = PerformanceManner(rawValue: 1 << 1)
    /// Nobody who watches the panel, or reads later what was done, is to know of it.
    static let silently = PerformanceManner(rawValue: 1 << 2)
    /// The disk has proved that it can be written down.
    static let provably = PerformanceManner(rawValue: 1 << 3)
    /// Lights, sounds and the status do not answer it: the panel tries again what has failed.
    static let quietly = PerformanceManner(rawValue: 1 << 4)
}
