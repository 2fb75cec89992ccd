/// The keys of the programs that are heard.
enum SoundCommandKeys {
    static let tick = Key<[String]>.optional(
        "tick", .program("[aplay, -q, tick.wav]"),
        "What is run when a button is down of which a hold performs something.")
    static let right = Key<[String]>.optional(
        "right", .program("[aplay, -q, right.wav]"), "What is run when a control has performed.")
    static let wrong = Key<[String]>.optional(
        "wrong", .program("[aplay, -q, wrong.wav]"), "What is run when a control failed or was refused.")
    static let hint = Key<[String]>.optional(
        "hint", .program("[espeak-ng, \"\(Errand.hintPlaceholder)\"]"),
        """
        What is run after a tap. \(Errand.hintPlaceholder) in an argument stands for the hint, whatever characters are in it: \
        never within a text that a shell reads.
        """)

    static let mapping = MappingDescription(
        noun: "sound", example: "{tick: [aplay, -q, tick.wav], hint: [espeak-ng, \"{hint}\"]}",
        documentation: "Programs that are heard.",
        keys: [tick.description, right.description, wrong.description, hint.description],
        rules: [.atLeastOne([tick.name, right.name, wrong.name, hint.name])])

    /// The programs by their keys.
    @Sendable static func programs(_ fields: Fields) -> [String: [String]]? {
        var programs: [String: [String]] = [:]
        for key in [tick, right, wrong, hint] { programs[key.name] = fields[key] }
        if let words = programs[hint.name], Errand.command(words).hasInCode(Errand.hintPlaceholder) {
            fields.report(.placeholderInCode(key: hint.name, Errand.hintPlaceholder), at: hint)
        }
        return programs
    }
}
