import Authentication
import Configuration
import ControlModel
import Indicators
import MonotonicTime
import Panel

/// Reads a panel script. The documentation describes the grammar under *Panel scripts*.
public struct ScriptReader {
    /// The size limit of a script, in bytes.
    public static let largestFile = 1 << 20

    /// The most errors that are reported for one script.
    private static let mostErrors = 20

    private static let steps = [
        "press", "release", "tap", "hold", "chatter", "stick", "unstick", "unplug", "replug", "drop", "sense", "fail",
        "delay", "set", "reload", "push", "extension", "place", "move", "resize", "remove", "configure", "show",
        "keys", "keypad", "chord", "unlock", "lock", "restart", "crash", "advance", "clock", "seed", "expect",
    ]
    private static let expectations = [
        "control", "light", "line", "hint", "status", "display", "performed", "refused", "fault", "open",
        "activity", "confirmation", "place", "pending", "nothing", "locked", "unlocked", "lockout", "no", "wakeups",
    ]
    private static let absences: KeyValuePairs<String, ScriptExpectation> = [
        "hint": .hint(nil), "status": .status(nil), "fault": .fault(nil),
        "activity": .activity(nil), "confirmation": .confirmation(nil), "lockout": .lockout(nil),
    ]
    private static let controlStates: KeyValuePairs<String, ScriptExpectation.ControlState> = [
        "on": .on, "off": .off, "running": .running, "stale": .stale, "failed": .failed, "disabled": .disabled,
        "redacted": .redacted, "pending": .pending,
        // Handled earlier, with the text that follows; listed here for error messages.
        "value": .value(""),
    ]

    /// Reads a script.
    ///
    /// - Parameters:
    ///   - file: The script's name in its errors.
    /// - Throws: The first error of each line.
    public static func read(_ text: String, file: String) throws(ScriptError) -> PanelScript {
        var script = PanelScript(file: file)
        // Accepts any line end: a script may come from an editor on another system.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        var errors: [ScriptError] = []
        for (index, line) in lines.enumerated() {
            do throws(ScriptError) {
                try read(line, at: ScriptPlace(file: file, line: index + 1), into: &script)
            } catch {
                errors.append(error)
                // A file that is no script would have an error in every line.
                guard errors.count < mostErrors else { break }
            }
        }
        if let error = ScriptError(errors) { throw error }
        return script
    }

    private static func read(
        _ line: Substring, at place: ScriptPlace, into script: inout PanelScript
    ) throws(ScriptError) {
        var tokens = try ScriptTokens(line, at: place)
        guard let first = tokens.peek else { return }
        switch first {
        case "panel":
            _ = try tokens.word("'panel'")
            guard script.panel == nil else { throw ScriptError("a script can have only one panel", at: place) }
            script.panel = try tokens.word("the panel's file")
        case "pin":
            _ = try tokens.word("'pin'")
            let person = try person(&tokens)
            if let other = script.people.first(where: { $0.name == person.name }) {
                throw ScriptError("'\(person.name)' already has a PIN, in line \(other.place.line)", at: place)
            }
            script.people.append(person)
        default:
            let time = first == "seed" ? .relative(.zero) : try time(&tokens)
            let text = tokens.text
            script.steps.append(ScriptStep(time: time, action: try action(&tokens), place: place, text: text))
        }
        try tokens.end()
    }

    private static func time(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptStep.Time {
        let word = try tokens.word("the time")
        let isRelative = word.hasPrefix("+")
        let text = isRelative ? word.dropFirst() : word[...]
        guard let duration = text == "0" ? .zero : Duration(text: text) else {
            let hint = steps.contains(word) ? "; a step begins with its time: +0 \(word) …" : ": 500ms, +2s or +0"
            throw ScriptError("'\(word)' is not a time\(hint)", at: tokens.place)
        }
        return isRelative ? .relative(duration) : .absolute(duration)
    }

    private static func action(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptAction {
        let word = try tokens.word("the step")
        switch word {
        case "press":
            let button = try tokens.word("the button")
            if tokens.peek == "for" {
                throw ScriptError(
                    "'press' does not release the button; write 'hold \(button) for 1s', or 'release' later",
                    at: tokens.place
                )
            }
            return .contact(button, .press)
        case "release": return .contact(try tokens.word("the button"), .release)
        case "tap": return .contact(try tokens.word("the button"), .hold(ScriptMoment.tapDuration))
        case "hold":
            let button = try tokens.word("the button")
            guard tokens.take("for") else {
                throw ScriptError("the duration is missing; write 'hold \(button) for 1s'", at: tokens.place)
            }
            return .contact(button, .hold(try tokens.duration("the hold's duration")))
        case "chatter":
            let button = try tokens.word("the button")
            try tokens.expect("for")
            let duration = try tokens.duration("the chatter's duration")
            try tokens.expect("every")
            let interval = try tokens.duration("the chatter's interval")
            guard interval >= .microseconds(10) else {
                throw ScriptError("a contact changes at most every 0.01ms", at: tokens.place)
            }
            return .contact(button, .chatter(duration, every: interval))
        case "stick": return .contact(try tokens.word("the button"), .stick)
        case "unstick": return .contact(try tokens.word("the button"), .unstick)
        case "unplug": return .unplug(tokens.isEmpty ? nil : try tokens.word("the chip"))
        case "replug": return .replug(tokens.isEmpty ? nil : try tokens.word("the chip"))
        case "drop":
            let count = try tokens.count("the number of events")
            if !tokens.take("event") { try tokens.expect("events") }
            try tokens.expect("on")
            return .drop(count, try tokens.word("the button"))
        case "sense": return .sense(try tokens.word("the line"), try level(&tokens))
        case "fail": return .fail(try tokens.word("the control"), try tokens.quoted("the reason"))
        case "delay": return .delay(try tokens.word("the control"), try tokens.duration("the delay"))
        case "set":
            let control = try tokens.word("the control")
            if tokens.isTextNext { return .setValue(control, try tokens.quoted("the value")) }
            return .set(control, try tokens.choice("'on' or 'off'", "state", ["on": true, "off": false]))
        case "reload":
            let control = try tokens.word("the control or 'all'")
            return .reload(control == "all" ? nil : control)
        case "push": return .push(try tokens.word("the control"))
        case "extension":
            let name = try tokens.word("the extension")
            return .extension(name, try tokens.choice("'starts', 'crashes' or 'hangs'", "change of an extension"))
        case "place", "move", "resize", "remove", "configure": return .layout(try layoutWish(word, &tokens))
        case "show":
            let meaning: LightMeaning = try tokens.choice("the meaning", "meaning of a light")
            let light = tokens.take("on") ? try tokens.word("the light") : nil
            try tokens.expect("for")
            return .show(meaning, on: light, try tokens.duration("the time that it is shown"))
        case "keys": return .keys(try tokens.word("the text to type"), on: nil)
        case "keypad":
            let name = try tokens.word("the keypad")
            try tokens.expect("keys")
            return .keys(try tokens.word("the text to type"), on: name)
        case "chord": return .chord(try tokens.word("the text to type"))
        case "unlock": return .unlock(try tokens.word("the person"))
        case "lock": return .lock
        case "restart": return .restart
        case "crash": return .crash(tokens.take("for") ? try tokens.duration("the time without power") : .zero)
        case "advance": return .advance(try tokens.duration("the time"))
        case "clock": return .clock(try clockChange(&tokens))
        case "seed": return .seed(try tokens.number("the seed", upTo: UInt64.max))
        case "expect": return .expect(try expectation(&tokens))
        case "pin", "panel":
            throw ScriptError(
                "'\(word)' applies from the start, and has no time: begin the line with it", at: tokens.place)
        default: throw tokens.unknown(word, "step", steps)
        }
    }

    private static func expectation(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptExpectation {
        let word = try tokens.word("the expectation")
        switch word {
        case "control": return .control(try tokens.word("the control"), try controlState(&tokens))
        case "light":
            let light = try tokens.word("the light")
            let state = try lightState(&tokens)
            let rhythm = ScriptExpectation.LightRhythm.allCases.first { state != .off && tokens.take($0.rawValue) }
            return .light(light, state, rhythm)
        case "line": return .line(try tokens.word("the line"), try level(&tokens))
        case "hint": return .hint(try tokens.quoted("the hint"))
        case "status": return .status(try tokens.quoted("the status"))
        case "display": return .display(try tokens.quoted("the row of the display"))
        case "performed": return .performed(try tokens.word("the control"), try tokens.count("the number"))
        case "refused": return .refused(try tokens.word("the control"), try tokens.count("the number"))
        case "fault": return .fault(try tokens.quoted("the fault"))
        case "open": return .open(try tokens.word("the target"))
        case "activity": return .activity(try tokens.quoted("the activity's title"))
        case "confirmation": return .confirmation(try tokens.quoted("the question"))
        case "pending": return .pending(try tokens.word("the control"))
        case "nothing":
            try tokens.expect("pending")
            return .pending(nil)
        case "locked": return .locked(true)
        case "unlocked": return .locked(false)
        case "lockout": return .lockout(try tokens.duration("the time that remains"))
        case "place":
            let place = try tokens.word("the place")
            return .place(place, tokens.take("nothing") ? nil : try tokens.word("the control or 'nothing'"))
        case "wakeups":
            try tokens.expect("at")
            try tokens.expect("most")
            return .wakeups(atMost: try tokens.count("the number"))
        case "no":
            return try tokens.choice(
                "'hint', 'status', 'fault', 'activity', 'confirmation' or 'lockout'", "expectation 'no …'", absences)
        default: throw tokens.unknown(word, "expectation", expectations)
        }
    }

    private static func controlState(
        _ tokens: inout ScriptTokens
    ) throws(ScriptError) -> ScriptExpectation.ControlState {
        if tokens.take("value") { return .value(try tokens.quoted("the value")) }
        return try tokens.choice("the control's state", "state of a control", controlStates)
    }

    private static func clockChange(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptAction.ClockChange {
        let word = try tokens.word("the clock's change")
        switch word {
        case "unsynchronised": return .isRight(false)
        case "synchronised": return .isRight(true)
        default: break
        }
        guard let sign = word.first, "+-".contains(sign), let step = Duration(text: word.dropFirst()) else {
            throw ScriptError(
                "'\(word)' is not a change of the clock; there are: +D, -D, unsynchronised, synchronised",
                at: tokens.place
            )
        }
        return .set(by: sign == "-" ? .zero - step : step)
    }

    private static func level(_ tokens: inout ScriptTokens) throws(ScriptError) -> Bool {
        try tokens.choice("'active' or 'inactive'", "level", ["active": true, "inactive": false])
    }

    private static func lightState(
        _ tokens: inout ScriptTokens
    ) throws(ScriptError) -> ScriptExpectation.LightState {
        try tokens.choice(
            "'on', 'off' or a colour", "state",
            [
                "on": .on, "off": .off, "red": .color(.red), "green": .color(.green), "blue": .color(.blue),
                "yellow": .color(.yellow), "magenta": .color(.magenta), "cyan": .color(.cyan), "white": .color(.white),
            ])
    }

    // MARK: Changes of the layout

    static func layoutWish(_ step: String, _ tokens: inout ScriptTokens) throws(ScriptError) -> RequestedChange {
        switch step {
        case "place":
            let control = try tokens.word("the control")
            try tokens.expect("at")
            let place = try tokens.word("the place")
            let size: TileSize? =
                try tokens.peek.map { $0.contains("=") } == false ? tokens.choice("the size", "size") : nil
            let values = try assignments(&tokens)
            return .place(control: control, at: place, configuration: values.isEmpty ? nil : values, size: size)
        case "move":
            let place = try tokens.word("the place")
            try tokens.expect("to")
            return .move(place, to: try tokens.word("the other place"))
        case "resize": return .resize(try tokens.word("the place"), try tokens.choice("the size", "size"))
        case "remove": return .remove(try tokens.word("the place"))
        default:
            let place = try tokens.word("the place")
            let values = try assignments(&tokens)
            if values.isEmpty { throw ScriptError("NAME=VALUE is missing", at: tokens.place) }
            return .configure(place, values, defaults: [])
        }
    }

    /// The rest of the line: names, each with `true`, `false`, a whole number or a text.
    private static func assignments(_ tokens: inout ScriptTokens) throws(ScriptError) -> [String: IntentValue] {
        var values: [String: IntentValue] = [:]
        while !tokens.isEmpty {
            let word = try tokens.word("NAME=VALUE")
            guard let sign = word.firstIndex(of: "="), sign != word.startIndex else {
                throw ScriptError("expected NAME=VALUE, found '\(word)'", at: tokens.place)
            }
            let text = String(word[word.index(after: sign)...])
            let value = Bool(text).map { IntentValue.bool($0) } ?? Int(text).map { .int($0) } ?? .string(text)
            guard values.updateValue(value, forKey: String(word[..<sign])) == nil else {
                throw ScriptError("'\(word[..<sign])' is given twice", at: tokens.place)
            }
        }
        return values
    }

    // MARK: People

    /// `pin NAME DIGITS [owner|member|guest|duress] [uses N] [days DAYS] [hours HH:MM-HH:MM] [from DATE] [until DATE]`.
    static func person(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptPerson {
        let place = tokens.place
        let name = try tokens.word("the person's name")
        let digits = try tokens.word("the PIN")
        guard digits.allSatisfy({ ("0"..."9").contains($0) }) else {
            throw ScriptError("'\(digits)' is not a PIN: use digits only", at: place)
        }
        var role: Role?
        var validity: [String] = []
        while !tokens.isEmpty {
            let word = try tokens.word("the role")
            if let found = Role(rawValue: word) {
                guard role == nil else { throw ScriptError("a person can have only one role", at: place) }
                role = found
            } else if limits.contains(word) {
                validity.append("\(word)=\(try tokens.word("the value of '\(word)'"))")
            } else {
                throw tokens.unknown(word, "role or limit", Role.allCases.map(\.rawValue) + limits)
            }
        }
        let limit: Validity
        do throws(ValidityTextError) {
            limit = try Validity(ofNew: validity.joined(separator: " "))
        } catch {
            throw ScriptError("\(error)", at: place)
        }
        // Only guests have limits, so a person with limits is a guest.
        return ScriptPerson(
            name: name, digits: digits, role: role ?? (validity.isEmpty ? .member : .guest), validity: limit,
            place: place)
    }

    private static let limits = Validity.Limit.allCases.map(\.rawValue)
}
