/// The resources that a server grants its clients, and that a client accepts from a server.
public struct VarlinkLimits: Sendable, Hashable {
    /// The most bytes of one message, without its NUL.
    public var message = 65_536
    /// The most brackets, commas and colons of one message. They determine the cost of decoding.
    public var marks = 8_192
    /// The deepest nesting of arrays and objects in one message.
    public var depth = 24
    /// The most connections of all clients together. At the limit, the longest idle connection of the user with most
    /// connections gives way. If none is idle, the newcomer is refused with `VarlinkNoRoom`.
    public var connections = 64
    /// The part of `connections` that is for root alone.
    public var rootConnections = 8
    /// The most connections of one user's processes, so that other users still get some.
    public var connectionsPerUser = 48
    /// The most connections of one process. The gateway needs all: see `PanelCaller`.
    public var connectionsPerProcess = 24
    /// The most concurrent calls with several replies, of all users except root.
    public var streams = 48
    /// The most concurrent calls with several replies, of one user other than root.
    public var streamsPerUser = 24
    /// After this time a connection whose client takes no replies counts as idle, though its call is not fully
    /// answered.
    public var stall = Duration.seconds(10)
    /// The most bytes that wait for a client, at least three messages. The server encodes replies only as there is
    /// room.
    public var output = 262_144
    /// The most replies that wait to be encoded. The server disconnects a client that lets more of them wait.
    public var queuedReplies = 2_048
    /// The most new connections of one user in `newConnectionsWindow`, except root's. The server closes others without
    /// an answer.
    public static let newConnectionsPerUser = 64
    /// The time in which `newConnectionsPerUser` connections are accepted.
    public static let newConnectionsWindow = Duration.milliseconds(100)
    /// The processor time for accepting connections in each 100 ms, on a server with a pace.
    public var acceptTime = Duration.milliseconds(5)
    /// The pause after a connection could not be accepted for lack of descriptors or memory.
    public var acceptPause = Duration.milliseconds(500)

    public init() {}
}

extension VarlinkLimits {
    /// The limits of an extension's socket. Each call has its own connection, and the panel's process opens nearly all of them.
    package static let ofExtension = {
        var limits = VarlinkLimits()
        limits.connections = 160
        limits.connectionsPerUser = 144
        limits.connectionsPerProcess = 128
        return limits
    }()
}
