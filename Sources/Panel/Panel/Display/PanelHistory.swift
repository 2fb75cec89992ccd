import Authentication
import MonotonicTime

/// The controls that a panel has performed last, for the view `open: history`. Bounded, and lost with the panel.
struct PanelHistory: Sendable {
    /// One performance that succeeded.
    struct Entry: Sendable, Hashable {
        /// When it ended.
        var time: MonotonicInstant
        /// The control's display name.
        var control: String
        /// The value text of the state that a toggle has gone to; `nil` for a button, and where the state is not known yet.
        var value: String?
        /// The person whose PIN unlocked what performed it; `nil` where no PIN was given.
        var person: String?
        /// Whether the control needs a PIN, or keeps anything private.
        var isConfidential: Bool
    }

    /// The history while it is open.
    struct View: Sendable, Hashable {
        /// Whether a private control opened it. Viewers who may not see what is private must not learn of its performance.
        var isPrivate: Bool
    }

    /// More than a display has rows, so that enough stay when confidential ones are left out.
    static let limit = 200

    /// The oldest first.
    private(set) var entries: [Entry] = []

    mutating func add(_ entry: Entry) {
        if entries.count >= Self.limit { entries.removeFirst(entries.count - Self.limit + 1) }
        entries.append(entry)
    }

    /// A row for each entry, the newest first.
    ///
    /// - Parameters:
    ///   - seesAll: Whether the viewer has the session of a person who is no guest. Other viewers see no names, and neither
    ///     guarded nor private controls; what is left out does not show.
    ///   - most: The display's rows.
    ///   - local: The wall clock's reading at an instant; `nil` while the clock is not right, and rows have no time then.
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
    /// `18:03`
    fileprivate var timeText: String { "\(Self.two(minutes / 60)):\(Self.two(minutes % 60))" }

    /// `05-31`: the month and the day.
    fileprivate var dayText: String { "\(Self.two(date.month))-\(Self.two(date.day))" }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
