import EventLoop
import MonotonicTime
import Store

/// A memory in a store on the disk: it outlasts the process, and power cuts.
@PanelActor
public final class StoredMemory: PanelMemory {
    private let store: PanelStore
    private let scheduler: any Scheduler
    private let now: @PanelActor () -> StoredMoment
    /// Times that go on though it is not known how long the power was away, as they were kept before.
    private var uncertain: [String: StoredDeadline] = [:]
    private var timer: PanelTimer?
    /// How long a clock that is not right is left alone. A board with neither network nor a clock that outlasts power cuts may
    /// run so for years, and a time that it keeps may be long.
    private var delay = RetryDelay(longest: .seconds(3_600))

    public var becameCertain: (@PanelActor () -> Void)?

    /// - Parameter now: the clocks.
    public init(_ store: PanelStore, scheduler: any Scheduler, now: @escaping @PanelActor () -> StoredMoment) {
        self.store = store
        self.scheduler = scheduler
        self.now = now
        timer = scheduler.makeTimer { [weak self] in self?.look() }
    }

    public var wallClock: Double { Double(now().wall.milliseconds) / 1000 }

    public func isOn(_ kind: String) -> Bool? { store.outputs[kind]?.isOn }

    public func setOn(_ isOn: Bool, of kind: String) {
        store.setOutput(OutputState(isOn: isOn, since: now().wall), of: kind)
    }

    public func remaining(of kind: String, for purpose: TimePurpose) -> KeptTime? {
        let name = StoredDeadline.name(kind: kind, purpose: purpose.rawValue)
        guard let kept = store.deadlines[name] else { return nil }
        let left = kept.remaining(at: now())
        guard left.source == .stored else {
            return KeptTime(left.duration, isCertain: uncertain[name] == nil)
        }
        // From here on it is counted by this boot's clock; what was kept tells the right end when the clock is right.
        uncertain[name] = uncertain[name] ?? kept
        if timer?.deadline == nil { lookLater() }
        store.setDeadline(
            StoredDeadline(
                kind: kind, purpose: purpose.rawValue, duration: kept.duration, remaining: left.duration, at: now()))
        return KeptTime(left.duration, isCertain: false)
    }

    public func setRemaining(_ remaining: Duration?, of kind: String, for purpose: TimePurpose) {
        uncertain[StoredDeadline.name(kind: kind, purpose: purpose.rawValue)] = nil
        guard let remaining else {
            store.removeDeadline(of: kind, purpose: purpose.rawValue)
            return
        }
        store.setDeadline(StoredDeadline(kind: kind, purpose: purpose.rawValue, duration: remaining, at: now()))
    }

    /// The wall clock was set, or is right now: times that were uncertain may be told.
    public func clockChanged() {
        // It may count as right only a moment after it has been set: timesyncd leaves its mark after the jump.
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
            store.setDeadline(
                StoredDeadline(
                    kind: kept.kind, purpose: kept.purpose, duration: kept.duration, remaining: left.duration,
                    at: now()))
        }
        if uncertain.isEmpty {
            delay.reset()
            timer?.cancel()
        } else {
            lookLater()
        }
        if hasChanged { becameCertain?() }
    }

    /// Looks at the clock no more.
    public func stop() {
        timer?.cancel()
        timer = nil
    }

    /// A clock that was nearly right is not set, but slowed down or hurried on, and that it is right now nothing tells: while
    /// a time is uncertain, the clock is looked at again after 1, 2, 4 … s, at last once an hour.
    private func lookLater() {
        timer?.arm(at: scheduler.now.advanced(by: delay.next()))
    }
}
