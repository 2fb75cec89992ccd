import MonotonicTime
import TestSupport

@testable import Gestures

/// Plays a contact's history to a recognizer, as an event loop would.
struct ContactPlayer {
    let history: ContactHistory
    /// Whether a lost edge shows as a gap, which makes the loop resynchronize.
    let seesGaps: Bool

    private var button: ButtonRecognizer
    private var ledger: PressLedger
    private var level = false
    private var isGap = false

    init(_ history: ContactHistory, seesGaps: Bool) {
        self.history = history
        self.seesGaps = seesGaps
        button = ButtonRecognizer(bound: history.bound, timings: GestureTimings(), isActive: false, at: .zero)
        ledger = PressLedger(bound: history.bound, timings: GestureTimings())
    }

    /// A loop without delay.
    static func promptly(_ history: ContactHistory, seesGaps: Bool = true) -> PressLedger {
        var player = ContactPlayer(history, seesGaps: seesGaps)
        for edge in history.edges {
            player.wait(until: edge.time)
            player.level = edge.isActive
            if edge.isLost {
                player.isGap = true
            } else if player.isGap && seesGaps {
                player.resynchronise(at: edge.time)
            } else {
                player.isGap = false
                player.enter(player.button.edge(isActive: edge.isActive, at: instant(edge.time)), at: edge.time)
            }
        }
        player.wait(until: history.end)
        player.ledger.close()
        return player.ledger
    }

    /// A loop that wakes occasionally and finds a queue of edges.
    static func late(
        _ history: ContactHistory, _ random: inout SplitMix64, seesGaps: Bool = true
    ) -> PressLedger {
        var player = ContactPlayer(history, seesGaps: seesGaps)
        for (index, edge) in history.edges.enumerated() {
            player.level = edge.isActive
            if edge.isLost {
                player.isGap = true
            } else if !(player.isGap && seesGaps) {
                player.enter(player.button.edge(isActive: edge.isActive, at: instant(edge.time)), at: edge.time)
            }
            let next = index + 1 < history.edges.count ? history.edges[index + 1].time : history.end
            guard next > edge.time, random.once(in: 3) else { continue }
            let now = random.number(in: edge.time...next - 1)
            if player.isGap && seesGaps {
                player.resynchronise(at: now)
            } else {
                player.enter(player.button.elapse(to: instant(now), level: player.level), at: now)
            }
        }
        player.wait(until: history.end)
        player.ledger.close()
        return player.ledger
    }

    private static func instant(_ time: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: time)
    }

    private mutating func wait(until time: Int64) {
        while let deadline = button.deadline, deadline.nanoseconds < time {
            if isGap && seesGaps {
                resynchronise(at: deadline.nanoseconds)
            } else {
                enter(button.elapse(to: deadline, level: level), at: deadline.nanoseconds)
            }
        }
    }

    private mutating func resynchronise(at time: Int64) {
        isGap = false
        enter(button.resynchronise(isActive: level, at: Self.instant(time)), at: time)
    }

    private mutating func enter(_ outputs: [ButtonOutput], at time: Int64) {
        ledger.enter(outputs, isPressed: button.isPressed, isQuarantined: button.isQuarantined)
        if let deadline = button.deadline, deadline.nanoseconds <= time { ledger.fail("a deadline was left behind") }
    }
}
