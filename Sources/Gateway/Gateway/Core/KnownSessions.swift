/// The tokens whose sessions the core has confirmed. A client with another token counts as one without a session, since it
/// can make up any number of them.
struct KnownSessions: Sendable {
    /// The core has no more sessions than these.
    static let capacity = 64

    /// The tokens, the latest confirmed one at the end.
    private var tokens: [String] = []

    func contains(_ token: String) -> Bool { tokens.contains(token) }

    /// Takes note whether the core has a session with this token.
    mutating func note(_ token: String, isOpen: Bool) {
        tokens.removeAll { $0 == token }
        guard isOpen else { return }
        if tokens.count >= Self.capacity { tokens.removeFirst() }
        tokens.append(token)
    }
}
