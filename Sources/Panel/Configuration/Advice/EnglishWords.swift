/// The words that advice knows. It is given on English alone: a word that is in none of these lists says nothing.
enum EnglishWords {
    /// Verbs that hints of controls begin with.
    static let verbs: Set = [
        "activate", "add", "answer", "arm", "begin", "brew", "buzz", "call", "cancel", "capture", "charge", "check",
        "close", "connect", "cool", "deactivate", "dim", "disable", "disarm", "disconnect", "enable", "end", "feed",
        "flash", "heat", "join", "leave", "lift", "light", "lock", "lower", "make", "move", "mute", "open", "pause",
        "play", "power", "press", "print", "pump", "raise", "record", "release", "reset", "restart", "resume", "ring",
        "run", "send", "set", "show", "skip", "start", "stop", "summon", "switch", "take", "toggle", "turn", "unlock",
        "unmute", "wake", "warm", "water",
    ]

    /// Forms of the verbs that do not fit behind "to".
    static let inflected: Set<String> = {
        var forms: Set<String> = []
        for verb in verbs {
            let stem = verb.last == "e" ? String(verb.dropLast()) : verb
            let doubled = verb + String(verb.suffix(1))
            forms.formUnion([
                verb + "s", verb + "es", stem + "ing", doubled + "ing", stem + "ed", doubled + "ed",
            ])
        }
        return forms.subtracting(verbs)
    }()

    /// What opens for people, or keeps them out.
    static let entrances: Set = ["door", "doors", "garage", "gate", "gates", "lock", "safe"]

    /// What a control is made of, rather than what it is for.
    static let hardware: Set = ["button", "control", "gpio", "output", "pin", "pulse", "relay", "switch", "toggle"]

    /// The words of a text, in lower case, without punctuation.
    static func of(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
