/// The maximum sizes of values of the lock and the audit trail. The checks of the tables are the same.
enum StoreLimit {
    /// The maximum size of a name, a key, a role or a MAC, in bytes.
    static let name = 256
    /// The maximum size of a secret, and of a person's limits, in bytes.
    static let value = 4_096
    /// The maximum size of each text in the audit trail, in bytes.
    static let auditText = 512
    /// The range of counts.
    static let counts = 0...1_000_000
    /// The range of numbers that grow by one at a time over the life of a store, when read from disk. A larger number
    /// cannot result from counting: it is damage, and is rejected before the tables' checks refuse to count on.
    static let foundSerials: ClosedRange<Int64> = 0...(1 << 61)

    static func count(_ number: Int) -> Int { min(max(number, counts.lowerBound), counts.upperBound) }

    /// The longest prefix of whole characters that fits into `bytes`, with an ellipsis where `text` was cut.
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
