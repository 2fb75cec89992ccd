import Testing

@testable import MQTT

/// The version and the time of the next attempt.
struct ConnectionPlanTests {
    @Test("delays double up to the longest, with jitter from a half to the whole, and begin anew after a success")
    func delays() {
        var plan = ConnectionPlan(first: .seconds(1), longest: .seconds(5))
        let delays = [0, 1, 0.5, 1, 1].map { plan.next(after: .failed, random: $0) }
        #expect(delays == [.milliseconds(500), .seconds(2), .seconds(3), .seconds(5), .seconds(5)])
        plan.accepted()
        #expect(plan.next(after: .lost, random: 1) == .seconds(1))
        #expect(plan.version == .v5)
    }

    @Test("attack: a broker that accepts a client and then serves nothing is visited ever less often")
    func unserved() {
        var plan = ConnectionPlan()
        let delays = (0..<8).map { _ in
            plan.accepted()
            return plan.next(after: .failed, random: 1)
        }
        #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        #expect(plan.next(after: .lost, random: 1) == .seconds(1))
    }

    @Test("the other version is tried at once, and the first again after a delay")
    func versions() {
        var plan = ConnectionPlan()
        #expect(plan.next(after: .notUnderstood, random: 1) == .zero)
        #expect(plan.version == .v311)
        #expect(plan.next(after: .notUnderstood, random: 1) == .seconds(1))
        #expect(plan.version == .v5)
        #expect(plan.next(after: .notUnderstood, random: 1) == .zero)
        plan.accepted()
        #expect(plan.next(after: .lost, random: 1) == .seconds(1))
        #expect(plan.version == .v311, "what the broker has understood")
    }
}

/// The messages that wait.
struct OutboxTests {
    private func message(_ topic: String, _ text: String, isRetained: Bool = true) -> MQTTMessage {
        MQTTMessage(topic, Array(text.utf8), isRetained: isRetained)
    }

    @Test("a state replaces an earlier one of its topic at its place; events keep their order")
    func order() {
        var outbox = Outbox()
        for message in [
            message("a", "1"), message("tap", "1", isRetained: false), message("b", "1"), message("a", "2"),
            message("tap", "2", isRetained: false),
        ] {
            outbox.add(message)
        }
        var sent: [String] = []
        while let message = outbox.next() {
            sent.append(message.topic + String(decoding: message.payload, as: UTF8.self))
        }
        #expect(sent == ["a2", "b1", "tap1", "tap2"])
        #expect(outbox.isEmpty && outbox.dropped == 0)
    }

    @Test("the oldest events go when there are too many, and are counted")
    func limit() {
        var outbox = Outbox(limit: 3)
        for number in 1...5 { outbox.add(message("tap", "\(number)", isRetained: false)) }
        #expect(outbox.next()?.payload == Array("3".utf8))
        #expect(outbox.dropped == 2)
        outbox.clear()
        #expect(outbox.isEmpty)
    }
}
