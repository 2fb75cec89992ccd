import EventLoop
import MonotonicTime
import TestSupport
import Testing

@testable import Authentication

/// An attacker who tries a new PIN as soon as the lock evaluates one. This is the best strategy: waiting never gains an
/// attempt.
@Suite("Guessing")
struct GuessingTests {
    private struct Attacker {
        var lockout: Lockout
        var now = BoottimeInstant.zero
        /// The time at which each distinct wrong PIN was evaluated.
        var guesses: [BoottimeInstant] = []

        init(_ source: AttemptSource) {
            lockout = Lockout(source: source)
        }

        /// A member of the household unlocks with a right PIN.
        mutating func householdUnlocks() {
            guard lockout.charge(at: now) else { return }
            lockout.giveBack()
            lockout.succeeded()
        }

        mutating func restart(at instant: BoottimeInstant) {
            now = instant
            lockout.advance(to: now)
            var notices: [AuthenticationNotice] = []
            lockout = Lockout(lockout.stored, of: lockout.source, at: now, notices: &notices)
        }

        /// Makes every attempt that the lockout permits until `end`.
        mutating func guess(until end: BoottimeInstant, householdUnlocks: Bool) {
            // The limit makes the test fail, rather than hang, if the lockout does not lock.
            while now <= end, guesses.count < 500 {
                if let locked = lockout.end(at: now) {
                    guard locked <= end else { break }
                    now = locked
                }
                guard lockout.charge(at: now) else { continue }
                guesses.append(now)
                if householdUnlocks { self.householdUnlocks() }
            }
            now = end
        }

        /// The most guesses in any 24 hours, both ends included.
        var mostPerDay: Int {
            guesses.indices.map { first in
                guesses[first...].prefix { $0 <= guesses[first].advanced(by: .seconds(86_400)) }.count
            }.max() ?? 0
        }
    }

    @Test(
        "within 24 h at most 16 distinct wrong PINs are evaluated at the pad, and 8 remotely",
        arguments: [(AttemptSource.pad, 16), (.remote, 8)])
    func day(source: AttemptSource, limit: Int) {
        var alone = Attacker(source)
        alone.guess(until: .hours(24), householdUnlocks: false)
        var helped = Attacker(source)
        helped.guess(until: .hours(24), householdUnlocks: true)
        var restarted = Attacker(source)
        for quarter in 1...96 {
            restarted.guess(until: .hours(Double(quarter) / 4), householdUnlocks: true)
            restarted.restart(at: .hours(Double(quarter) / 4))
        }
        print(
            "\(source): \(alone.guesses.count) guesses in 24 h alone, \(helped.guesses.count) with the household "
                + "unlocking after each, \(restarted.guesses.count) with restarts each quarter of an hour")
        #expect(helped.guesses.count == limit, "the limit is reached, so the attack is a real one")
        #expect(alone.guesses.count <= limit)
        #expect(restarted.guesses.count <= limit)
    }

    @Test(
        "in any 24 h of 30 days the limit on wrong PINs holds, with restarts and household unlocking in between",
        arguments: [(AttemptSource.pad, 16), (.remote, 8)])
    func month(source: AttemptSource, limit: Int) {
        var random = SplitMix64(seed: 7)
        var most = 0
        for _ in 0..<60 {
            var attacker = Attacker(source)
            var time: Int64 = 0
            while time < 30 * 86_400 {
                // Periods of rest, which refill the bucket, alternate with hours of guessing and occasional restarts.
                time += random.number(in: 60...(random.once(in: 3) ? 200_000 : 20_000))
                let instant = BoottimeInstant(nanoseconds: time * 1_000_000_000)
                if random.once(in: 3) { attacker.now = instant }
                attacker.guess(until: instant, householdUnlocks: !random.once(in: 4))
                if random.once(in: 3) { attacker.restart(at: instant) }
            }
            most = max(most, attacker.mostPerDay)
        }
        print("\(source): at most \(most) guesses in any 24 h of 60 times 30 days")
        #expect(most <= limit)
        #expect(most > limit - 4)
    }

    @Test("the pad is usable while the remote side is locked out")
    @PanelActor
    func apart() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        for number in 0..<5 { #expect(await panel.type("00012\(number)", on: .connection(1)).isWrong) }
        #expect(await panel.type("271828", on: .connection(2)) == .refused(.lockedOut(until: .seconds(60))))
        #expect(await panel.type("271828").name == "Ada")
        #expect(!panel.isUnlocked(.connection(2)))
    }

    @Test("the gatekeeper evaluates at most 16 wrong PINs in 24 h, with power cuts between charge and check")
    @PanelActor
    func gatekeeper() async {
        var panel = TestPanel()
        await panel.add("Ada", "271828")
        var evaluated = 0
        var cuts = 0
        var number = 100_000
        var random = SplitMix64(seed: 3)
        while panel.now <= .hours(24), evaluated < 100 {
            let end = panel.gatekeeper.lockout(of: .pad).end(at: panel.now)
            if let end {
                guard end <= .hours(24) else { break }
                panel.now = end
            }
            number += 7
            let before = panel.hashes
            if random.once(in: 4) {
                // The power fails just before or just after the charge is durable. Both are before the check.
                panel.memory.hold(isWritten: random.once(in: 2))
                panel.gatekeeper.attempt(pin("\(number)"), on: .panel, at: panel.now, localTime: .usual) { _ in }
                await EventLoop.panel.settle()
                #expect(panel.hashes == before)
                panel.memory.drop()
                cuts += 1
                let now = panel.now
                panel = TestPanel(panel.memory, at: now)
                continue
            }
            #expect(await panel.type("\(number)").isWrong)
            evaluated += panel.hashes - before
            // A member of the household unlocks.
            await panel.type("271828")
            if random.once(in: 3) { panel = await panel.restarted() }
        }
        print("gatekeeper: \(evaluated) different wrong PINs evaluated at the pad in 24 h, \(cuts) power cuts")
        #expect(evaluated <= 16)
        #expect(evaluated >= 12)
    }
}
