/// Who is at the other end of a connection, by what the kernel knows (`SO_PEERCRED`, unix(7)).
public struct VarlinkPeer: Sendable, Hashable {
    /// The user's number.
    public var user: UInt32
    /// The number of the user's group.
    public var group: UInt32
    /// The number of the process that made the connection; 0 where it lies in another PID namespace.
    public var process: Int32

    /// A peer of its parts.
    public init(user: UInt32, group: UInt32, process: Int32) {
        self.user = user
        self.group = group
        self.process = process
    }
}
