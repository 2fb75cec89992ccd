import MonotonicTime

/// A step in its smallest parts, each at its time: a hold is a press and, later, a release.
struct ScriptMoment {
    /// The smallest parts.
    enum Deed: Hashable {
        case close(String, chatters: Bool)
        case open(String, chatters: Bool)
        /// The other state of the contact, without chatter.
        case flip(String)
        case cutPower
        case restorePower
        case step(ScriptAction)
    }

    /// Since the script's start.
    var time: Duration
    var deed: Deed
    var place: ScriptPlace

    /// How long a tap is down.
    static let tapDuration = Duration.milliseconds(80)

    /// All parts of a script in the order of their times; at one time, in the script's.
    ///
    /// - Throws: where an absolute time is before the beginning of the step above it.
    static func moments(of script: PanelScript) throws(ScriptError) -> [ScriptMoment] {
        var moments: [ScriptMoment] = []
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
            let parts = parts(of: step.action)
            for part in parts {
                moments.append(ScriptMoment(time: begin + part.delay, deed: part.deed, place: step.place))
            }
            end = begin + (parts.last?.delay ?? .zero)
        }
        // Stable: steps at one time keep their order.
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
        case .chatter(let button, let duration, every: let interval):
            // An even number of changes, so that the contact is as it was.
            let pairs = Int(duration.nanoseconds / max(1, 2 * interval.nanoseconds))
            let changes = (0..<2 * pairs).map { (delay: interval * $0, deed: Deed.flip(button)) }
            return changes + [(duration, .step(.advance(.zero)))]
        case .crash(let duration): return [(.zero, .cutPower), (duration, .restorePower)]
        case .advance(let duration): return [(duration, .step(action))]
        case .unplug, .replug, .drop, .sense, .fail, .delay, .set, .reload, .restart, .seed, .expect:
            return [(.zero, .step(action))]
        }
    }

    private static func holdParts(_ button: String, _ duration: Duration) -> [(delay: Duration, deed: Deed)] {
        [(.zero, .close(button, chatters: true)), (duration, .open(button, chatters: true))]
    }
}
