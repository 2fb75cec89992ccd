import CSodium

/// The origin of a request. Each surface is unlocked separately: the panel at its pad, a browser or a connection in its
/// own session.
public enum Surface: Sendable, Hashable {
    /// The panel: its pad, buttons and lights.
    case panel
    /// A connection to the panel's socket, by a number that is never reused.
    case connection(UInt64)
    /// A browser, by a tag of its token (`browser(token:)`).
    case browser(SecretTag)
    /// Messages of a broker, which have no session and cannot be unlocked.
    case messages

    /// Creates the surface of the browser with this token. The surface does not reveal the token to readers of memory
    /// or logs.
    public static func browser(token: [UInt8]) -> Surface {
        var bytes = [UInt8](repeating: 0, count: SecretTag.byteCount)
        _ = crypto_generichash(&bytes, bytes.count, token, UInt64(token.count), nil, 0)
        return .browser(bytes.withUnsafeBytes { SecretTag(copying: $0) })
    }

    /// The source whose lockout counts PINs from this surface.
    public var source: AttemptSource {
        switch self {
        case .panel: .pad
        case .connection, .browser, .messages: .remote
        }
    }
}
