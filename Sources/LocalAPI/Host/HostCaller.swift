/// Who asks the host for something.
public enum HostCaller: Sendable, Hashable {
    /// An extension that is hosted in the core's own process, by its name in the panel's file.
    case hosted(String)
    /// A process of this user, over the socket.
    case user(UInt32)
}
