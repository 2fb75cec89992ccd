import EventLoop
import MonotonicTime
import Testing

@testable import Gateway

/// The pace of an action for which others ask.
@PanelActor
struct PacedActionTests {
    @Test("a first request is answered at once, and all within the pause by one action at its end")
    func joined() async {
        let clock = VirtualScheduler()
        var times: [MonotonicInstant] = []
        let action = PacedAction(on: clock, pause: .seconds(5)) {
            times.append(clock.now)
            return times.count < 3
        }
        let start = clock.now
        action.request()
        #expect(times == [start])
        for _ in 0..<400 { action.request() }
        await clock.advance(by: .seconds(4))
        action.request()
        #expect(times.count == 1)
        await clock.advance(by: .seconds(1))
        #expect(times == [start, start.advanced(by: .seconds(5))])
        // With nothing to do the pause ends, so that the next request is answered at once.
        await clock.advance(by: .seconds(5))
        #expect(times.count == 3)
        await clock.advance(by: .seconds(1))
        action.request()
        #expect(times.last == start.advanced(by: .seconds(11)))
    }
}
