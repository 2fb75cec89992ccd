import MonotonicTime

/// Decides whether a server accepts another connection or stream, and which connection gives way if there is no room.
///
/// ```
///   connections (64)
///   ┌──────────────────────────────────────────────┬────────────────────┐
///   │ shared: all users, root's ninth and later     │ root's alone (8)   │
///   └──────────────────────────────────────────────┴────────────────────┘
/// ```
///
/// The decision is a function of the current connections, their users and their idle times. `VarlinkServer` carries it
/// out.
struct VarlinkAdmission: Sendable {
    /// A connection of a server.
    struct Holder: Sendable, Hashable {
        /// The peer at the connection's other end.
        var peer: VarlinkPeer
        /// When the connection became idle; `nil` while it has a call, a session or a stream.
        var idleSince: MonotonicInstant?
        /// Whether the connection's call takes several replies.
        var isStream = false
    }

    /// The listener's answer to a connection.
    enum Decision: Sendable, Hashable {
        /// There is room.
        case accept
        /// There is room after the holder at this index is closed.
        case replace(Int)
        /// There is no room, and no connection gives way.
        case refuse(VarlinkNoRoom)
    }

    var limits: VarlinkLimits
    /// At most `limits.connections`.
    var holders: [Holder]

    private static let root: UInt32 = 0

    /// Decides on a new connection of `peer`.
    ///
    /// At the limit of a process or user, the longest idle connection of the same process or user gives way. At the
    /// limit of all clients, the longest idle connection of the user with most connections gives way. The newcomer's user never has
    /// more connections than this user.
    func decide(on peer: VarlinkPeer) -> Decision {
        let ofUser = holders.indices.filter { holders[$0].peer.user == peer.user }
        let ofProcess = ofUser.filter { holders[$0].peer.process == peer.process }
        if ofProcess.count >= limits.connectionsPerProcess {
            return longestIdle(among: ofProcess).map(Decision.replace)
                ?? .refuse(
                    .init("process \(peer.process) uses as many connections as a process may have (\(ofProcess.count))")
                )
        }
        if ofUser.count >= limits.connectionsPerUser {
            return longestIdle(among: ofUser).map(Decision.replace)
                ?? .refuse(.init("user \(peer.user) uses as many connections as a user may have (\(ofUser.count))"))
        }
        if peer.user == Self.root && ofUser.count < limits.rootConnections { return .accept }
        let counts = sharedCounts
        let total = counts.values.reduce(0, +)
        guard total >= limits.connections - limits.rootConnections else { return .accept }
        let own = counts[peer.user] ?? 0
        let candidates = holders.indices.filter { index in
            let user = holders[index].peer.user
            guard holders[index].idleSince != nil, let count = counts[user], count > 0 else { return false }
            return user == peer.user || count > own
        }
        let most = candidates.compactMap { counts[holders[$0].peer.user] }.max()
        return longestIdle(among: candidates.filter { counts[holders[$0].peer.user] == most }).map(Decision.replace)
            ?? .refuse(.init("all \(total) connections are in use"))
    }

    /// Why `peer` may have no other stream; `nil` if there is room. Root's streams are not counted.
    func refusalOfStream(of peer: VarlinkPeer) -> VarlinkNoRoom? {
        guard peer.user != Self.root else { return nil }
        let streams = holders.filter { $0.isStream && $0.peer.user != Self.root }
        let ofUser = streams.count { $0.peer.user == peer.user }
        if ofUser >= limits.streamsPerUser {
            return .init("user \(peer.user) has as many streams as a user may have (\(ofUser))")
        }
        return streams.count >= limits.streams ? .init("all \(streams.count) streams are in use") : nil
    }

    /// The number of shared places that each user has. Root's first connections use its own places.
    private var sharedCounts: [UInt32: Int] {
        var counts: [UInt32: Int] = [:]
        for holder in holders { counts[holder.peer.user, default: 0] += 1 }
        if let count = counts[Self.root] { counts[Self.root] = max(0, count - limits.rootConnections) }
        return counts
    }

    private func longestIdle(among indices: [Int]) -> Int? {
        indices.compactMap { index in holders[index].idleSince.map { (index, $0) } }.min { $0.1 < $1.1 }?.0
    }
}

/// There is no room for a connection or stream.
///
/// A refused stream gets this error as its reply. A new connection, or an idle one that gives way, gets it without a
/// call and is then closed. A call that the client has just sent there was not begun.
public struct VarlinkNoRoom: VarlinkError {
    public static let varlinkName = "io.holdfast.NoRoom"
    /// The exceeded limit and its process or user.
    public var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
