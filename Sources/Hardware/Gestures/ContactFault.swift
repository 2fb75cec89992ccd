/// Why a contact is in quarantine.
public enum ContactFault: String, Sendable, Hashable, CaseIterable, Codable {
    /// Closed for longer than any person holds, or closed when the panel started.
    case stuck
    /// More edges than any finger makes: a worn contact, a loose wire, water.
    case chatter
}
