import MonotonicTime
import Testing

@testable import Store

@Suite("Kept deadlines")
struct StoredDeadlineTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Whether the wall clock was synchronized when the deadline was stored, with 600 of 1,500 s left.
        var wasSynchronized = true
        var keptIn = "boot 1"
        var now: StoredMoment
        var left: Int64
        var source: RemainingTime.Source
    }

    @Test(
        "the time left follows the most trusted clock that was running",
        arguments: [
            Case(testDescription: "at once", now: .at(0), left: 600, source: .boottime),
            Case(testDescription: "same boot", now: .at(200), left: 400, source: .boottime),
            Case(testDescription: "same boot, at the end", now: .at(600), left: 0, source: .boottime),
            Case(testDescription: "same boot, past", now: .at(9_000), left: 0, source: .boottime),
            Case(
                testDescription: "same boot, unsynchronised", wasSynchronized: false,
                now: .at(200, isSynchronized: false), left: 400, source: .boottime),
            Case(
                testDescription: "same boot, the wall clock has jumped",
                now: StoredMoment(
                    wall: StoredTime(milliseconds: 0, isSynchronized: true), bootID: "boot 1",
                    boottime: StoredMoment.at(200).boottime), left: 400, source: .boottime),
            Case(
                testDescription: "same boot, its clock before the beginning", now: .at(-3_000), left: 600,
                source: .boottime),
            Case(testDescription: "other boot", now: .at(200, boot: "boot 2"), left: 400, source: .wallClock),
            Case(testDescription: "other boot, past", now: .at(601, boot: "boot 2"), left: 0, source: .wallClock),
            Case(testDescription: "other boot, years later", now: .at(1 << 33, boot: "2"), left: 0, source: .wallClock),
            Case(
                testDescription: "other boot, not synchronised now",
                now: .at(200, boot: "boot 2", isSynchronized: false),
                left: 600, source: .stored),
            Case(
                testDescription: "other boot, not synchronised then", wasSynchronized: false,
                now: .at(200, boot: "boot 2"), left: 600, source: .stored),
            Case(
                testDescription: "other boot, past, not synchronised", wasSynchronized: false,
                now: .at(9_000, boot: "boot 2", isSynchronized: false), left: 600, source: .stored),
            Case(
                testDescription: "other boot, earlier than it was kept", now: .at(-1, boot: "boot 2"), left: 600,
                source: .stored),
            Case(
                testDescription: "other boot, 50 years earlier", now: .at(-50 * 31_557_600, boot: "boot 2"), left: 600,
                source: .stored),
            Case(
                testDescription: "the end of all time",
                now: StoredMoment(
                    wall: StoredTime(milliseconds: .min, isSynchronized: true), bootID: "boot 2", boottime: .max),
                left: 600, source: .stored),
            Case(
                testDescription: "boots without a name", keptIn: "", now: .at(200, boot: ""), left: 400,
                source: .wallClock),
        ])
    func remaining(_ example: Case) {
        let deadline = StoredDeadline(
            kind: "org.example.focus", purpose: "timer", duration: .seconds(1_500), remaining: .seconds(600),
            at: .at(0, boot: example.keptIn, isSynchronized: example.wasSynchronized))
        let remaining = deadline.remaining(at: example.now)
        #expect(remaining == RemainingTime(duration: .seconds(example.left), source: example.source))
    }

    @Test("a deadline stays within the storable range, whatever its values are")
    func bounds() {
        let whole = StoredDeadline(kind: "k", purpose: "p", duration: .seconds(60), at: .at(0))
        #expect(whole.remaining == .seconds(60))
        #expect(whole.end == StoredMoment.at(60).wall)
        #expect(whole.boottimeEnd == StoredMoment.at(60).boottime)
        #expect(whole.name == "k#p")
        let negative = StoredDeadline(kind: "k", purpose: "p", duration: .seconds(-1), at: .at(0))
        #expect(negative.duration == .zero && negative.remaining == .zero)
        let tooMuch = StoredDeadline(
            kind: "k", purpose: "p", duration: .seconds(1), remaining: .seconds(2), at: .at(0))
        #expect(tooMuch.remaining == .seconds(1))
        let late = StoredMoment(
            wall: StoredTime(milliseconds: .max, isSynchronized: true), bootID: "b", boottime: .max)
        let endless = StoredDeadline(kind: "k", purpose: "p", duration: .seconds(Int64.max), at: late)
        #expect(endless.end.milliseconds == .max && endless.boottimeEnd == .max)
        #expect(endless.duration == .nanoseconds(Int64.max))
        #expect(endless.remaining(at: .at(0, boot: "c")).duration <= endless.duration)
    }
}
