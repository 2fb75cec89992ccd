import Authentication
import EventLoop
import Panel
import Store
import Testing

/// A store repeats a failed write by itself.
@PanelActor
@Suite(.timeLimit(.minutes(1)))
struct StoreRetryTests {
    @Test("a failed write is repeated after 1, 2, 4 … s, at most an hour, until it succeeds")
    func retries() async throws {
        let panel = try TestPanel.stored()
        let retry = StoreRetry(panel.store, scheduler: panel.clock)
        panel.store.failed = { _ in retry.storeChanged() }
        panel.store.recovered = { retry.storeChanged() }
        panel.counter.fail(true)
        let before = panel.counter.attempts
        try panel.store.setSecret([1], for: "test")
        await panel.settle()
        #expect(panel.store.failure != nil)
        #expect(panel.counter.attempts == before + 1)
        // 1 + 2 + 4 + 8 + 16 s have passed, and 32 s have not.
        await panel.advance(.seconds(32))
        #expect(panel.counter.attempts == before + 6)
        await panel.advance(.seconds(10 * 3_600))
        let many = panel.counter.attempts
        await panel.advance(.seconds(10 * 3_600))
        #expect(panel.counter.attempts == many + 10, "once an hour")
        panel.counter.fail(false)
        await panel.advance(.seconds(3_600))
        #expect(panel.store.failure == nil)
        #expect(panel.store.secrets["test"] == [1])
        let done = panel.counter.attempts
        await panel.advance(.seconds(10 * 3_600))
        #expect(panel.counter.attempts == done)
        retry.stop()
        await panel.stop()
    }
}
