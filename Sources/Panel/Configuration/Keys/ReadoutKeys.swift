import ControlModel

/// The keys of a control's `value`.
enum ReadoutKeys {
    static let command = Key<[String]>.required(
        "command", .program("[wc, -l, /run/visitors]"),
        "The program whose first line of output is the value text, and its arguments.")
    static let every = Key<Duration>.optional(
        "every", .duration(.seconds(1) ... .seconds(86_400)), "How often it is asked, 1 s to 1 d.")
    static let changes = Key<String>.optional(
        "changes", .line(limit: 1000),
        "A file: the program is asked when it changes. A relative path is relative to this file.")

    static let mapping = MappingDescription(
        noun: "value", example: "{command: [wc, -l, /run/visitors], every: 30s}",
        documentation: "A value text that a program tells.",
        keys: [command.description, every.description, changes.description],
        rules: [.exactlyOne([every.name, changes.name], areActions: false)])

    @Sendable static func errand(_ fields: Fields) -> Errand? {
        let given = fields.theOnly(of: [every.description, changes.description])
        guard let command = fields[command], given != nil else { return nil }
        var values: [String: IntentValue] = ["command": .words(command)]
        if fields.has(every) {
            guard let every = fields[every] else { return nil }
            values["every_ms"] = .milliseconds(every)
        } else {
            guard let changes = fields[changes] else { return nil }
            values["changes"] = .string(changes)
        }
        return Errand(kind: .value, values: values, paths: ["changes"])
    }
}
