import MonotonicTime
import Testing

@Suite("Instants and nanoseconds")
struct MonotonicInstantTests {
    private static let edges: [Int64] = [.min, .min + 1, -1_000_000_001, -1, 0, 1, 999_999_999, .max - 1, .max]

    @Test("an instant advances to the nanosecond, and saturates at both ends")
    func advancing() {
        let start = MonotonicInstant(nanoseconds: 5)
        #expect(start.advanced(by: .nanoseconds(7)).nanoseconds == 12)
        #expect(start.advanced(by: .nanoseconds(-7)).nanoseconds == -2)
        #expect(start.advanced(by: .zero) == start)
        #expect(start.advanced(by: .nanoseconds(Int64.max)) == .distantFuture)
        #expect(MonotonicInstant.distantFuture.advanced(by: .nanoseconds(1)) == .distantFuture)
        #expect(MonotonicInstant.zero.advanced(by: .seconds(1_000_000_000_000)) == .distantFuture)
        let earliest = MonotonicInstant(nanoseconds: .min)
        #expect(earliest.advanced(by: .nanoseconds(-1)) == earliest)
        #expect(MonotonicInstant(nanoseconds: -2).advanced(by: .seconds(-1_000_000_000_000)) == earliest)
    }

    @Test("the time between any two instants is exact and has the right sign")
    func distance() {
        for left in Self.edges {
            for right in Self.edges {
                let (from, to) = (MonotonicInstant(nanoseconds: left), MonotonicInstant(nanoseconds: right))
                let duration = from.duration(to: to)
                #expect(duration == .nanoseconds(right) - .nanoseconds(left))
                #expect((duration > .zero) == (from < to) && (duration == .zero) == (from == to))
                #expect(to.duration(to: from) == .zero - duration)
            }
        }
    }

    @Test("instants are ordered by time, and the distant future is the last")
    func order() {
        #expect(Self.edges.map(MonotonicInstant.init(nanoseconds:)).sorted().map(\.nanoseconds) == Self.edges)
        #expect(Self.edges.allSatisfy { MonotonicInstant(nanoseconds: $0) <= .distantFuture })
        #expect(MonotonicInstant.zero.nanoseconds == 0)
    }

    @Test("nanoseconds of a duration are exact, rounded towards zero, and saturate")
    func nanoseconds() {
        for edge in Self.edges { #expect(Duration.nanoseconds(edge).nanoseconds == edge) }
        let attoseconds = Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999)
        #expect(attoseconds.nanoseconds == 1)
        #expect((.zero - attoseconds).nanoseconds == -1)
        #expect((Duration.nanoseconds(Int64.max) + .nanoseconds(1)).nanoseconds == .max)
        #expect((Duration.nanoseconds(Int64.min) - .nanoseconds(1)).nanoseconds == .min)
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        #expect(Duration.seconds(Int64.min).nanoseconds == .min)
    }
}
