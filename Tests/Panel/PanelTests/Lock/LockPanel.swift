import Authentication
import Configuration
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime
import Testing

@testable import Panel

/// A panel with a lock, and with Alice, who has a PIN.
@PanelActor
final class LockPanel {
    static let digits = "271905"

    let panel: TestPanel
    let lock: PanelLock
    private let clock: PanelLockClock
    /// Shared by all panels, because a worker's thread never ends.
    private static let worker = Worker()

    var engine: PanelEngine { panel.engine }

    init(
        _ yaml: String, leds: (any LEDClass)? = nil, display: (any DisplaySink)? = nil,
        extensions: [String: any ExtensionService] = [:], isEnrolled: Bool = true
    ) async throws {
        let scheduler = VirtualScheduler()
        clock = PanelLockClock(scheduler)
        let gatekeeper = Gatekeeper(
            memory: VolatileLockMemory(), key: .success(.random()), worker: Self.worker, newCost: .fixed(.cheapest),
            authority: Authority(autoLock: .seconds(30)), at: clock.boottime)
        lock = PanelLock(gatekeeper, clock: clock, scheduler: scheduler)
        panel = try TestPanel(
            yaml, leds: leds, extensions: extensions, display: display, clock: scheduler, lock: lock)
        if isEnrolled { try await enrol("alice", Self.digits) }
    }

    func enrol(_ name: String, _ digits: String, _ role: Role = .owner) async throws {
        let entry = PINEntry()
        for digit in digits { entry.append(digit.wholeNumberValue ?? -1) }
        let pin = entry.take()
        let result = await withCheckedContinuation { continuation in
            lock.gatekeeper.add(name: name, role: role, pin: pin) { continuation.resume(returning: $0) }
        }
        _ = try result.get()
    }

    /// Starts the panel and its extensions.
    func start() async throws {
        try engine.start()
        await panel.advance(.zero)
        panel.forgetEdges()
    }

    func unlock(_ digits: String = digits) async {
        lock.enter(digits)
        await panel.advance(.zero)
    }

    /// Performs a control and returns the outcome.
    func perform(_ control: String, isOn: Bool? = nil, by requester: Requester) async -> PerformOutcome? {
        var found: PerformOutcome?
        _ = engine.perform(control, isOn: isOn, answers: [:], by: requester) { found = $0 }
        await panel.advance(.zero)
        return found
    }

    func stop() async {
        engine.stop()
        lock.stop()
        await panel.expectNothingLeft()
    }
}

/// The clocks of a panel in virtual time, with a right wall clock.
@PanelActor
private final class PanelLockClock: LockClock {
    private let scheduler: any Scheduler

    init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    var boottime: BoottimeInstant { BoottimeInstant(nanoseconds: scheduler.now.nanoseconds) }

    var local: LocalMoment? {
        LocalMoment(localSeconds: 1_704_067_200 + scheduler.now.nanoseconds / 1_000_000_000, isSynchronized: true)
    }
}
