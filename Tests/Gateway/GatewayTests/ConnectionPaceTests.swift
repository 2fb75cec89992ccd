import LocalAPI
import MonotonicTime
import Testing

@testable import Gateway

@Suite struct ConnectionPaceTests {
    @Test("in no window of the core, however it lies, are there more connections than the core accepts")
    func windows() {
        var pace = ConnectionPace()
        let start = MonotonicInstant(nanoseconds: 1_000_000_000)
        // A client that always wants one more, each 100 us for a second.
        let admitted = (0..<10_000).map { start.advanced(by: .microseconds(100 * $0)) }.filter { pace.admits(at: $0) }
        #expect(admitted.count == 10 * ConnectionPace.most)
        for begin in admitted {
            let end = begin.advanced(by: VarlinkLimits.newConnectionsWindow)
            #expect(admitted.count { begin <= $0 && $0 < end } <= VarlinkLimits.newConnectionsPerUser)
        }
    }

    @Test("after a pause there is room at once")
    func pause() {
        var pace = ConnectionPace()
        let start = MonotonicInstant(nanoseconds: 0)
        #expect(pace.resumption == nil)
        let first = (0..<100).count { _ in pace.admits(at: start) }
        #expect(first == ConnectionPace.most)
        #expect(pace.resumption == start.advanced(by: VarlinkLimits.newConnectionsWindow))
        let isAdmitted = pace.admits(at: start.advanced(by: .seconds(60)))
        #expect(isAdmitted)
    }
}
