import ControlExtension
import Controls
import LocalAPI
import Testing

@testable import SampleExtension

/// Performing a bundle's intents, without a socket.
@MainActor
struct PerformTests {
    private static let lamp = "org.example.sample.lamp"
    private static let door = "org.example.sample.door"

    private func request(
        _ name: String = "1", _ intent: String, kind: String? = nil, values: [String: IntentValue] = [:],
        answers: [String: IntentValue] = [:], isOn: Bool? = nil
    ) -> PerformRequest {
        PerformRequest(performance: name, kind: kind, intent: intent, values: values, answers: answers, isOn: isOn)
    }

    @Test("C42 after the intent the control is evaluated again", arguments: [true, false])
    func evaluation(isOn: Bool) async throws {
        let sample = try Sample()
        try sample.context.container.set(isOn ? "off" : "on", forKey: "lamp")
        let reply = try await sample.service.perform(request("1", "SetLamp", kind: Self.lamp, isOn: isOn))
        #expect(reply.failure == nil)
        #expect(reply.evaluation?.control.isOn == isOn)
        #expect(reply.valueFailure == nil)
    }

    @Test("C27 a failure is reported, and the control shows the provider's value, not the requested one")
    func failure() async throws {
        let reply = try await Sample().service.perform(
            request("1", "SetLamp", kind: Self.lamp, values: ["watts": .int(200)], isOn: true))
        #expect(reply.failure == "200 watts are too many")
        #expect(reply.evaluation?.control.isOn == false)
        #expect(reply.evaluation?.control.failure == "200 watts are too many")
    }

    @Test("C44 if the provider fails after the intent, the reply has the reason")
    func valueFailure() async throws {
        let sample = try Sample()
        try sample.context.container.set("broken", forKey: "lamp")
        let reply = try await sample.service.perform(
            request("1", "SetLamp", kind: Self.lamp, values: ["watts": .int(200)], isOn: true))
        #expect(reply.evaluation == nil)
        #expect(reply.valueFailure == "The lamp is broken")
    }

    @Test("E3 a performance is not run twice")
    func once() async throws {
        let sample = try Sample()
        _ = try await sample.service.perform(request("1", "SetLamp", kind: Self.lamp, isOn: true))
        try sample.context.container.set("off", forKey: "lamp")
        let second = try await sample.service.perform(request("1", "SetLamp", kind: Self.lamp, isOn: true))
        #expect(second.failure?.contains("before") == true)
        #expect(try sample.context.container.value(String.self, forKey: "lamp") == "off")
    }

    @Test("C28 an intent is run by name, without a control")
    func byName() async throws {
        let sample = try Sample()
        let reply = try await sample.service.perform(request("1", "SetLamp", values: ["value": .bool(true)]))
        #expect(reply.failure == nil)
        #expect(reply.evaluation == nil)
        #expect(try sample.context.container.value(String.self, forKey: "lamp") == "on")
    }

    @Test("C24 a confirmation is requested by the performance's name, and the intent throws if it is declined")
    func declined() async throws {
        let sample = try Sample(connection: FakeConnection { _ in .success(.confirmed(false)) })
        let reply = try await sample.service.perform(request("ask", "OpenDoor", kind: Self.door))
        #expect(sample.connection.requests == [.confirm(performance: "ask", dialog: "Let somebody in?")])
        #expect(reply.failure == "It was not confirmed")
        #expect(reply.request == nil)
    }

    @Test("C24 a missing value is requested, and the intent runs again with the answer; C22 its target opens next")
    func asked() async throws {
        let sample = try Sample(connection: FakeConnection { _ in .success(.confirmed(true)) })
        let first = try await sample.service.perform(request("1", "OpenDoor", kind: Self.door))
        let question = try #require(first.request)
        #expect(question.parameter == "guest")
        #expect(question.dialog == "Who is it?")
        #expect(question.choices?.map(\.title) == ["Friend", "Postman"])
        #expect(first.next == nil)

        let second = try await sample.service.perform(
            request("2", "OpenDoor", kind: Self.door, answers: ["guest": .string("friend")]))
        #expect(second.failure == nil)
        let next = try #require(second.next)
        #expect(next.opens?.value == .string("camera"))
        #expect(next.opensBeforePerforming)

        let opened = try await sample.service.perform(
            request("3", next.type, kind: Self.door, values: next.values))
        #expect(opened.failure == nil)
        #expect(opened.opens?.title == "Camera")
    }

    @Test("C24 an answer counts once: the next performance asks again")
    func askedAgain() async throws {
        let sample = try Sample(connection: FakeConnection { _ in .success(.confirmed(true)) })
        for round in 0..<2 {
            let first = try await sample.service.perform(request("\(round)a", "OpenDoor", kind: Self.door))
            #expect(first.request != nil)
            let second = try await sample.service.perform(
                request("\(round)b", "OpenDoor", kind: Self.door, answers: ["guest": .string("postman")]))
            #expect(second.failure == nil)
        }
    }

    @Test("C26 a cancelled performance withdraws its question")
    func cancelled() async throws {
        let connection = FakeConnection()
        let sample = try Sample(connection: connection)
        let performing = Task { try await sample.service.perform(request("1", "OpenDoor", kind: Self.door)) }
        await connection.sent(1)
        performing.cancel()
        let reply = try await performing.value
        #expect(connection.cancelled > 0)
        #expect(reply.failure != nil)
    }

    @Test("C42 an intent reloads other controls over its own bundle's connection")
    func reloads() async throws {
        let sample = try Sample()
        let shown = try await sample.service.snapshot(
            SnapshotRequest(kind: RoomLight.kind, configuration: ["room": .string("hall")]))
        let intent = try #require(shown.intent)
        let reply = try await sample.service.perform(
            request("1", intent.type, kind: RoomLight.kind, values: intent.values))
        #expect(reply.failure == nil)
        #expect(sample.connection.requests == [.reload(kind: Lamp.kind)])
    }

    @Test("a value of a wrong type fails only the performance", arguments: ["watts", "none"])
    func wrongValue(name: String) async throws {
        let reply = try await Sample().service.perform(
            request("1", "SetLamp", kind: Self.lamp, values: [name: .string("much")], isOn: true))
        #expect(reply.failure?.contains("'\(name)'") == true)
        #expect(reply.evaluation?.control.isOn == false)
    }
}
