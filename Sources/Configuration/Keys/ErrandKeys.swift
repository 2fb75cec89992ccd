import Controls

/// The keys of what is carried out besides controls: a timer's `done`, what an `opened` target does.
enum ErrandKeys {
    static let command = Key<[String]>.optional(
        "command", .program("[aplay, gong.wav]"),
        "A program and its arguments; it runs in the folder of this file, without a shell.")
    static let webhook = Key<Errand>.optional(
        "webhook", .mapping(WebhookKeys.mapping, build: WebhookKeys.errand), "A request to a web server.")

    static let mapping = MappingDescription(
        noun: "errand", example: "{command: [aplay, gong.wav]}", documentation: "Something that is carried out once.",
        keys: [command.description, webhook.description])

    @Sendable static func errand(_ fields: Fields) -> Errand? {
        switch fields.onlyOne([command.description, webhook.description]) {
        case command.name?: fields[command].map { .command($0) }
        case webhook.name?: fields[webhook]
        default: nil
        }
    }

    @Sendable static func opened(target: String, _ fields: Fields) -> OpenedErrand? {
        errand(fields).map { OpenedErrand(target: target, errand: $0) }
    }
}

/// The keys of a toggle that programs carry out.
enum ToggleCommandKeys {
    static let turnOn = Key<[String]>.required(
        "turn_on", .program("[fanctl, \"1\"]"), "The program that turns it on, and its arguments.")
    static let turnOff = Key<[String]>.required(
        "turn_off", .program("[fanctl, \"0\"]"), "The program that turns it off, and its arguments.")
    static let state = Key<[String]>.optional(
        "state", .program("[fanctl, \"?\"]"),
        "The program that tells its state by its exit status: 0 for on, 1 for off. Without it, what was done last counts."
    )

    static let mapping = MappingDescription(
        noun: "command", example: "{turn_on: [fanctl, \"1\"], turn_off: [fanctl, \"0\"]}",
        documentation: "Programs that carry a toggle out; they run in the folder of this file, without a shell.",
        keys: [turnOn.description, turnOff.description, state.description])

    @Sendable static func errand(_ fields: Fields) -> Errand? {
        guard let turnOn = fields[turnOn], let turnOff = fields[turnOff] else { return nil }
        if fields.has(state), fields[state] == nil { return nil }
        var values: [String: IntentValue] = ["turn_on": .words(turnOn), "turn_off": .words(turnOff)]
        values["state"] = fields[state].map { .words($0) }
        return Errand(kind: "io.holdfast.actions.command-toggle", isToggle: true, values: values)
    }
}

/// The keys of a toggle behind topics of a broker.
enum ToggleTopicKeys {
    static let command = Key<String>.required("command", .line(limit: 255), "The topic that wishes are published to.")
    static let state = Key<String>.required("state", .line(limit: 255), "The topic that tells what is so.")
    static let turnedOn = Key<String>.optional("turned_on", .line(), "The message for on. Without it, ON.")
    static let turnedOff = Key<String>.optional("turned_off", .line(), "The message for off. Without it, OFF.")

    static let mapping = MappingDescription(
        noun: "mqtt", example: "{command: porch/set, state: porch/state}",
        documentation: "A toggle that lives behind an MQTT broker.",
        keys: [command.description, state.description, turnedOn.description, turnedOff.description])

    @Sendable static func errand(_ fields: Fields) -> Errand? {
        guard let command = fields[command], let state = fields[state] else { return nil }
        return Errand(
            kind: "io.holdfast.gateway.mqtt", isToggle: true,
            values: [
                "command": .string(command), "state": .string(state), "turned_on": .string(fields[turnedOn] ?? "ON"),
                "turned_off": .string(fields[turnedOff] ?? "OFF"),
            ])
    }
}

extension Errand {
    /// A program that is run once.
    static func command(_ words: [String]) -> Errand {
        Errand(kind: "io.holdfast.actions.command", values: ["arguments": .words(words)])
    }
}

extension IntentValue {
    /// A list of texts.
    static func words(_ words: [String]) -> IntentValue { .array(words.map { .string($0) }) }

    /// A duration as parameters have it: whole milliseconds.
    static func milliseconds(_ duration: Duration) -> IntentValue {
        .int(Int(duration / .milliseconds(1)))
    }
}
