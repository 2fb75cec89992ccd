/// How large values of the lock and of the audit trail may be. The tables' checks say the same.
enum StoreLimit {
    /// Bytes of a name, a key, a role, a MAC.
    static let name = 256
    /// Bytes of a secret, and of a person's limits.
    static let value = 4_096
    /// Bytes of each text of the audit trail.
    static let auditText = 512
    /// Of what is counted.
    static let counts = 0...1_000_000
    /// Of what is counted up by one for as long as a store lives: it cannot overflow.
    static let serials: ClosedRange<Int64> = 0...(1 << 62)
    /// Where such a count may be found to stand. What is beyond nobody has counted: it is damage, and not left until the
    /// tables' checks refuse to count on.
    static let foundSerials: ClosedRange<Int64> = 0...(1 << 61)

    static func count(_ number: Int) -> Int { min(max(number, counts.lowerBound), counts.upperBound) }

    /// As many whole characters of `text` as have room, with an ellipsis for the rest.
    static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        let ellipsis = "…"
        var room = bytes - ellipsis.utf8.count
        let kept = text.prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        return kept + ellipsis
    }
}
