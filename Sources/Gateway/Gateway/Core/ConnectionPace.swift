import LocalAPI
import MonotonicTime

/// Bounds how many connections a client makes, since the core closes those of a user beyond a number in a window without
/// an answer. The core's windows may begin in the middle of these, so each of these has half the number.
struct ConnectionPace: Sendable, Hashable {
    /// The most connections in a window.
    static let most = VarlinkLimits.newConnectionsPerUser / 2

    private var began: MonotonicInstant?
    private var count = 0

    /// Counts a connection at `now` if there is room for it.
    mutating func admits(at now: MonotonicInstant) -> Bool {
        if resumption.map({ $0 <= now }) ?? true { (began, count) = (now, 0) }
        guard count < Self.most else { return false }
        count += 1
        return true
    }

    /// When the present window ends; `nil` before the first connection.
    var resumption: MonotonicInstant? { began?.advanced(by: VarlinkLimits.newConnectionsWindow) }
}
