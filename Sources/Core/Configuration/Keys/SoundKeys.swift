/// The keys of a panel's sounds.
enum SoundKeys {
    private static let durations = Duration.milliseconds(5)...Duration.seconds(5)
    private static let form = "The times of sound and silence in turns, from 5 ms to 5 s each; [] for no sound."

    static let line = Key<LineName>.optional(
        "line", .gpio, "The output line of a buzzer with its own tone. The buzzer sounds while the line is active.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high, "The level at which the buzzer sounds.")
    static let tick = Key<[Duration]>.optional(
        "tick", .rhythm(durations, example: "20ms"),
        "The sound when a button with a hold action is pressed. \(form) Default: 20ms.")
    static let right = Key<[Duration]>.optional(
        "right", .rhythm(durations, example: "[60ms, 60ms, 60ms]"),
        "The sound when a control has performed. \(form) Default: [60ms, 60ms, 60ms].")
    static let wrong = Key<[Duration]>.optional(
        "wrong", .rhythm(durations, example: "400ms"),
        "The sound when a control failed or was refused. \(form) Default: 400ms.")
    static let command = Key<[String: [String]]>.optional(
        "command", .mapping(SoundCommandKeys.mapping, build: SoundCommandKeys.programs),
        """
        Programs that make sounds, instead of a buzzer or in addition. One program runs at a time. Sounds that come \
        meanwhile are left out. Each program runs in the folder of the panel's file, without a shell.
        """)

    static let mapping = MappingDescription(
        noun: "sound", example: "{line: GPIO12}",
        documentation: "The sounds of presses and results.",
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
        "The program that runs when a button with a hold action is pressed.")
    static let right = Key<[String]>.optional(
        "right", .program("[aplay, -q, right.wav]"), "The program that runs when a control has performed.")
    static let wrong = Key<[String]>.optional(
        "wrong", .program("[aplay, -q, wrong.wav]"), "The program that runs when a control failed or was refused.")
    static let hint = Key<[String]>.optional(
        "hint", .program("[espeak-ng, \"\(DelegatedAction.hintPlaceholder)\"]"),
        """
        The program that runs after a tap. \(DelegatedAction.hintPlaceholder) in an argument stands for the hint, \
        whatever characters it contains. Do not put it into text that a shell reads. If the hint begins an argument, a \
        space comes before it, so that the program does not read the hint as an option.
        """)

    static let mapping = MappingDescription(
        noun: "sound", example: "{tick: [aplay, -q, tick.wav], hint: [espeak-ng, \"{hint}\"]}",
        documentation: "Programs that make sounds.",
        keys: [tick, right, wrong, hint],
        rules: [.atLeastOne([tick.name, right.name, wrong.name, hint.name])])

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
