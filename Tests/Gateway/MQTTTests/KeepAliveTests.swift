import MonotonicTime
import Testing

@testable import MQTT

/// When a connection proves that it is alive. `make fleet` has connections at rest on mosquitto.
struct KeepAliveTests {
    private let interval = Duration.seconds(30)

    private func at(_ seconds: Double) -> MonotonicInstant { .zero.advanced(by: .seconds(seconds)) }

    @Test("a connection at rest asks each 31 s, and messages put the next time off")
    func rest() {
        var keepAlive = KeepAlive(interval, at: at(0))
        #expect(keepAlive.due == at(31))
        keepAlive.sent(at: at(1))
        keepAlive.received(at: at(2))
        #expect(keepAlive.due == at(32))
        let answers = [at(31.9), at(32)].map { keepAlive.asks(at: $0) }
        #expect(answers == [false, true])
        #expect(keepAlive.due == at(63))
    }

    @Test("a client that only sends asks all the same, so that a broker which is gone is noticed")
    func silentBroker() {
        var keepAlive = KeepAlive(interval, at: at(0))
        keepAlive.sent(at: at(30))
        #expect(keepAlive.due == at(31))
        let first = keepAlive.asks(at: at(31))
        keepAlive.sent(at: at(60))
        let second = keepAlive.asks(at: at(62))
        #expect(first && second)
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
                let asks = keepAlive.asks(at: now)
                #expect(asks)
                // The answer to the ping.
                keepAlive.received(at: now)
            }
            #expect(lastSent.duration(to: now) < interval * 1.5)
            lastSent = now
        }
    }
}
