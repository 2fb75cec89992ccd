import Configuration
import MonotonicTime

/// Reads a panel script; the grammar is in the documentation under *Panel scripts*.
public struct ScriptReader {
    /// The longest script that is read, in bytes.
    public static let largestFile = 1 << 20

    private static let steps = [
        "press", "release", "tap", "hold", "chatter", "stick", "unstick", "unplug", "replug", "drop", "sense", "fail",
        "delay", "set", "reload", "restart", "crash", "advance", "seed", "expect",
    ]
    private static let expectations = [
        "control", "light", "line", "hint", "status", "performed", "refused", "fault", "no", "wakeups",
    ]

    /// Reads a script.
    ///
    /// - Parameters:
    ///   - text: the script.
    ///   - file: what its errors call it.
    /// - Throws: the first thing that is wrong.
    public static func read(_ text: String, file: String) throws(ScriptError) -> PanelScript {
        var script = PanelScript(file: file, panel: nil, steps: [])
        // Any line end: a script may come from an editor on another system.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let place = ScriptPlace(file: file, line: index + 1)
            var tokens = try ScriptTokens(line, at: place)
            guard let first = tokens.peek else { continue }
            switch first {
            case "panel":
                _ = try tokens.word("'panel'")
                guard script.panel == nil else { throw ScriptError("a script has one panel", at: place) }
                script.panel = (try tokens.word("the panel's file"), place)
            case "seed":
                let action = try action(&tokens)
                script.steps.append(ScriptStep(time: .relative(.zero), action: action, place: place))
            default:
                let time = try time(&tokens)
                script.steps.append(ScriptStep(time: time, action: try action(&tokens), place: place))
            }
            try tokens.end()
        }
        return script
    }

    private static func time(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptStep.Time {
        let word = try tokens.word("the time")
        let isRelative = word.hasPrefix("+")
        let text = isRelative ? word.dropFirst() : word[...]
        guard let duration = text == "0" ? .zero : Duration(text: text) else {
            let hint = steps.contains(word) ? "; a step begins with its time: +0 \(word) …" : ": 500ms, +2s or +0"
            throw ScriptError("'\(word)' is no time\(hint)", at: tokens.place)
        }
        return isRelative ? .relative(duration) : .absolute(duration)
    }

    private static func action(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptAction {
        let word = try tokens.word("the step")
        switch word {
        case "press": return .press(try tokens.word("the button"))
        case "release": return .release(try tokens.word("the button"))
        case "tap": return .tap(try tokens.word("the button"))
        case "hold":
            let button = try tokens.word("the button")
            try tokens.expect("for")
            return .hold(button, try tokens.duration("the hold's duration"))
        case "chatter":
            let button = try tokens.word("the button")
            try tokens.expect("for")
            let duration = try tokens.duration("the chatter's duration")
            try tokens.expect("every")
            let interval = try tokens.duration("the chatter's interval")
            guard interval >= .microseconds(10), duration / interval <= 1_000_000 else {
                throw ScriptError("a chatter changes at most every 0.01ms, and a million times", at: tokens.place)
            }
            return .chatter(button, duration, every: interval)
        case "stick": return .stick(try tokens.word("the button"))
        case "unstick": return .unstick(try tokens.word("the button"))
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
        case "set": return .set(try tokens.word("the control"), try state(&tokens))
        case "reload":
            let control = try tokens.word("the control or 'all'")
            return .reload(control == "all" ? nil : control)
        case "restart": return .restart
        case "crash": return .crash(tokens.take("for") ? try tokens.duration("the time without power") : .zero)
        case "advance": return .advance(try tokens.duration("the time"))
        case "seed": return .seed(UInt64(try tokens.count("the seed")))
        case "expect": return .expect(try expectation(&tokens))
        default: throw unknown(word, "step", steps, at: tokens.place)
        }
    }

    private static func expectation(_ tokens: inout ScriptTokens) throws(ScriptError) -> ScriptExpectation {
        let word = try tokens.word("the expectation")
        switch word {
        case "control": return .control(try tokens.word("the control"), try controlState(&tokens))
        case "light":
            let light = try tokens.word("the light")
            let isOn = try state(&tokens)
            return .light(light, isOn: isOn, isBlinking: tokens.take("blinking"))
        case "line": return .line(try tokens.word("the line"), try level(&tokens))
        case "hint": return .hint(try tokens.quoted("the hint"))
        case "status": return .status(try tokens.quoted("the status"))
        case "performed": return .performed(try tokens.word("the control"), try tokens.count("the number"))
        case "refused": return .refused(try tokens.word("the control"), try tokens.count("the number"))
        case "fault": return .fault(try tokens.quoted("the fault"))
        case "wakeups":
            try tokens.expect("at")
            try tokens.expect("most")
            return .wakeups(atMost: try tokens.count("the number"))
        case "no":
            let what = try tokens.word("'hint', 'status' or 'fault'")
            switch what {
            case "hint": return .hint(nil)
            case "status": return .status(nil)
            case "fault": return .fault(nil)
            default: throw unknown(what, "expectation 'no …'", ["hint", "status", "fault"], at: tokens.place)
            }
        default: throw unknown(word, "expectation", expectations, at: tokens.place)
        }
    }

    private static func controlState(
        _ tokens: inout ScriptTokens
    ) throws(ScriptError) -> ScriptExpectation.ControlState {
        let word = try tokens.word("the control's state")
        switch word {
        case "on": return .on
        case "off": return .off
        case "running": return .running
        case "stale": return .stale
        case "failed": return .failed
        case "disabled": return .disabled
        case "value": return .value(try tokens.quoted("the value"))
        default:
            let states = ["on", "off", "running", "stale", "failed", "disabled", "value"]
            throw unknown(word, "state of a control", states, at: tokens.place)
        }
    }

    private static func level(_ tokens: inout ScriptTokens) throws(ScriptError) -> Bool {
        let word = try tokens.word("'active' or 'inactive'")
        switch word {
        case "active": return true
        case "inactive": return false
        default: throw unknown(word, "level", ["active", "inactive"], at: tokens.place)
        }
    }

    private static func state(_ tokens: inout ScriptTokens) throws(ScriptError) -> Bool {
        let word = try tokens.word("'on' or 'off'")
        switch word {
        case "on": return true
        case "off": return false
        default: throw unknown(word, "state", ["on", "off"], at: tokens.place)
        }
    }

    private static func unknown(
        _ word: String, _ what: String, _ known: [String], at place: ScriptPlace
    ) -> ScriptError {
        if let nearest = NearestWord.to(word, among: known) {
            return ScriptError("unknown \(what) '\(word)'; did you mean '\(nearest)'?", at: place)
        }
        return ScriptError("unknown \(what) '\(word)'; there are: \(known.joined(separator: ", "))", at: place)
    }
}
