import EventLoop
import MonotonicTime

/// A memory that lasts as long as the process: panels that follow one another in it go on where the one before ended.
@PanelActor
public final class VolatileMemory: PanelMemory {
    /// Never called: all its times are certain.
    public var becameCertain: (@PanelActor () -> Void)?
    private let scheduler: any Scheduler
    private let wallClockNow: @PanelActor () -> Double
    private var states: [String: Bool] = [:]
    private var ends: [String: [TimePurpose: MonotonicInstant]] = [:]

    /// Nothing is kept yet.
    ///
    /// - Parameter wallClock: seconds since 1970.
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
