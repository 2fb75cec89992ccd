import Authentication
import EventLoop
import MonotonicTime

/// The last performances of a panel, for the view `open: history` and for programs. The list is bounded, and lost with
/// the process.
@PanelActor
final class PanelHistory {
    /// A successful performance.
    struct Entry: Sendable, Hashable {
        /// When the performance ended.
        var time: MonotonicInstant
        /// The control's name for people.
        var title: String
        /// The control's name for programs.
        var name = ""
        /// A toggle's new state; `nil` for a button and for an unknown state.
        var isOn: Bool?
        /// The value text of this state.
        var value: String?
        /// The author of the request: a person if a PIN unlocked the panel or the client's session.
        var who = AuditActor.panel
        /// Whether the control needed a PIN: the audit trail has the performance, too.
        var isGuarded = false
        /// Whether the control had private content.
        var isPrivate = false
        /// The position in the order of all performances, from 1.
        fileprivate(set) var number = 0

        var isConfidential: Bool { isGuarded || isPrivate }
    }

    /// The most entries of each kind, confidential and other. It is more than a display has rows.
    static let limit = 200

    /// Two lists with bounds of their own: the confidential performances do not push out the others, whose number would
    /// otherwise tell that there were some.
    private var confidential: [Entry] = []
    private var others: [Entry] = []
    /// The number of the last entry.
    private(set) var lastNumber = 0
    private var followers: [Follower] = []

    private struct Follower {
        weak var reading: PerformanceReading?
    }

    /// The entries, the oldest first.
    var entries: [Entry] { entries(after: 0) }

    func entries(after number: Int) -> [Entry] {
        (confidential + others).filter { $0.number > number }.sorted { $0.number < $1.number }
    }

    func add(_ entry: Entry) {
        lastNumber += 1
        var entry = entry
        entry.number = lastNumber
        if entry.isConfidential { Self.append(entry, to: &confidential) } else { Self.append(entry, to: &others) }
        for follower in followers { follower.reading?.ready?() }
    }

    private static func append(_ entry: Entry, to list: inout [Entry]) {
        if list.count >= limit { list.removeFirst(list.count - limit + 1) }
        list.append(entry)
    }

    /// Tells a reading of new performances, as long as a client holds the reading.
    func follow(_ reading: PerformanceReading) {
        followers.removeAll { $0.reading == nil }
        followers.append(Follower(reading: reading))
    }

    /// The readings that are still alive.
    var readings: [PerformanceReading] { followers.compactMap(\.reading) }

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
        let shown = (seesAll ? entries : others).suffix(most).reversed()
        guard !shown.isEmpty else { return ["Nothing to show"] }
        let today = local(now)?.date
        return shown.map { entry in
            var row = local(entry.time).map { "\($0.date == today ? $0.timeText : $0.dayText) " } ?? ""
            row += entry.title
            if let value = entry.value { row += ": \(value)" }
            if seesAll, entry.who.isPerson { row += ", \(entry.who.name)" }
            return row
        }
    }
}

/// A program's reading of the last performances, which goes on with new ones on request.
@PanelActor
final class PerformanceReading {
    enum Step {
        case entry(PanelHistory.Entry)
        /// Nothing for now: `ready` is called later.
        case wait
        case end
    }

    /// Called when there is a new performance.
    var ready: (@PanelActor () -> Void)?

    private let history: PanelHistory
    private let follows: Bool
    /// Whether the reader may see an entry now.
    private let isShown: @PanelActor (PanelHistory.Entry) -> Bool
    private var entries: ArraySlice<PanelHistory.Entry>
    private var last: Int

    /// - Parameter choose: Chooses where to begin among the entries that the reader may see.
    init(
        _ history: PanelHistory, follows: Bool, isShown: @escaping @PanelActor (PanelHistory.Entry) -> Bool,
        from choose: ([PanelHistory.Entry]) -> ArraySlice<PanelHistory.Entry>
    ) {
        (self.history, self.follows, self.isShown) = (history, follows, isShown)
        entries = choose(history.entries.filter { isShown($0) })
        last = history.lastNumber
        if follows { history.follow(self) }
    }

    func next() -> Step {
        while true {
            // The control may have become guarded or private since then.
            while let entry = entries.popFirst() { if isShown(entry) { return .entry(entry) } }
            guard follows else { return .end }
            guard last < history.lastNumber else { return .wait }
            entries = history.entries(after: last)[...]
            last = history.lastNumber
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
