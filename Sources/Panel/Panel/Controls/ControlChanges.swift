import ControlModel
import MonotonicTime

/// A state of a control, valid from an instant on.
public struct ControlChange: Sendable, Hashable {
    /// When the panel learned of the state.
    public var time: MonotonicInstant
    /// A toggle's state; `nil` for a button.
    public var isOn: Bool?
    /// The value text, cut to 100 Unicode scalars.
    public var valueText: String?
    /// How far the value is to be trusted.
    public var freshness: ControlSnapshot.Freshness

    init(_ snapshot: ControlSnapshot, at time: MonotonicInstant) {
        self.time = time
        isOn = snapshot.isOn
        valueText = snapshot.valueText.map { text in
            text.unicodeScalars.count <= Self.longestText
                ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longestText - 1))) + "…"
        }
        freshness = snapshot.freshness
    }

    private static let longestText = 100

    fileprivate func isSame(as other: ControlChange) -> Bool {
        (isOn, valueText, freshness) == (other.isOn, other.valueText, other.freshness)
    }
}

/// The last changes of a control's state, in memory: one list with private content and one without.
///
/// Each list has a bound of its own. Neither the number nor the age of redacted changes reveals how often a private
/// state changed.
struct ControlChanges: Sendable {
    /// The most changes kept of one control.
    static let limit = 200

    private var full: [ControlChange] = []
    /// `nil` while nothing of the control is private.
    private var redacted: [ControlChange]?
    private var privacy: ControlSnapshot.Privacy?

    /// The changes, the oldest first; the first one is the initial state.
    func list(_ seesPrivate: Bool) -> [ControlChange] { seesPrivate ? full : redacted ?? full }

    /// Records the state if it differs from the last one.
    ///
    /// A change of privacy empties both lists: a private state must not appear once the control is public.
    mutating func note(_ snapshot: ControlSnapshot, redacted shown: ControlSnapshot, at time: MonotonicInstant) {
        if privacy != snapshot.privacy {
            (full, redacted, privacy) = ([], shown.isRedacted ? [] : nil, snapshot.privacy)
        }
        // A running button shows its running label, which is not a state.
        guard snapshot.isOn != nil || !snapshot.isRunning else { return }
        full.note(ControlChange(snapshot, at: time))
        redacted?.note(ControlChange(shown, at: time))
    }
}

extension [ControlChange] {
    fileprivate mutating func note(_ change: ControlChange) {
        if let last, last.isSame(as: change) { return }
        if count >= ControlChanges.limit { removeFirst(count - ControlChanges.limit + 1) }
        append(change)
    }
}
