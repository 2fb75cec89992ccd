import Configuration
import ControlModel
import EventLoop
import MonotonicTime
import Store

/// A panel's states and the ends of its timers in a store, which survive restarts and power cuts if the store does.
@PanelActor
public final class PanelMemory {
    /// The store with the states; its settings hold the layout and the push tokens.
    public let store: PanelStore
    private let scheduler: any Scheduler
    private let now: @PanelActor () -> StoredMoment
    /// The changes of controls while no panel runs: from the end of a panel to the start of its successor in the same
    /// process. They are not stored.
    var changes: [ControlReference: ControlChanges] = [:]
    /// The last performances. They are not stored.
    let performances = PanelHistory()
    /// The stored deadlines that were resumed although the duration of a power cut is unknown, in their original form.
    private var uncertain: [String: StoredDeadline] = [:]
    /// The wall clock's time in milliseconds at the zero of the scheduler's clock, as of the last conversion.
    private var lead: Int64 = 0
    private var timer: PanelTimer?
    /// The interval of clock checks while the wall clock is not right. A board with neither network nor a
    /// battery-backed clock may run like that for years, and a stored time may be long.
    private var delay = RetryDelay(longest: .seconds(3_600))

    /// Called when an uncertain time has become certain: `remaining` returns new values.
    public var becameCertain: (@PanelActor () -> Void)?

    /// - Parameter now: reads the clocks.
    public init(_ store: PanelStore, scheduler: any Scheduler, now: @escaping @PanelActor () -> StoredMoment) {
        self.store = store
        self.scheduler = scheduler
        self.now = now
        timer = scheduler.makeTimer { [weak self] in self?.look() }
    }

    /// Creates an empty memory that ends with the process. Its only clock is the scheduler's, which is enough for
    /// countdowns.
    public convenience init(scheduler: any Scheduler) {
        self.init(.inMemory(), scheduler: scheduler) {
            let now = scheduler.now.nanoseconds
            return StoredMoment(
                wall: StoredTime(milliseconds: now / 1_000_000, isSynchronized: false), bootID: "scheduler",
                boottime: now)
        }
    }

    /// The wall clock's time in seconds since 1970, for display only.
    public var wallClock: Double { Double(wallTime.milliseconds) / 1000 }

    /// The wall clock's time, and whether the clock is right.
    var wallTime: StoredTime { now().wall }

    /// The wall clock's time of an instant, in milliseconds since 1970, by the present clock: a clock that was set since
    /// then gives the right time.
    func wallTime(of instant: MonotonicInstant) -> StoredTime {
        let now = wallTime
        let found = now.milliseconds - scheduler.now.nanoseconds / 1_000_000
        // An instant has the same time in each answer, although the two clocks are read one after the other.
        if abs(found - lead) > 10 { lead = found }
        return StoredTime(
            milliseconds: lead + instant.nanoseconds / 1_000_000, isSynchronized: now.isSynchronized)
    }

    /// Whether the toggle of this kind was left on; `nil` if it has no stored state.
    public func isOn(_ kind: String) -> Bool? { store.outputs[kind]?.isOn }

    /// Stores the state of the toggle of this kind.
    public func setOn(_ isOn: Bool, of kind: String) {
        store.setOutput(OutputState(isOn: isOn, since: now().wall), of: kind)
    }

    /// The time until the stored end for the control of this kind; `nil` if there is none.
    ///
    /// If the duration of a power cut is unknown, the first call after the cut restarts the count from the stored
    /// remaining time.
    public func remaining(of kind: String, for purpose: TimePurpose) -> KeptTime? {
        let name = StoredDeadline.name(kind: kind, purpose: purpose.rawValue)
        guard let kept = store.deadlines[name] else { return nil }
        let left = kept.remaining(at: now())
        guard left.source == .stored else {
            return KeptTime(duration: left.duration, isCertain: uncertain[name] == nil)
        }
        // From here on, this boot's clock counts the time; the original deadline gives the right end once the wall
        // clock is right.
        uncertain[name] = uncertain[name] ?? kept
        if timer?.deadline == nil { lookLater() }
        recount(kept, from: left.duration)
        return KeptTime(duration: left.duration, isCertain: false)
    }

    /// The purposes of the stored ends of a kind's timer, first those with less right. A power cut may leave two.
    public func timers(of kind: String) -> [TimePurpose] {
        let purposes = store.deadlines.values.filter { $0.kind == kind }.sorted { $0.purpose < $1.purpose }
            .compactMap { TimePurpose(rawValue: $0.purpose) }
        return ControlAuthentication.allCases.sorted().flatMap { allowed in
            [true, false].flatMap { isOfPerson in
                purposes.filter { purpose in
                    guard case .timerOf(let right) = purpose else { return false }
                    return right.allowed == allowed && (right.person != nil) == isOfPerson
                }
            }
        }
    }

    /// Stores the remaining time until an end; `nil` deletes the stored end.
    public func setRemaining(_ remaining: Duration?, of kind: String, for purpose: TimePurpose) {
        uncertain[StoredDeadline.name(kind: kind, purpose: purpose.rawValue)] = nil
        guard let remaining else {
            store.removeDeadline(of: kind, purpose: purpose.rawValue)
            return
        }
        store.setDeadline(StoredDeadline(kind: kind, purpose: purpose.rawValue, duration: remaining, at: now()))
    }

    /// Recomputes uncertain times after the wall clock was set or became trusted.
    public func clockChanged() {
        // timesyncd marks the clock as synchronized only after setting it, so another check must follow soon.
        delay.reset()
        look()
    }

    private func look() {
        var hasChanged = false
        for (name, kept) in uncertain {
            let left = kept.remaining(at: now())
            guard left.source != .stored else { continue }
            hasChanged = true
            uncertain[name] = nil
            recount(kept, from: left.duration)
        }
        if uncertain.isEmpty {
            delay.reset()
            timer?.cancel()
        } else {
            lookLater()
        }
        if hasChanged { becameCertain?() }
    }

    /// Stores that this much of the time remains now.
    private func recount(_ kept: StoredDeadline, from remaining: Duration) {
        store.setDeadline(
            StoredDeadline(
                kind: kept.kind, purpose: kept.purpose, duration: kept.duration, remaining: remaining, at: now()))
    }

    /// Stops the clock checks.
    public func stop() {
        timer?.cancel()
        timer = nil
    }

    /// Arms the next clock check. A nearly right clock is slewed instead of set, which the kernel does not report.
    /// While a time is uncertain, the clock is checked after 1, 2, 4 … s, finally once an hour.
    private func lookLater() {
        timer?.arm(at: scheduler.now.advanced(by: delay.next()))
    }
}

/// The rest of a time span that may have begun before a restart or a power cut.
public struct KeptTime: Sendable, Hashable {
    /// The remaining time; zero after the end.
    public var duration: Duration
    /// Whether the time without power is counted. It is unknown if no trusted clock ran meanwhile.
    public var isCertain: Bool
}

/// The purpose of a control's stored time.
public enum TimePurpose: Sendable, Hashable {
    /// `timer`: the rest of a timer, with the right that is left of its start.
    case timerOf(LastingRight)
    /// `max_time`: the time until a toggle turns itself off.
    case maxTime

    /// The rest of a timer that needed no PIN.
    public static let timer = TimePurpose.timerOf(.none)
}

/// The texts of the purposes, which are part of the store's permanent format.
extension TimePurpose: RawRepresentable {
    private static let (usualTimer, maximum) = ("timer", "max_time")
    private static let rightfulTimer = "timer_"

    public var rawValue: String {
        switch self {
        case .timerOf(.none): Self.usualTimer
        case .timerOf(let right): Self.rightfulTimer + right.text
        case .maxTime: Self.maximum
        }
    }

    /// Reads `timer`, `timer_local`, `timer_required:member:4711` or `max_time`; `nil` for other texts.
    public init?(rawValue: String) {
        switch rawValue {
        case Self.usualTimer: self = .timer
        case Self.maximum: self = .maxTime
        default:
            guard rawValue.hasPrefix(Self.rightfulTimer),
                let right = LastingRight(text: rawValue.dropFirst(Self.rightfulTimer.count)), right.allowed > .none
            else { return nil }
            self = .timerOf(right)
        }
    }
}
