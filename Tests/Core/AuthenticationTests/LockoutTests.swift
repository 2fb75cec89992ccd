import MonotonicTime
import TestSupport
import Testing

@testable import Authentication

@Suite("Lockout")
struct LockoutTests {
    private func started(
        _ row: Int64, _ left: Int64, isDelayOver: Bool = false, source: AttemptSource = .pad,
        at now: BoottimeInstant = .zero
    ) -> (lockout: Lockout, notice: AuthenticationNotice?) {
        var notices: [AuthenticationNotice] = []
        let stored = Lockout.Stored(failuresInRow: row, attemptsLeft: left, isDelayOver: isDelayOver)
        return (Lockout(stored, of: source, at: now, notices: &notices), notices.first)
    }

    @Test("failures in a row cause the documented waits: none up to four, then 1, 5, 15, 30 min, 1, 2, 4, 4 h")
    func row() {
        let minutes: [Double] = [0, 0, 0, 0, 1, 5, 15, 30, 60, 120, 240, 240]
        var lockout = Lockout(source: .pad)
        var now = BoottimeInstant.zero
        for (index, wait) in minutes.enumerated() {
            #expect(lockout.charge(at: now) == true)
            let expected = wait == 0 ? nil : now.advanced(by: .seconds(Int64(wait * 60)))
            // The twelfth failure empties the bucket, to which one attempt has been added before.
            #expect(lockout.end(at: now) == expected, "failure \(index + 1)")
            if let expected {
                #expect(lockout.end(at: BoottimeInstant(nanoseconds: expected.nanoseconds - 1)) == expected)
                #expect(lockout.end(at: expected) == nil)
                now = expected
            }
        }
    }

    @Test("a lockout charges no attempt and does not get longer by further ones")
    func locked() {
        var lockout = Lockout(source: .pad)
        for _ in 0..<5 { #expect(lockout.charge(at: .zero) == true) }
        let before = lockout
        for second in [0, 1, 59.999] { #expect(lockout.charge(at: .seconds(second)) == false) }
        #expect(lockout == before)
        #expect(lockout.charge(at: .seconds(60)) == true)
        #expect(lockout.failuresInRow == 6)
    }

    @Test("a right PIN ends the row of failures and does not refill the bucket", arguments: AttemptSource.allCases)
    func bucket(source: AttemptSource) {
        var lockout = Lockout(source: source)
        for _ in 0..<source.capacity {
            #expect(lockout.charge(at: .zero) == true)
            lockout.succeeded()
        }
        #expect(lockout.failuresInRow == 0 && lockout.attemptsLeft == 0)
        let regained = BoottimeInstant.zero.advanced(by: source.regainInterval)
        #expect(lockout.end(at: .zero) == regained)
        #expect(lockout.deadline == regained)
        #expect(lockout.charge(at: BoottimeInstant(nanoseconds: regained.nanoseconds - 1)) == false)
        #expect(lockout.charge(at: regained) == true)
        #expect(lockout.end(at: regained) == regained.advanced(by: source.regainInterval))
    }

    @Test("the bucket regains one attempt per interval, up to its capacity")
    func regaining() {
        var lockout = Lockout(source: .pad)
        for _ in 0..<3 { #expect(lockout.charge(at: .zero) == true) }
        #expect(lockout.advance(to: .hours(5.999)) == false)
        #expect(lockout.advance(to: .hours(6)) == true)
        #expect(lockout.attemptsLeft == 10)
        #expect(lockout.advance(to: .hours(1_000)) == true)
        #expect(lockout.attemptsLeft == 12 && lockout.deadline == nil)
        // The next interval starts with the next failure.
        #expect(lockout.charge(at: .hours(1_001)) == true)
        #expect(lockout.deadline == .hours(1_007))
    }

    @Test("giving a charge back restores the state before it", arguments: [0, 1, 3, 4, 5, 7])
    func givenBack(failures: Int) {
        var lockout = Lockout(source: .pad)
        var now = BoottimeInstant.zero
        for _ in 0..<failures {
            #expect(lockout.charge(at: now) == true)
            now = lockout.end(at: now) ?? now
        }
        lockout.advance(to: now)
        let before = lockout
        #expect(lockout.charge(at: now) == true)
        #expect(lockout != before)
        lockout.giveBack()
        #expect(lockout == before)
    }

    @Test("a restart starts the current wait and interval again, but none that is over")
    func restart() {
        var lockout = Lockout(source: .pad)
        for _ in 0..<5 { #expect(lockout.charge(at: .zero) == true) }
        var again = started(
            lockout.stored.failuresInRow, lockout.stored.attemptsLeft, isDelayOver: lockout.stored.isDelayOver,
            at: .seconds(59)
        ).lockout
        #expect(again.end(at: .seconds(59)) == .seconds(119))
        #expect(again.advance(to: .seconds(119)) == true)
        #expect(again.stored.isDelayOver)
        again = started(5, 7, isDelayOver: true, at: .seconds(130)).lockout
        #expect(again.end(at: .seconds(130)) == nil)
        // The bucket's interval starts again: it counts from 130 s, not from 0 s.
        #expect(again.advance(to: .hours(6)) == false)
        #expect(again.advance(to: BoottimeInstant.hours(6).advanced(by: .seconds(130))) == true)
    }

    @Test(
        "impossible stored numbers count as the most failures and give a notice",
        arguments: [(-1, 12), (0, -1), (0, 13), (.max, 3), (.min, .min), (5, .max), (1_000_001, 0)] as [(Int64, Int64)])
    func damaged(row: Int64, left: Int64) {
        let (lockout, notice) = started(row, left, isDelayOver: true)
        #expect(notice == .damagedLockout(.pad))
        #expect(lockout.attemptsLeft == 0)
        #expect(lockout.end(at: .zero) == .hours(6))
        #expect(lockout.deadline == .hours(4))
        // The numbers that replace them are valid.
        let kept = lockout.stored
        #expect(started(kept.failuresInRow, kept.attemptsLeft).notice == nil)
    }

    @Test("all valid stored numbers are accepted unchanged", arguments: AttemptSource.allCases)
    func sound(source: AttemptSource) {
        for row in [0, 4, 5, 1_000_000] as [Int64] {
            for left in 0...Int64(source.capacity) {
                let (lockout, notice) = started(row, left, source: source)
                #expect(notice == nil)
                #expect(lockout.stored.failuresInRow == row && lockout.stored.attemptsLeft == left)
            }
        }
    }

    @Test("instants at the ends of the clock's range neither overflow nor end a lockout")
    func saturation() {
        let end = BoottimeInstant(nanoseconds: .max)
        var lockout = started(11, 0, at: end).lockout
        #expect(lockout.end(at: BoottimeInstant(nanoseconds: .max - 1)) == end)
        #expect(lockout.charge(at: BoottimeInstant(nanoseconds: .min)) == false)
        var full = Lockout(source: .pad)
        #expect(full.charge(at: BoottimeInstant(nanoseconds: .min)) == true)
        #expect(full.charge(at: end) == true)
        // A clock that goes back only makes the lockout longer.
        for _ in 0..<3 { #expect(full.charge(at: .hours(2)) == true) }
        #expect(full.end(at: .zero) == BoottimeInstant.hours(2).advanced(by: .seconds(60)))
        lockout = started(1_000_000, 12, isDelayOver: true).lockout
        #expect(lockout.charge(at: .zero) == true)
        #expect(lockout.failuresInRow == 1_000_000)
    }

    @Test("a reset ends the lockout, the row of failures and the use of the bucket")
    func reset() {
        var lockout = started(11, 0).lockout
        lockout.reset()
        #expect(lockout == Lockout(source: .pad))
        #expect(lockout.end(at: .zero) == nil)
    }
}
