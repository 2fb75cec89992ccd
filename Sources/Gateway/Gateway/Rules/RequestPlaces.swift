/// The requests under way, by the kind of request and by client, from a whole request until its client has the response.
///
/// ```
///   256 connections
///   ┌ other 88 ┬ files 96 ┬ suggesting 8 ┬ unlocking 16 ┬ locking 16 ┬ 32 ──────────────────┐
///   │               most of clients without a session                │ sessions, and new    │
///   └──────────┴──────────┴──────────────┴──────────────┴────────────┴ connections ─────────┘
/// ```
struct RequestPlaces: Sendable {
    /// The kinds of requests whose places are apart.
    enum Lane: Sendable, Hashable, CaseIterable {
        /// Files of the page, of which a browser asks for all at once.
        case files
        /// Attempts to unlock with a PIN: such a client has no session yet.
        case unlocking
        /// The end of a session, and locking.
        case locking
        /// Values that an extension suggests, for which it may need seconds.
        case suggesting
        /// All others, which the core answers from its memory.
        case other

        /// The most requests of one client.
        func most(of client: Client) -> Int {
            switch self {
            case .files: 64
            case .unlocking, .locking, .suggesting: 8
            case .other: client == .local ? 80 : 32
            }
        }

        /// The most requests of all clients without a session.
        var mostAnonymous: Int {
            switch self {
            case .files: 96
            case .other: 88
            case .suggesting: 8
            case .unlocking, .locking: 16
            }
        }
    }

    private var counts: [Lane: ClientCounts] = [:]

    /// Takes a place.
    ///
    /// - Returns: whether there was one.
    mutating func take(_ lane: Lane, for client: Client) -> Bool {
        let taken = counts[lane, default: ClientCounts()]
        let hasRoom = !client.isAnonymous || taken.anonymousTotal < lane.mostAnonymous
        guard hasRoom, taken[client] < lane.most(of: client) else { return false }
        counts[lane, default: ClientCounts()].add(client)
        return true
    }

    /// Gives a place back that `take` gave.
    mutating func leave(_ lane: Lane, for client: Client) { counts[lane]?.remove(client) }
}
