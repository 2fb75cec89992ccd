import MonotonicTime

/// What a light shows, decided from what its layers have to say: a pure value.
///
/// ```
///   fault          ·  ·  ·  ·  ·  ·  ·  ·
///   hold progress  ·  █▁█▁█ ·  ·  ·  ·  ·      seen: the highest that is there
///   momentary      ·  ·  ·  ▁█▁█  ·  ·  ·
///   state          ▁▁▁▁▁▁▁▁▁███████████████
/// ```
public struct LightLayers: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var look: LightLook
        var start: MonotonicInstant
        var end: MonotonicInstant?
    }

    /// What each layer says, by its raw value.
    private var entries = [Entry?](repeating: nil, count: LightLayer.allCases.count)

    /// Nothing to say: dark.
    public init() {}

    /// Gives a layer something to say from `start` on, in place of what it said.
    ///
    /// - Parameters:
    ///   - start: when its rhythm begins; now, or earlier.
    ///   - end: when the layer falls silent by itself; `nil`: when it is told to.
    public mutating func set(
        _ look: LightLook, on layer: LightLayer, from start: MonotonicInstant, until end: MonotonicInstant? = nil
    ) {
        // The same again must not begin the rhythm anew.
        if end == nil, let entry = entries[layer.rawValue], entry.look == look, entry.end == nil { return }
        entries[layer.rawValue] = Entry(look: look, start: start, end: end)
    }

    /// Silences a layer.
    public mutating func clear(_ layer: LightLayer) {
        entries[layer.rawValue] = nil
    }

    /// The look on top at `time`, or `nil` where no layer has anything to say.
    public func look(at time: MonotonicInstant) -> LightLook? {
        top(at: time)?.look
    }

    /// All that there is to say at `time`, the most urgent first.
    public func all(at time: MonotonicInstant) -> [(layer: LightLayer, look: LightLook)] {
        LightLayer.allCases.reversed().compactMap { layer in
            entry(layer.rawValue, at: time).map { (layer, $0.look) }
        }
    }

    /// How bright a light with so many levels is at `time`, from 0 (dark) to 1, and when that may change.
    ///
    /// - Parameter levels: at least 1.
    public func state(at time: MonotonicInstant, levels: Int = 1) -> (level: Double, deadline: MonotonicInstant?) {
        guard let entry = top(at: time) else { return (0, nil) }
        let moment = entry.look.pattern.moment(after: entry.start.duration(to: time))
        // An entry below the top may end unseen: nothing has to be done about it then.
        let change = moment.change(of: levels).map { time.advanced(by: $0) }
        return (moment.level(of: levels), [change, entry.end].compactMap { $0 }.min())
    }

    /// When what is on top at `time` falls silent by itself.
    public func end(at time: MonotonicInstant) -> MonotonicInstant? { top(at: time)?.end }

    private func top(at time: MonotonicInstant) -> Entry? {
        // By number, since this is asked several times at each press.
        var number = entries.count
        while number > 0 {
            number -= 1
            if let entry = entry(number, at: time) { return entry }
        }
        return nil
    }

    private func entry(_ number: Int, at time: MonotonicInstant) -> Entry? {
        guard let entry = entries[number], entry.end.map({ time < $0 }) ?? true else { return nil }
        return entry
    }
}

/// What a light may have to say, the most urgent last. The highest layer that has something to say is what is seen;
/// when it goes, the light shows what is below as it is then.
public enum LightLayer: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The control's state, or the lock's.
    case state
    /// Something that has just happened: performed, failed, refused.
    case momentary
    /// People are asked to hold again.
    case question
    /// A button is held down.
    case holdProgress
    /// A PIN is asked for.
    case prompt
    /// It is being keyed in, or was right or wrong.
    case entry
    /// Nobody can unlock for a while.
    case lockout
    /// Something is broken.
    case fault
    /// A person looks whether the light works, and what it says.
    case test

    public static func < (left: LightLayer, right: LightLayer) -> Bool { left.rawValue < right.rawValue }
}
