import ControlModel
import MonotonicTime

/// A state of a control, valid from an instant on.
public struct ControlChange: Sendable, Hashable {
    /// When the panel learned of the state, in steps of 4 ns.
    public var time: MonotonicInstant
    /// A toggle's state; `nil` for a button.
    public var isOn: Bool?
    /// The value text, cut to 64 bytes of UTF-8.
    public var valueText: String?
}

/// The last changes of a control's state, in memory: one list with private content and one without.
///
/// Each list has a bound of its own. Neither the number nor the age of redacted changes reveals how often a private
/// value text changed. A private state has no redacted list: the times alone would tell the state.
struct ControlChanges: Sendable {
    /// The most changes kept of one control.
    static let limit = 200

    private var full = ChangeRing()
    /// `nil` while nothing of the control is private, or its state is.
    private var redacted: ChangeRing?
    private var privacy = ControlSnapshot.Privacy()

    /// The changes, the oldest first; the first one is the initial state. `nil` for a viewer who may not see a private
    /// state.
    func list(_ seesPrivate: Bool) -> [ControlChange]? {
        if seesPrivate { return full.changes }
        return privacy.state ? nil : (redacted ?? full).changes
    }

    /// Empties both lists if the privacy has changed: a private state must not appear once the control is public, nor a
    /// public one once it is private.
    mutating func adopt(privacyOf snapshot: ControlSnapshot, redacted shown: ControlSnapshot) {
        guard privacy != snapshot.privacy else { return }
        privacy = snapshot.privacy
        (full, redacted) = (ChangeRing(), shown.isRedacted && !privacy.state ? ChangeRing() : nil)
    }

    /// Records the state if it differs from the last one.
    mutating func note(_ snapshot: ControlSnapshot, redacted shown: ControlSnapshot, at time: MonotonicInstant) {
        adopt(privacyOf: snapshot, redacted: shown)
        // A running button shows its running label, which is not a state.
        guard snapshot.isOn != nil || !snapshot.isRunning else { return }
        full.note(snapshot, at: time)
        redacted?.note(shown, at: time)
    }
}

/// The last changes of one control. A change takes 24 bytes, and a text over 15 bytes its own memory besides.
private struct ChangeRing: Sendable {
    private struct Entry {
        /// The time in nanoseconds. The two lowest bits are the state: 0 for a button, 1 for off, 2 for on.
        var stamp: Int64
        var valueText: String?

        var state: Int64 { stamp & 3 }
    }

    /// The longest value text in bytes, with the ellipsis of a cut text.
    private static let longestText = 64

    private var entries: [Entry] = []
    /// The index of the oldest entry in a full ring; 0 in any other.
    private var oldest = 0

    private var last: Entry? { oldest == 0 ? entries.last : entries[oldest - 1] }

    mutating func note(_ snapshot: ControlSnapshot, at time: MonotonicInstant) {
        let state: Int64 = snapshot.isOn.map { $0 ? 2 : 1 } ?? 0
        let text = snapshot.valueText.map(Self.cut)
        if let last {
            if last.state == state, last.valueText == text { return }
        } else if state == 0, text == nil {
            // A button without a value has no state.
            return
        }
        let entry = Entry(stamp: time.nanoseconds & ~3 | state, valueText: text)
        guard entries.count == ControlChanges.limit else { return entries.append(entry) }
        entries[oldest] = entry
        oldest = (oldest + 1) % ControlChanges.limit
    }

    /// The changes, the oldest first.
    var changes: [ControlChange] {
        (entries[oldest...] + entries[..<oldest]).map { entry in
            ControlChange(
                time: MonotonicInstant(nanoseconds: entry.stamp & ~3), isOn: entry.state == 0 ? nil : entry.state == 2,
                valueText: entry.valueText)
        }
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        var (short, room) = ("", longestText - "…".utf8.count)
        for scalar in text.unicodeScalars {
            room -= UTF8.width(scalar)
            guard room >= 0 else { break }
            short.unicodeScalars.append(scalar)
        }
        return short + "…"
    }
}
