import MonotonicTime

/// The look that a light shows, decided from its layers: a pure value.
///
/// ```
///   fault          ·  ·  ·  ·  ·  ·  ·  ·
///   hold progress  ·  █▁█▁█ ·  ·  ·  ·  ·      visible: the highest layer that has a look
///   momentary      ·  ·  ·  ▁█▁█  ·  ·  ·
///   state          ▁▁▁▁▁▁▁▁▁███████████████
/// ```
public struct LightLayers: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var look: LightLook
        var start: MonotonicInstant
        var end: MonotonicInstant?
    }

    /// Each layer's look, by the layer's raw value.
    private var entries = [Entry?](repeating: nil, count: LightLayer.allCases.count)

    /// No layer has a look: the light is dark.
    public init() {}

    /// Sets a layer's look from `start` on, in place of the one before.
    ///
    /// - Parameters:
    ///   - start: when the rhythm begins; now, or earlier.
    ///   - end: when the layer loses its look by itself; `nil`: at `clear`.
    public mutating func set(
        _ look: LightLook, on layer: LightLayer, from start: MonotonicInstant, until end: MonotonicInstant? = nil
    ) {
        // Setting the same look again must not restart the rhythm.
        if end == nil, let entry = entries[layer.rawValue], entry.look == look, entry.end == nil { return }
        entries[layer.rawValue] = Entry(look: look, start: start, end: end)
    }

    /// Removes a layer's look.
    public mutating func clear(_ layer: LightLayer) {
        entries[layer.rawValue] = nil
    }

    /// The look of the highest layer that has one at `time`; `nil` where no layer has one.
    public func look(at time: MonotonicInstant) -> LightLook? {
        top(at: time)?.look
    }

    /// The looks of all layers at `time`, the most urgent first.
    public func all(at time: MonotonicInstant) -> [(layer: LightLayer, look: LightLook)] {
        LightLayer.allCases.reversed().compactMap { layer in
            entry(layer.rawValue, at: time).map { (layer, $0.look) }
        }
    }

    /// The light's level at `time`, from 0 (dark) to 1, and the time of the next possible change.
    ///
    /// - Parameter levels: the number of levels that the light has besides dark; at least 1.
    public func state(at time: MonotonicInstant, levels: Int = 1) -> (level: Double, deadline: MonotonicInstant?) {
        guard let entry = top(at: time) else { return (0, nil) }
        let moment = entry.look.pattern.moment(after: entry.start.duration(to: time))
        // The end of an entry below the top changes nothing visible, so it needs no deadline.
        let change = moment.change(of: levels).map { time.advanced(by: $0) }
        return (moment.level(of: levels), [change, entry.end].compactMap { $0 }.min())
    }

    /// When the look on top at `time` ends by itself; `nil` where it has no end.
    public func end(at time: MonotonicInstant) -> MonotonicInstant? { top(at: time)?.end }

    private func top(at time: MonotonicInstant) -> Entry? {
        // A loop over indices, since each press calls this several times.
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

/// A layer of a light, the least urgent first. The light shows the highest layer that has a look.
///
/// When that layer is cleared, the light shows the next lower layer in its state at that time.
public enum LightLayer: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The control's state, or the lock's.
    case state
    /// Something that has just happened: performed, failed, refused.
    case momentary
    /// The panel asks the user to hold again.
    case question
    /// A button is held down.
    case holdProgress
    /// The panel asks for a PIN.
    case prompt
    /// The user enters a PIN, or the PIN was right or wrong.
    case entry
    /// A user tests whether the light works, and what it means. A test never hides a lockout or a fault.
    case test
    /// The panel accepts no PIN for a while.
    case lockout
    /// Something is broken.
    case fault

    public static func < (left: LightLayer, right: LightLayer) -> Bool { left.rawValue < right.rawValue }
}
