import ControlModel

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
            kind: .topic,
            values: [
                "command": .string(command), "state": .string(state), "turned_on": .string(fields[turnedOn] ?? "ON"),
                "turned_off": .string(fields[turnedOff] ?? "OFF"),
            ])
    }
}
