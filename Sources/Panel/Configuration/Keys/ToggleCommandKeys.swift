import ControlModel

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
    static let every = Key<Duration>.optional(
        "every", .duration(.seconds(1) ... .seconds(86_400)), "How often the program of state is asked, 1 s to 1 d.")
    static let changes = Key<String>.optional(
        "changes", .line(limit: 1000),
        "A file: the program of state is asked when it changes. A relative path is relative to this file.")

    static let mapping = MappingDescription(
        noun: "command", example: "{turn_on: [fanctl, \"1\"], turn_off: [fanctl, \"0\"]}",
        documentation: "Programs that carry a toggle out; they run in the folder of this file, without a shell.",
        keys: [
            turnOn.description, turnOff.description, state.description, every.description, changes.description,
        ],
        rules: [
            .needs(key: every.name, oneOf: [state.name]), .needs(key: changes.name, oneOf: [state.name]),
        ])

    @Sendable static func errand(_ fields: Fields) -> Errand? {
        guard let turnOn = fields[turnOn], let turnOff = fields[turnOff] else { return nil }
        // One that is wrong must not be taken for one that is absent.
        if fields.has(state), fields[state] == nil { return nil }
        if fields.has(every), fields[every] == nil { return nil }
        if fields.has(changes), fields[changes] == nil { return nil }
        var values: [String: IntentValue] = ["turn_on": .words(turnOn), "turn_off": .words(turnOff)]
        values["state"] = fields[state].map { .words($0) }
        values["every_ms"] = fields[every].map { .milliseconds($0) }
        values["changes"] = fields[changes].map { .string($0) }
        return Errand(kind: .commandToggle, values: values, paths: ["changes"])
    }
}
