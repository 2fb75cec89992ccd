import MonotonicTime
import SimulatedPanel

/// A part of a script's step, with its time: a hold is a press and, later, a release.
struct ScriptMoment {
    /// The parts of steps.
    enum Action: Hashable {
        /// Closes or opens a contact, with the chatter of the world.
        case move(String, isClosed: Bool)
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
    var action: Action
    /// The line of the step, and its text.
    var place: ScriptPlace
    var text: String

    /// The time for which a tap is down, and for which a key is down and then up.
    static let tapDuration = PadTypist.keyDuration

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
                    throw ScriptError("the previous step begins later, at \(begin.text)", at: step.place)
                }
                begin = time
            case .relative(let offset):
                begin = end + offset
            }
            let (parts, duration) = parts(of: step.action)
            end = begin + duration
            guard end <= longestScript, moments.count + parts.count <= mostParts else {
                throw ScriptError(
                    "a script takes at most \(longestScript.text) and \(mostParts) changes of contacts", at: step.place)
            }
            try contacts.take(step, from: begin, to: end)
            moments += parts.map {
                ScriptMoment(time: begin + $0.delay, action: $0.action, place: step.place, text: step.text)
            }
        }
        // A stable sort: steps at one time keep their order.
        return moments.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
    }

    private typealias Part = (delay: Duration, action: Action)

    /// The parts of a step, and its duration, at whose end the next step's relative time begins.
    private static func parts(of action: ScriptAction) -> (parts: [Part], duration: Duration) {
        switch action {
        case .contact(let button, let move): return parts(of: move, button)
        case .keys(let text, on: let keypad):
            let parts = text.enumerated().flatMap { index, key in
                keyParts(String(key), on: keypad, after: tapDuration * (2 * index))
            }
            return (parts, tapDuration * (2 * text.count))
        case .chord(let text): return (keyParts(text, on: nil, after: .zero), tapDuration)
        case .crash(let duration): return ([(.zero, .cutPower), (duration, .restorePower)], duration)
        // The part is at the end of the time, which may be the end of the script.
        case .advance(let duration): return ([(duration, .step(action))], duration)
        case .unplug, .replug, .drop, .sense, .fail, .delay, .set, .setValue, .reload, .push, .extension, .layout,
            .restart, .show, .clock, .seed, .expect, .unlock, .lock:
            return ([(.zero, .step(action))], .zero)
        }
    }

    private static func parts(
        of move: ScriptAction.ContactMove, _ button: String
    ) -> (parts: [Part], duration: Duration) {
        let (close, open) = (Action.move(button, isClosed: true), Action.move(button, isClosed: false))
        switch move {
        case .press, .stick: return ([(.zero, close)], .zero)
        case .release, .unstick: return ([(.zero, open)], .zero)
        case .hold(let duration): return ([(.zero, close), (duration, open)], duration)
        case .chatter(let duration, every: let interval):
            // An even number of changes, so that the contact ends in its original state.
            let count = Int(clamping: duration.nanoseconds / max(1, 2 * interval.nanoseconds)) * 2
            return ((0..<min(count, mostParts + 1)).map { (interval * $0, .flip(button)) }, duration)
        }
    }

    private static func keyParts(_ keys: String, on keypad: String?, after delay: Duration) -> [Part] {
        [
            (delay, .key(keys, isDown: true, on: keypad)),
            (delay + tapDuration, .key(keys, isDown: false, on: keypad)),
        ]
    }
}
