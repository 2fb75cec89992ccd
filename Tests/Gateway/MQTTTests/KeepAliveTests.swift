import MonotonicTime
import Testing

@testable import MQTT

/// When a connection sends a ping. `make fleet` has connections at rest on mosquitto.
struct KeepAliveTests {
    private let interval = Duration.seconds(30)

    private func at(_ seconds: Double) -> MonotonicInstant { .zero.advanced(by: .seconds(seconds)) }

    @Test("a connection at rest sends a ping each 30 s, and messages put the next one off")
    func rest() {
        var keepAlive = KeepAlive(interval, at: at(0))
        #expect(keepAlive.due == at(30))
        keepAlive.sent(at: at(1))
        keepAlive.received(at: at(2))
        #expect(keepAlive.due == at(31))
        let steps = [at(30.9), at(31)].map { keepAlive.next(at: $0) }
        #expect(steps == [.rest, .ping])
        keepAlive.received(at: at(31.1))
        #expect(keepAlive.due == at(61))
    }

    @Test("a client that only sends messages sends pings all the same, and a broker without an answer is dead")
    func silentBroker() {
        var keepAlive = KeepAlive(interval, at: at(0))
        keepAlive.sent(at: at(29))
        #expect(keepAlive.due == at(30))
        let first = keepAlive.next(at: at(30))
        keepAlive.sent(at: at(59))
        let second = keepAlive.next(at: at(60))
        #expect(first == .ping && second == .dead)
    }

    @Test(
        "no broker waits one and a half times the interval for a client, whenever the client sends", arguments: 0..<60)
    func gaps(second: Int) {
        var keepAlive = KeepAlive(interval, at: at(0))
        var (lastSent, now) = (at(0), at(0))
        var message: MonotonicInstant? = at(Double(second) + 0.999)
        for _ in 0..<4 {
            if let next = message, next <= keepAlive.due {
                (now, message) = (next, nil)
                keepAlive.sent(at: now)
                keepAlive.received(at: now)
            } else {
                now = keepAlive.due
                let step = keepAlive.next(at: now)
                #expect(step == .ping)
                // The answer to the ping.
                keepAlive.received(at: now)
            }
            #expect(lastSent.duration(to: now) < interval * 1.5)
            lastSent = now
        }
    }
}
