/// The keys of what the panel tells of by itself.
enum NotifyKeys {
    private static let words =
        "\(Errand.placeholder) in an argument, an address, a header field or a body stands for what has happened, whatever characters are in "
        + "that: never within a text that a shell reads."

    static let fault = Key<FollowingAction>.optional(
        "fault", .mapping(FollowingActionKeys.mapping, build: FollowingActionKeys.action),
        "What is carried out when something is broken. \(words)")
    static let tamper = Key<FollowingAction>.optional(
        "tamper", .mapping(FollowingActionKeys.mapping, build: FollowingActionKeys.action),
        "What is carried out when a contact is stuck or a chip has gone, besides fault. \(words)")

    static let lockout = Key<FollowingAction>.optional(
        "lockout", .mapping(FollowingActionKeys.mapping, build: FollowingActionKeys.action),
        "What is carried out when too many wrong PINs have been given. \(words)")
    static let duress = Key<FollowingAction>.optional(
        "duress", .mapping(FollowingActionKeys.mapping, build: FollowingActionKeys.action),
        "What is carried out when somebody has unlocked by a PIN for use under duress. Nothing on the panel shows it. \(words)"
    )

    static let mapping = MappingDescription(
        noun: "notify", example: "{fault: {command: [logger, \"{what}\"]}}",
        documentation: "What is carried out when something happens that people should know of.",
        keys: [fault.description, tamper.description, lockout.description, duress.description])

    @Sendable static func notified(_ fields: Fields) -> [NotifiedOccasion: FollowingAction]? {
        var notified: [NotifiedOccasion: FollowingAction] = [:]
        notified[.fault] = fields[fault]
        notified[.tamper] = fields[tamper]
        notified[.lockout] = fields[lockout]
        notified[.duress] = fields[duress]
        for (occasion, action) in notified where action.errand?.hasWordsInCode == true {
            fields.report(
                .placeholderInCode(key: FollowingActionKeys.command.name, Errand.placeholder), at: occasion.rawValue)
        }
        return notified
    }
}
