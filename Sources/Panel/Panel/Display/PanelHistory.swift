import Authentication
import MonotonicTime

/// The last performances of a panel, for the view `open: history`. The list is bounded, and lost with the panel.
struct PanelHistory: Sendable {
    /// A successful performance.
    struct Entry: Sendable, Hashable {
        /// When the performance ended.
        var time: MonotonicInstant
        var control: String
        /// The value text of a toggle's new state; `nil` for a button and for an unknown state.
        var value: String?
        /// The person whose PIN unlocked the panel or the client's session; `nil` without a PIN.
        var person: String?
        /// Whether the control needs a PIN or has private content.
        var isConfidential: Bool
    }

    /// More entries than a display has rows, so that enough remain without the confidential ones.
    static let limit = 200

    /// The entries, the oldest first.
    private(set) var entries: [Entry] = []

    mutating func add(_ entry: Entry) {
        if entries.count >= Self.limit { entries.removeFirst(entries.count - Self.limit + 1) }
        entries.append(entry)
    }

    /// Returns a row for each entry, the newest first.
    ///
    /// - Parameters:
    ///   - seesAll: whether the viewer has the session of a person who is not a guest. For other viewers, names and
    ///     guarded or private controls are left out without a trace.
    ///   - most: the display's number of rows.
    ///   - local: converts an instant to local time; `nil` while the clock is not right, and rows have no time then.
    func rows(
        seesAll: Bool, most: Int, now: MonotonicInstant, local: (MonotonicInstant) -> LocalMoment?
    ) -> [String] {
        let shown = entries.reversed().lazy.filter { seesAll || !$0.isConfidential }.prefix(most)
        guard !shown.isEmpty else { return ["Nothing to show"] }
        let today = local(now)?.date
        return shown.map { entry in
            var row = local(entry.time).map { "\($0.date == today ? $0.timeText : $0.dayText) " } ?? ""
            row += entry.control
            if let value = entry.value { row += ": \(value)" }
            if seesAll, let person = entry.person { row += ", \(person)" }
            return row
        }
    }
}

extension LocalMoment {
    /// The time as `18:03`.
    fileprivate var timeText: String { "\(Self.two(minutes / 60)):\(Self.two(minutes % 60))" }

    /// The month and the day as `05-31`.
    fileprivate var dayText: String { "\(Self.two(date.month))-\(Self.two(date.day))" }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
