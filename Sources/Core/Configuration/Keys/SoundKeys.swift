/// The keys of a panel's sounds.
enum SoundKeys {
    private static let durations = Duration.milliseconds(5)...Duration.seconds(5)
    private static let form = "In turns how long it sounds and how long not, 5 ms to 5 s each; [] for nothing."

    static let line = Key<LineName>.optional(
        "line", .gpio, "The output line of a buzzer that has a tone of its own: it sounds while the line is active.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high, "The level at which the buzzer sounds.")
    static let tick = Key<[Duration]>.optional(
        "tick", .rhythm(durations, example: "20ms"),
        "What the buzzer does when a button is down of which a hold performs something. \(form) Without it, 20ms.")
    static let right = Key<[Duration]>.optional(
        "right", .rhythm(durations, example: "[60ms, 60ms, 60ms]"),
        "What the buzzer does when a control has performed. \(form) Without it, [60ms, 60ms, 60ms].")
    static let wrong = Key<[Duration]>.optional(
        "wrong", .rhythm(durations, example: "400ms"),
        "What the buzzer does when a control failed or was refused. \(form) Without it, 400ms.")
    static let command = Key<[String: [String]]>.optional(
        "command", .mapping(SoundCommandKeys.mapping, build: SoundCommandKeys.programs),
        """
        Programs that are run, instead of a buzzer or besides: one at a time, what comes meanwhile is not heard. Each runs in \
        the folder of this file, without a shell.
        """)

    static let mapping = MappingDescription(
        noun: "sound", example: "{line: GPIO12}",
        documentation: "What is heard when a button is pressed, and what came of it.",
        keys: [line, active, tick, right, wrong, command],
        rules: [
            .atLeastOne([line.name, command.name]),
            .needs([active.name, tick.name, right.name, wrong.name], oneOf: [line.name]),
        ])

    @Sendable static func sound(_ fields: Fields) throws(Incomplete) -> SoundDescription {
        let level = try fields.value(active)
        let words = fields[command] ?? [:]
        let programs = SoundOccasion.allCases.map { ($0, words[$0.rawValue].map { DelegatedAction.command($0) }) }
        let hint = words[SoundCommandKeys.hint.name].map { DelegatedAction.command($0) }
        return SoundDescription(
            line: fields[line]?.description(active: level),
            rhythms: [
                .tick: fields[tick] ?? [.milliseconds(20)],
                .right: fields[right] ?? Array(repeating: .milliseconds(60), count: 3),
                .wrong: fields[wrong] ?? [.milliseconds(400)],
            ],
            programs: Dictionary(uniqueKeysWithValues: programs).compactMapValues(\.self), hint: hint)
    }
}

/// The keys of the programs that make sounds.
enum SoundCommandKeys {
    static let tick = Key<[String]>.optional(
        "tick", .program("[aplay, -q, tick.wav]"),
        "What is run when a button is down of which a hold performs something.")
    static let right = Key<[String]>.optional(
        "right", .program("[aplay, -q, right.wav]"), "What is run when a control has performed.")
    static let wrong = Key<[String]>.optional(
        "wrong", .program("[aplay, -q, wrong.wav]"), "What is run when a control failed or was refused.")
    static let hint = Key<[String]>.optional(
        "hint", .program("[espeak-ng, \"\(DelegatedAction.hintPlaceholder)\"]"),
        """
        What is run after a tap. \(DelegatedAction.hintPlaceholder) in an argument stands for the hint, whatever characters are in it: \
        never within a text that a shell reads. A space stands before a hint that begins an argument, so that the program takes \
        no hint for an option.
        """)

    static let mapping = MappingDescription(
        noun: "sound", example: "{tick: [aplay, -q, tick.wav], hint: [espeak-ng, \"{hint}\"]}",
        documentation: "Programs that are heard.",
        keys: [tick, right, wrong, hint],
        rules: [.atLeastOne([tick.name, right.name, wrong.name, hint.name])])

    /// The programs by their keys.
    @Sendable static func programs(_ fields: Fields) -> [String: [String]] {
        var programs: [String: [String]] = [:]
        for key in [tick, right, wrong, hint] { programs[key.name] = fields[key] }
        if let words = programs[hint.name],
            let problem = DelegatedAction.command(words).problem(with: DelegatedAction.hintPlaceholder, key: hint.name)
        {
            fields.report(problem, at: hint)
        }
        return programs
    }
}
