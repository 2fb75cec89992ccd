import MonotonicTime

/// A part of a script's step, with its time: a hold is a press and, later, a release.
struct ScriptMoment {
    /// The parts of steps.
    enum Deed: Hashable {
        case close(String, chatters: Bool)
        case open(String, chatters: Bool)
        /// Changes the contact to its other state, without chatter.
        case flip(String)
        /// Keys of a pad go down or up.
        case key(String, isDown: Bool, on: String?)
        case cutPower
        case restorePower
        case step(ScriptAction)
    }

    /// Time since the script's start.
    var time: Duration
    var deed: Deed
    var place: ScriptPlace

    /// The time for which a tap is down, and for which a key is down and then up.
    static let tapDuration = Duration.milliseconds(80)

    /// The longest script, by its own clock: more than a panel's test needs, and less than the range of every clock.
    static let longestScript = Duration.seconds(3_660 * 86_400)

    /// The most parts of a script. The limit keeps a few words from filling the memory.
    static let mostParts = 500_000

    /// All parts of a script in the order of their times. Parts at one time keep the script's order.
    ///
    /// - Throws: If an absolute time is before the previous step's start, a contact cannot move as the script says, or
    ///   the script is too long.
    static func moments(of script: PanelScript) throws(ScriptError) -> [ScriptMoment] {
        var moments: [ScriptMoment] = []
        var contacts = ScriptContacts()
        var begin = Duration.zero
        var end = Duration.zero
        for step in script.steps {
            switch step.time {
            case .absolute(let time):
                guard time >= begin else {
                    throw ScriptError("the step before begins later, at \(begin.text)", at: step.place)
                }
                begin = time
            case .relative(let offset):
                begin = end + offset
            }
            end = begin + step.action.duration
            guard end <= longestScript, moments.count + step.action.count <= mostParts else {
                throw ScriptError(
                    "a script takes at most \(longestScript.text) and \(mostParts) changes of contacts", at: step.place)
            }
            try contacts.take(step, from: begin, to: end)
            for part in parts(of: step.action) {
                moments.append(ScriptMoment(time: begin + part.delay, deed: part.deed, place: step.place))
            }
        }
        // A stable sort: steps at one time keep their order.
        return moments.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
    }

    private static func parts(of action: ScriptAction) -> [(delay: Duration, deed: Deed)] {
        switch action {
        case .press(let button), .stick(let button): return [(.zero, .close(button, chatters: true))]
        case .release(let button), .unstick(let button): return [(.zero, .open(button, chatters: true))]
        case .tap(let button): return holdParts(button, tapDuration)
        case .hold(let button, let duration): return holdParts(button, duration)
        case .chatter(let button, _, every: let interval):
            return (0..<action.count).map { (delay: interval * $0, deed: Deed.flip(button)) }
        case .keys(let text, on: let keypad):
            return text.enumerated().flatMap { index, key in
                keyParts(String(key), on: keypad, after: tapDuration * (2 * index))
            }
        case .chord(let text): return keyParts(text, on: nil, after: .zero)
        case .crash(let duration): return [(.zero, .cutPower), (duration, .restorePower)]
        // The part is at the end of the time, which may be the end of the script.
        case .advance(let duration): return [(duration, .step(action))]
        case .unplug, .replug, .drop, .sense, .fail, .delay, .set, .setValue, .reload, .push, .extension, .layout,
            .restart, .show, .clock, .seed, .expect, .unlock, .lock:
            return [(.zero, .step(action))]
        }
    }

    private static func keyParts(
        _ keys: String, on keypad: String?, after delay: Duration
    ) -> [(delay: Duration, deed: Deed)] {
        [
            (delay, .key(keys, isDown: true, on: keypad)),
            (delay + tapDuration, .key(keys, isDown: false, on: keypad)),
        ]
    }

    private static func holdParts(_ button: String, _ duration: Duration) -> [(delay: Duration, deed: Deed)] {
        [(.zero, .close(button, chatters: true)), (duration, .open(button, chatters: true))]
    }
}

extension ScriptAction {
    /// The duration of the step. The next step's relative time begins at its end.
    fileprivate var duration: Duration {
        switch self {
        case .tap, .chord: ScriptMoment.tapDuration
        case .keys(let text, on: _): ScriptMoment.tapDuration * (2 * text.count)
        case .hold(_, let duration), .chatter(_, let duration, every: _), .crash(let duration), .advance(let duration):
            duration
        case .press, .release, .stick, .unstick, .unplug, .replug, .drop, .sense, .fail, .delay, .set, .setValue,
            .reload, .push, .extension, .layout, .restart, .show, .clock, .seed, .expect, .unlock, .lock:
            .zero
        }
    }

    /// The number of the step's parts.
    fileprivate var count: Int {
        switch self {
        case .chatter(_, let duration, every: let interval):
            // An even number of changes, so that the contact ends in its original state.
            Int(clamping: duration.nanoseconds / max(1, 2 * interval.nanoseconds)) * 2
        case .tap, .hold, .crash, .chord: 2
        case .keys(let text, on: _): 2 * text.count
        case .press, .release, .stick, .unstick, .unplug, .replug, .drop, .sense, .fail, .delay, .set, .setValue,
            .reload, .push, .extension, .layout, .restart, .show, .advance, .clock, .seed, .expect, .unlock, .lock:
            1
        }
    }
}
