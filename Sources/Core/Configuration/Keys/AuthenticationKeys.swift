/// The keys of the rules for locking and unlocking a panel.
enum AuthenticationKeys {
    private static let usual = AuthenticationDescription()

    static let autoLock = Key<Duration>.optional(
        "auto_lock", .duration(.seconds(5) ... .seconds(3600)), default: usual.autoLock,
        "After how long without a use the panel and each page lock themselves, 5 s to 1 h.")
    static let pageAutoLock = Key<Duration>.optional(
        "page_auto_lock", .duration(.seconds(5) ... .seconds(12 * 3_600)),
        "After how long without a use a page and a program lock themselves, 5 s to 12 h; otherwise auto_lock counts.")
    static let longestSession = Key<Duration>.optional(
        "longest_session", .duration(.seconds(60) ... .seconds(24 * 3_600)), default: usual.longestSession,
        "How long after the PIN the panel, a page or a program locks itself although it is used, 1 min to 24 h.")
    static let minimumDigits = Key<Int>.optional(
        "minimum_digits", .number(4...12), default: usual.minimumDigits,
        "How many digits a PIN has at least, 4 to 12. Fewer than 6 are guessed in days: 'check --advice' notes that.")
    static let pending = Key<Duration>.optional(
        "pending", .duration(.seconds(5) ... .seconds(60)), default: usual.pending,
        "How long a control that was held waits for a PIN, 5 s to 1 min.")

    static let mapping = MappingDescription(
        noun: "authentication", example: "{auto_lock: 30s}",
        documentation:
            "How the panel is locked and unlocked. Who may unlock it is no matter of this file: 'holdfast pin'.",
        keys: [autoLock, pageAutoLock, longestSession, minimumDigits, pending])

    @Sendable static func authentication(_ fields: Fields) throws(Incomplete) -> AuthenticationDescription {
        AuthenticationDescription(
            autoLock: try fields.value(autoLock), pageAutoLock: try fields.given(pageAutoLock),
            longestSession: try fields.value(longestSession), minimumDigits: try fields.value(minimumDigits),
            pending: try fields.value(pending), position: fields.position)
    }
}
