import EventLoop
import MonotonicTime
import Panel
import Store

/// The clocks of a script's machine: they begin on Monday 2024-01-01 at 00:00 UTC, kept right by the network.
struct ScriptClocks {
    /// In milliseconds since 1970.
    private static let firstMoment: Int64 = 1_704_067_200_000

    /// How far the wall clock was set.
    private var offset = Duration.zero
    /// Whether something keeps the wall clock right.
    var isSynchronized = true
    private var boots = 1

    /// What the clocks show so long after the script's start.
    func moment(at elapsed: Duration) -> StoredMoment {
        StoredMoment(
            wall: StoredTime(
                milliseconds: Self.firstMoment + Int64((elapsed + offset) / .milliseconds(1)),
                isSynchronized: isSynchronized),
            bootID: "boot \(boots)", boottime: elapsed.nanoseconds)
    }

    /// The wall clock is set, without any time passing.
    mutating func set(by step: Duration) {
        offset += step
    }

    /// The machine starts anew.
    mutating func boot() {
        boots += 1
    }
}

/// The wall clock of a script, which is somewhere where local time is UTC.
@PanelActor
final class ScriptLocalClock: LocalClock {
    var changed: (@PanelActor () -> Void)?
    private let read: @PanelActor () -> Int64?

    /// - Parameter read: gives its milliseconds since 1970; `nil` where it does not count as right.
    init(_ read: @escaping @PanelActor () -> Int64?) {
        self.read = read
    }

    var milliseconds: Int64? { read() }
    func offset(at seconds: Int64) -> Int { 0 }
}
