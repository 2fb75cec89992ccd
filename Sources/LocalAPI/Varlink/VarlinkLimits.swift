/// How much a server lets its clients take, and how much a client takes of a server.
public struct VarlinkLimits: Sendable, Hashable {
    /// The bytes of one message, without its NUL.
    public var message = 65_536
    /// The brackets, commas and colons of one message, which is what decoding costs.
    public var marks = 8_192
    /// How deep arrays and objects in one message may be nested.
    public var depth = 24
    /// Connections of all clients together. When more come, the longest idle one of the user with most gives way; where
    /// none is idle, the newcomer is refused with `VarlinkNoRoom`.
    public var connections = 64
    /// How many of `connections` are for root alone.
    public var rootConnections = 8
    /// Connections of one user's processes, so that others still get some.
    public var connectionsPerUser = 48
    /// Connections of one process.
    public var connectionsPerProcess = 16
    /// Calls with several replies under way, of all users but root.
    public var streams = 40
    /// Calls with several replies under way, of one user other than root.
    public var streamsPerUser = 16
    /// After how long a client that takes no replies has an idle connection, though its call is not answered in full.
    public var stall = Duration.seconds(10)
    /// The bytes that wait for a client to take them; at least three messages. Replies are encoded only as there is room.
    public var output = 262_144
    /// Replies that wait to be encoded; a client that lets more of them come together is cut off.
    public var queuedReplies = 2_048
    /// The processor time for accepting connections in 100 ms, on a server with a pace.
    public var acceptTime = Duration.milliseconds(5)
    /// For how long no connection is accepted after one could not be, for want of descriptors or memory.
    public var acceptPause = Duration.milliseconds(500)

    /// The limits of a panel.
    public init() {}
}
