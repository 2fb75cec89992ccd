import CSodium

/// Who asks. Each is unlocked by itself: the panel at its pad, a browser and a connection in their own session.
public enum Surface: Sendable, Hashable {
    /// The panel: its pad, buttons and lights.
    case panel
    /// A connection to the panel's socket, by a number that is never used again.
    case connection(UInt64)
    /// A browser, by a tag of the token that it shows (`browser(token:)`).
    case browser(SecretTag)
    /// Messages of a broker: they have no session, and cannot be unlocked.
    case messages

    /// The browser with this token. Who can read memory or a log does not learn the token.
    public static func browser(token: [UInt8]) -> Surface {
        var bytes = [UInt8](repeating: 0, count: SecretTag.byteCount)
        _ = crypto_generichash(&bytes, bytes.count, token, UInt64(token.count), nil, 0)
        return .browser(bytes.withUnsafeBytes { SecretTag(copying: $0) })
    }

    /// Whose lockout counts for PINs that are typed there.
    public var source: AttemptSource {
        switch self {
        case .panel: .pad
        case .connection, .browser, .messages: .remote
        }
    }
}
