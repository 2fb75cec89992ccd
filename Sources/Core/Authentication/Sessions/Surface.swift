import CSodium

/// The origin of a request. Each surface is unlocked separately: the panel at its pad, a connection in its own session, or
/// several connections in a shared session.
public enum Surface: Sendable, Hashable {
    /// The panel: its pad, buttons and lights.
    case panel
    /// A connection to the panel's socket, by a number that is never reused.
    case connection(UInt64)
    /// A session that several connections of one user share, by a tag of its token (`shared(token:user:)`).
    case shared(SecretTag)

    /// The size of a token, in bytes.
    public static let tokenByteCount = 32

    /// Creates the surface of the session that a user's connections share by a token; `nil` if the token does not have 32
    /// bytes. The surface does not reveal the token to readers of memory or logs. With the same token, another user has
    /// another session.
    public static func shared(token: [UInt8], user: UInt32) -> Surface? {
        guard token.count == tokenByteCount else { return nil }
        let input = token + withUnsafeBytes(of: user.littleEndian) { Array($0) }
        var tag = [UInt8](repeating: 0, count: SecretTag.byteCount)
        _ = crypto_generichash(&tag, tag.count, input, UInt64(input.count), nil, 0)
        return SecretTag(bytes: tag).map { .shared($0) }
    }

    /// The source whose lockout counts PINs from this surface.
    public var source: AttemptSource {
        switch self {
        case .panel: .pad
        case .connection, .shared: .remote
        }
    }
}
