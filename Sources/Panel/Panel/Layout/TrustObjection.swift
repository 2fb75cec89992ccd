/// The reason why a client may change neither guarded controls' places nor a trusted button's control.
public enum TrustObjection: Sendable, Hashable {
    /// The client has given no PIN, or a guest's.
    case needsPIN
    /// The audit trail cannot be written, so the change could not be traced to the client.
    case cannotBeWritten
}
