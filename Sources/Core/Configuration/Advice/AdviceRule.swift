/// One piece of advice: the check that finds the controls, and the reason. The reasons come from the chapter on
/// controls of Apple's *Human Interface Guidelines*.
struct AdviceRule: Sendable {
    /// Why the observation matters, and the remedy.
    let reason: String
    /// Judges all controls of a panel or of a bundle together. A note's message is the observation, without the reason.
    let judge: @Sendable ([AdvisedControl]) -> [AdvisedControl.Note]

    /// A rule that judges each control alone. Disabled controls are not judged, since a user cannot perform them.
    private static func each(
        _ reason: String, _ judge: @escaping @Sendable (AdvisedControl) -> String?
    ) -> AdviceRule {
        AdviceRule(reason: reason) { controls in
            controls.enumerated().compactMap { index, control in
                control.isDisabled ? nil : judge(control).map { AdvisedControl.Note(index: index, message: $0) }
            }
        }
    }

    static let all: [AdviceRule] = [
        each("a hint stands behind \"Hold to\": begin it with a verb, such as Unlock the Door") { control in
            control.hints.lazy.compactMap(Self.beginningWithoutVerb).first
        },
        each("a control does one thing: make two of it, or say what both are together") { control in
            control.hints.first(where: namesTwoActions).map { "the hint '\($0.shown)' names two actions" }
        },
        each("give symbol_on, or a symbol for each state, so that the symbol tells them apart") { control in
            control.isToggle && control.symbolOff != nil && control.symbolOff == control.symbolOn
                ? "the symbol is the same on and off" : nil
        },
        each("a toggle goes both ways: call it by what it switches") { control in
            control.isToggle && Self.namesDirection(control.title)
                ? "the title '\(control.title.shown)' names one direction" : nil
        },
        each("a title says what is controlled, in the words of those who hold the button") { control in
            Self.namesHardware(control.title, of: control.lines)
                ? "the title '\(control.title.shown)' names what the control is made of" : nil
        },
        AdviceRule(reason: "people tell controls apart by their titles: give each its own") { controls in
            var first: [String: Int] = [:]
            return controls.enumerated().compactMap { index, control in
                guard let other = first[control.title.lowercased()] else {
                    first[control.title.lowercased()] = index
                    return nil
                }
                let text = "the title '\(control.title.shown)' is also that of '\(controls[other].name.shown)'"
                return AdvisedControl.Note(index: index, message: text)
            }
        },
        each("a status is for what is not plain by itself, such as how long") { control in
            control.states.first { $0.status?.lowercased() == $0.value.lowercased() }
                .map { "the status '\($0.value.shown)' is what the value says already" }
        },
        AdviceRule(
            reason: "where most controls have one, nobody reads them: keep those that are not plain by themselves"
        ) {
            controls in
            let judged = controls.indices.filter { !controls[$0].isDisabled }
            let withStatus = judged.filter { controls[$0].hasStatus }
            guard judged.count >= 4, withStatus.count * 2 > judged.count, let index = withStatus.first else {
                return []
            }
            return [.init(index: index, message: "\(withStatus.count) of \(judged.count) controls have a status")]
        },
        each("what opens is for those who may come in: have it unlocked first, with authentication: local") { control in
            control.isGuarded == false && Self.opens(control)
                ? "the control opens something, and anybody may perform it" : nil
        },
        each(
            "whether something is open is nobody's business who may not open it: redact the state while locked, with "
                + "privacy: state"
        ) { control in
            control.isToggle && control.isRedacted == false && Self.opens(control)
                ? "the control shows anybody whether something is open" : nil
        },
    ]

    /// The finding for a hint whose first word is certainly not a verb that fits behind "Hold to".
    @Sendable private static func beginningWithoutVerb(_ hint: String) -> String? {
        let words = EnglishWords.of(hint)
        guard let first = words.first else { return nil }
        let isRepeated = first == "hold" && words.count > 1 && ["to", "for"].contains(words[1])
        guard isRepeated || EnglishWords.inflected.contains(first) || ["to", "the", "will"].contains(first) else {
            return nil
        }
        return "the hint '\(hint.shown)' begins with '\(isRepeated ? "hold \(words[1])" : first)'"
    }

    @Sendable private static func namesTwoActions(_ hint: String) -> Bool {
        let words = EnglishWords.of(hint.replacing("&", with: " and "))
        guard let first = words.first, EnglishWords.verbs.contains(first) else { return false }
        return zip(words.dropFirst(), words.dropFirst(2)).contains { $0 == "and" && EnglishWords.verbs.contains($1) }
    }

    private static func namesDirection(_ title: String) -> Bool {
        let words = EnglishWords.of(title)
        guard words.count > 1 else { return false }
        return ["enable", "disable", "activate", "deactivate"].contains(words[0])
            || (["turn", "switch"].contains(words[0]) && ["on", "off"].contains(words[1]))
    }

    private static func namesHardware(_ title: String, of lines: [String]) -> Bool {
        if lines.contains(where: { $0.lowercased() == title.lowercased() }) { return true }
        let words = EnglishWords.of(title)
        return words.contains(where: EnglishWords.hardware.contains)
            && words.allSatisfy { EnglishWords.hardware.contains($0) || $0.allSatisfy(\.isNumber) }
    }

    private static func opens(_ control: AdvisedControl) -> Bool {
        ([control.title] + control.hints).contains { text in
            let words = EnglishWords.of(text)
            guard let first = words.first, let last = words.last else { return false }
            return EnglishWords.entrances.contains(last)
                || (["open", "unlock"].contains(first) && words.contains(where: EnglishWords.entrances.contains))
        }
    }
}

/// The English words that the advice recognises. A word that is in none of these lists leads to no advice.
enum EnglishWords {
    /// Verbs that begin the hints of controls.
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

    /// Objects that let people in or keep them out.
    static let entrances: Set = ["door", "doors", "garage", "gate", "gates", "lock", "safe"]

    /// Words for the parts of a control, as opposed to its purpose.
    static let hardware: Set = ["button", "control", "gpio", "output", "pin", "pulse", "relay", "switch", "toggle"]

    /// The words of a text, in lower case, without punctuation.
    static func of(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
