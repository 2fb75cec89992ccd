import EventLoop
import MonotonicTime
import Panel
import Store

/// The clocks of a script's machine. They begin on Monday 2024-01-01 at 00:00 UTC, kept right by the network.
struct ScriptClocks {
    /// The first moment, in milliseconds since 1970.
    private static let firstMoment: Int64 = 1_704_067_200_000

    /// The sum of all steps by which the wall clock was set.
    private var offset = Duration.zero
    /// Whether something keeps the wall clock right.
    var isSynchronized = true
    private var boots = 1

    /// The state of the clocks at this time after the script's start.
    func moment(at elapsed: Duration) -> StoredMoment {
        StoredMoment(
            wall: StoredTime(
                milliseconds: Self.firstMoment + Int64((elapsed + offset) / .milliseconds(1)),
                isSynchronized: isSynchronized),
            bootID: "boot \(boots)", boottime: elapsed.nanoseconds)
    }

    /// Sets the wall clock by `step`, without any time passing.
    mutating func set(by step: Duration) {
        offset += step
    }

    /// Starts the machine again.
    mutating func boot() {
        boots += 1
    }
}

/// The wall clock of a script. Its local time is UTC.
@PanelActor
final class ScriptLocalClock: LocalClock {
    var changed: (@PanelActor () -> Void)?
    private let read: @PanelActor () -> Int64?

    /// - Parameter read: Returns the clock's milliseconds since 1970; `nil` while the clock does not count as right.
    init(_ read: @escaping @PanelActor () -> Int64?) {
        self.read = read
    }

    var milliseconds: Int64? { read() }
    func offset(at seconds: Int64) -> Int { 0 }
}
