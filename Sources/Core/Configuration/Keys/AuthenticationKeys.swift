/// The keys of the rules for locking and unlocking a panel.
enum AuthenticationKeys {
    private static let usual = AuthenticationDescription()

    static let autoLock = Key<Duration>.optional(
        "auto_lock", .duration(.seconds(5) ... .seconds(3600)), default: usual.autoLock,
        "How long the panel and each page stay unlocked without use, from 5 s to 1 h.")
    static let pageAutoLock = Key<Duration>.optional(
        "page_auto_lock", .duration(.seconds(5) ... .seconds(12 * 3_600)),
        "How long a page or a program stays unlocked without use, from 5 s to 12 h. Default: the time of auto_lock.")
    static let longestSession = Key<Duration>.optional(
        "longest_session", .duration(.seconds(60) ... .seconds(24 * 3_600)), default: usual.longestSession,
        "How long the panel, a page or a program stays unlocked after the PIN, even in use, from 1 min to 24 h.")
    static let minimumDigits = Key<Int>.optional(
        "minimum_digits", .number(4...12), default: usual.minimumDigits,
        """
        The minimum number of digits of a PIN, from 4 to 12. Fewer than 6 digits can be guessed in days: 'check \
        --advice' notes that.
        """)
    static let pending = Key<Duration>.optional(
        "pending", .duration(.seconds(5) ... .seconds(60)), default: usual.pending,
        "How long a control waits for a PIN after a hold, from 5 s to 1 min.")

    static let mapping = MappingDescription(
        noun: "authentication", example: "{auto_lock: 30s}",
        documentation: """
            How the panel locks and unlocks. The people who can unlock it are not in this file: see 'holdfast pin'.
            """,
        keys: [autoLock, pageAutoLock, longestSession, minimumDigits, pending])

    @Sendable static func authentication(_ fields: Fields) throws(Incomplete) -> AuthenticationDescription {
        AuthenticationDescription(
            autoLock: try fields.value(autoLock), pageAutoLock: try fields.given(pageAutoLock),
            longestSession: try fields.value(longestSession), minimumDigits: try fields.value(minimumDigits),
            pending: try fields.value(pending), position: fields.position)
    }
}
