import EventLoop
import MonotonicTime

/// A memory that lasts as long as the process; successive engines resume each other's states.
@PanelActor
public final class VolatileMemory: PanelMemory {
    /// Never called: all times of this memory are certain.
    public var becameCertain: (@PanelActor () -> Void)?
    private let scheduler: any Scheduler
    private let wallClockNow: @PanelActor () -> Double
    private var states: [String: Bool] = [:]
    private var ends: [String: [TimePurpose: MonotonicInstant]] = [:]

    /// Creates an empty memory.
    ///
    /// - Parameter wallClock: returns the time in seconds since 1970.
    public init(scheduler: any Scheduler, wallClock: @escaping @PanelActor () -> Double) {
        self.scheduler = scheduler
        wallClockNow = wallClock
    }

    public var wallClock: Double { wallClockNow() }

    public func isOn(_ kind: String) -> Bool? { states[kind] }

    public func setOn(_ isOn: Bool, of kind: String) {
        states[kind] = isOn
    }

    public func remaining(of kind: String, for purpose: TimePurpose) -> KeptTime? {
        ends[kind]?[purpose].map { KeptTime(max(.zero, scheduler.now.duration(to: $0)), isCertain: true) }
    }

    public func setRemaining(_ remaining: Duration?, of kind: String, for purpose: TimePurpose) {
        ends[kind, default: [:]][purpose] = remaining.map { scheduler.now.advanced(by: $0) }
    }
}
