import Authentication
import EventLoop
import MonotonicTime
import Panel
import Store

/// The clocks of a script's machine. They begin on Monday 2024-01-01 at 00:00 UTC, kept right by the network. Local
/// time is UTC.
@PanelActor
final class ScriptClocks: LocalClock, LockClock {
    /// The first moment, in milliseconds since 1970.
    private static let firstMoment: Int64 = 1_704_067_200_000

    var changed: (@PanelActor () -> Void)?
    private let elapsed: @PanelActor () -> Duration
    /// The sum of all steps by which the wall clock was set.
    private var offset = Duration.zero
    /// Whether something keeps the wall clock right.
    private var isSynchronized = true
    private var boots = 1

    /// - Parameter elapsed: Returns the time since the script's start.
    init(_ elapsed: @escaping @PanelActor () -> Duration) {
        self.elapsed = elapsed
    }

    /// The present state of the clocks.
    var now: StoredMoment {
        let elapsed = elapsed()
        return StoredMoment(
            wall: StoredTime(
                milliseconds: Self.firstMoment + Int64((elapsed + offset) / .milliseconds(1)),
                isSynchronized: isSynchronized),
            bootID: "boot \(boots)", boottime: elapsed.nanoseconds)
    }

    /// Changes the wall clock, without any time passing. The caller tells the observers.
    func change(_ change: ScriptAction.ClockChange) {
        switch change {
        case .set(let step): offset += step
        case .isRight(let isRight): isSynchronized = isRight
        }
    }

    /// Starts the machine again.
    func boot() {
        boots += 1
    }

    // MARK: LocalClock

    var milliseconds: Int64? { isSynchronized ? now.wall.milliseconds : nil }

    func offset(at seconds: Int64) -> Int { 0 }

    // MARK: LockClock

    var boottime: BoottimeInstant { BoottimeInstant(nanoseconds: now.boottime) }

    var local: LocalMoment? {
        LocalMoment(localSeconds: now.wall.milliseconds / 1_000, isSynchronized: isSynchronized)
    }
}
