import MonotonicTime
import Testing

struct RetryDelayTests {
    private func row(_ delay: inout RetryDelay, _ count: Int) -> [Int64] {
        (0..<count).map { _ in delay.next().nanoseconds / 1_000_000 }
    }

    @Test("C44 E2 a retry delay doubles from a second to a minute, stays there, and starts again after a success")
    func ordinary() {
        var delay = RetryDelay()
        #expect(row(&delay, 9) == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { $0 * 1_000 })
        delay.reset()
        #expect(row(&delay, 2) == [1_000, 2_000])
    }

    @Test("a retry delay keeps its own bounds, and does not overflow in a thousand years of failures")
    func given() {
        var delay = RetryDelay(first: .seconds(60), longest: .seconds(3_600))
        #expect(row(&delay, 8) == [1, 2, 4, 8, 16, 32, 60, 60].map { $0 * 60_000 })
        for _ in 0..<10_000 { _ = delay.next() }
        #expect(delay.next() == .seconds(3_600))
        delay.reset()
        #expect(delay.next() == .seconds(60))
    }

    @Test("a retry delay whose limit is shorter than its start always waits for the limit")
    func limited() {
        var delay = RetryDelay(first: .seconds(5), longest: .milliseconds(300))
        #expect(row(&delay, 3) == [300, 300, 300])
        delay.reset()
        #expect(delay.next() == .milliseconds(300))
    }
}
