/// The keys of what follows something: a timer's `done`, what an `opened` target does.
enum FollowingActionKeys {
    static let set = Key<[SceneMember]>.optional(
        "set", .scene, "Controls by key or kind, each with true or false for the state that it goes to.")
    static let command = Key<[String]>.optional(
        "command", .program("[aplay, gong.wav]"),
        "A program and its arguments; it runs in the folder of this file, without a shell.")
    static let webhook = Key<Errand>.optional(
        "webhook", .mapping(WebhookKeys.mapping, build: WebhookKeys.errand), "A request to a web server.")

    static let mapping = MappingDescription(
        noun: "target", example: "{command: [aplay, gong.wav]}", documentation: "Something that is done once.",
        keys: [set.description, command.description, webhook.description],
        rules: [.exactlyOne([set.name, command.name, webhook.name])])

    @Sendable static func action(_ fields: Fields) -> FollowingAction? {
        switch fields.theOnly(of: [set.description, command.description, webhook.description]) {
        case set.name?: fields[set].map { .set($0) }
        case command.name?: fields[command].map { .handedOver(.command($0)) }
        case webhook.name?: fields[webhook].map { .handedOver($0) }
        default: nil
        }
    }

    @Sendable static func opened(target: String, _ fields: Fields) -> OpenedAction? {
        action(fields).map { OpenedAction(target: target, action: $0) }
    }
}
