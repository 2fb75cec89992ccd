/// The keys of an action that follows an event: a timer's `done`, the action of an `opened` target.
enum FollowingActionKeys {
    static let set = Key<[SceneMember]>.optional(
        "set", .scene, "Controls by key or kind, each with true or false for its new state.")
    static let command = Key<[String]>.optional(
        "command", .program("[aplay, gong.wav]"),
        "A program and its arguments. The program runs in the folder of the panel's file, without a shell.")
    static let webhook = Key<DelegatedAction>.optional(
        "webhook", .mapping(WebhookKeys.mapping, build: WebhookKeys.delegated), "A request to a web server.")

    static let mapping = MappingDescription(
        noun: "target", example: "{command: [aplay, gong.wav]}", documentation: "An action that is performed once.",
        keys: [set, command, webhook],
        rules: [.exactlyOne([set.name, command.name, webhook.name])])

    /// The value of a key that contains such an action.
    static let value = ValueType<FollowingAction>.mapping(mapping, build: action)

    @Sendable private static func action(_ fields: Fields) throws(Incomplete) -> FollowingAction {
        switch try fields.choice() {
        case set.name: .set(try fields.value(set))
        case command.name: .delegated(.command(try fields.value(command)))
        default: .delegated(try fields.value(webhook))
        }
    }

    @Sendable static func opened(target: String, _ fields: Fields) throws(Incomplete) -> OpenedAction {
        let action = try action(fields)
        if let delegated = action.delegated, let problem = delegated.problem(with: DelegatedAction.placeholder) {
            fields.report(problem, at: delegated.kind == .webhook ? webhook.name : command.name)
        }
        return OpenedAction(target: target, action: action)
    }
}

/// The keys of the events that the panel reports by itself.
enum NotifyKeys {
    private static let words =
        """
        \(DelegatedAction.placeholder) in an argument, an address, a header field or a body stands for a description of \
        the event, whatever characters it contains. Do not put it into text that a shell reads.
        """

    static let fault = Key<FollowingAction>.optional(
        "fault", FollowingActionKeys.value, "The action when something breaks. \(words)")
    static let tamper = Key<FollowingAction>.optional(
        "tamper", FollowingActionKeys.value,
        "The action when a contact is stuck or a chip is gone, in addition to fault. \(words)")

    static let lockout = Key<FollowingAction>.optional(
        "lockout", FollowingActionKeys.value, "The action after too many wrong PINs. \(words)")
    static let duress = Key<FollowingAction>.optional(
        "duress", FollowingActionKeys.value,
        """
        The action when a person unlocks with a PIN for use under duress. Nothing on the panel shows the action. \
        \(words)
        """
    )

    static let mapping = MappingDescription(
        noun: "notify", example: "{fault: {command: [logger, \"{what}\"]}}",
        documentation: "Actions for events that people should know of.",
        keys: [fault, tamper, lockout, duress])

    @Sendable static func notified(_ fields: Fields) -> [NotifiedOccasion: FollowingAction] {
        var notified: [NotifiedOccasion: FollowingAction] = [:]
        notified[.fault] = fields[fault]
        notified[.tamper] = fields[tamper]
        notified[.lockout] = fields[lockout]
        notified[.duress] = fields[duress]
        for (occasion, action) in notified {
            guard let problem = action.delegated?.problem(with: DelegatedAction.placeholder) else { continue }
            fields.report(problem, at: occasion.rawValue)
        }
        return notified
    }
}
