import MQTT
import MonotonicTime
import Testing

@testable import Gateway

/// The commands of a broker, before the core decides about them.
struct CommandInboxTests {
    private static let clock = 1_795_666_752.0
    private let start = MonotonicInstant.zero

    private func message(_ payload: String, isRetained: Bool = false) -> MQTTMessage {
        MQTTMessage("holdfast/org.example/control/lamp/set", Array(payload.utf8), isRetained: isRetained)
    }

    /// The refusal of a message, and what it leads to.
    private func take(_ message: MQTTMessage, for control: String? = "org.example.lamp") -> (
        CommandInbox.Refusal?, CommandInbox.Command?
    ) {
        var inbox = CommandInbox(client: "panel")
        inbox.take(message, for: control, clock: Self.clock, at: start)
        return (inbox.lastRefusal?.why, inbox.next(at: start))
    }

    @Test(
        "a word or JSON is a command",
        arguments: [
            ("ON", true), ("OFF", false), ("PRESS", nil), (#"{"command": "OFF"}"#, false),
            (#"{"command": "ON", "id": "a", "time": 1795666742.5}"#, true),
            (#"{"time": 1795666761, "command": "PRESS"}"#, nil),
        ] as [(String, Bool?)])
    func words(payload: String, isOn: Bool?) {
        let (refusal, command) = take(message(payload))
        #expect(refusal == nil)
        #expect(command == .init(control: "org.example.lamp", isOn: isOn))
    }

    @Test(
        "attack: what is no command, late, from another clock or too long is refused",
        arguments: [
            ("", .malformed), ("on", .malformed), ("ON\n", .malformed), ("TOGGLE", .malformed), ("1", .malformed),
            ("null", .malformed), ("[]", .malformed), (#"{"command": true}"#, .malformed),
            (#"{"command": "UNLOCK"}"#, .malformed), (#"{"command": "ON", "tim": 5}"#, .malformed),
            (#"{"command": "ON", "id": 7}"#, .malformed), (#"{"command": "ON", "id": ""}"#, .malformed),
            (#"{"command": "ON", "time": "now"}"#, .malformed), (#"{"command": "ON", "time": 1795666741}"#, .stale(11)),
            (#"{"command": "ON", "time": 1795666763}"#, .stale(-11)),
            (#"{"command": "ON", "time": 1e300}"#, .stale(-1e300)),
            (String(repeating: "[", count: 1024), .malformed), (String(repeating: "ON", count: 513), .oversized(1026)),
        ] as [(String, CommandInbox.Refusal)])
    func refused(payload: String, why: CommandInbox.Refusal) {
        let (refusal, command) = take(message(payload))
        #expect(refusal == why)
        #expect(command == nil)
        #expect(!why.description.isEmpty)
    }

    @Test("attack: bytes that are no text, a retained message and an unknown control are refused")
    func others() {
        let bytes = MQTTMessage("t", [0x4F, 0x4E, 0xFF])
        #expect(take(bytes).0 == .malformed)
        #expect(take(message("ON", isRetained: true)).0 == .retained)
        #expect(take(message("ON"), for: nil).0 == .unknownControl)
        // This removes what the broker keeps.
        #expect(take(message("", isRetained: true)).0 == nil)
    }

    @Test("attack: a command with an identifier is carried out once")
    func duplicates() {
        var inbox = CommandInbox(client: "panel")
        func take(_ identifier: Int) -> CommandInbox.Command? {
            inbox.take(
                message(#"{"command": "PRESS", "id": "\#(identifier)"}"#), for: "bell", clock: Self.clock, at: start)
            let command = inbox.next(at: start)
            if let command { inbox.ended(command, refusal: nil) }
            return command
        }
        #expect(take(1) != nil)
        #expect(take(1) == nil)
        #expect(inbox.lastRefusal?.why == .duplicate)
        for number in 2...CommandInbox.rememberedCount { #expect(take(number) != nil) }
        #expect(take(1) == nil, "the last 256 are remembered")
        #expect(take(1000) != nil)
        #expect(take(1) != nil)
    }

    @Test("two commands are carried out at once, those of one control in their order, and a late one is refused")
    func order() {
        var inbox = CommandInbox(client: "panel")
        func take(_ payload: String, for control: String) {
            inbox.take(message(payload), for: control, clock: Self.clock, at: start)
        }
        func next(after wait: Duration = .zero) -> CommandInbox.Command? { inbox.next(at: start.advanced(by: wait)) }
        take("ON", for: "lamp")
        take("OFF", for: "lamp")
        take("ON", for: "fan")
        take("ON", for: "bell")
        let first = [next(), next(), next()]
        #expect(first == [.init(control: "lamp", isOn: true), .init(control: "fan", isOn: true), nil])
        inbox.ended(.init(control: "lamp", isOn: true), refusal: nil)
        let second = next()
        #expect(second == .init(control: "lamp", isOn: false))
        inbox.ended(.init(control: "fan", isOn: true), refusal: "it is away")
        #expect(inbox.refusedCount == 1 && inbox.lastRefusal?.of == "fan")
        #expect(inbox.lastRefusal?.why == .panel("it is away"))
        let late = next(after: .seconds(6))
        #expect(late == nil && inbox.lastRefusal?.why == .late && inbox.lastRefusal?.of == "bell")
    }

    @Test("a command's age counts from its arrival, however late it is read")
    func age() {
        var inbox = CommandInbox(client: "panel")
        inbox.take(message("ON"), for: "lamp", clock: Self.clock, at: start)
        inbox.take(message("ON"), for: "fan", clock: Self.clock, at: start.advanced(by: .seconds(1)))
        // Other work has kept the gateway for 6 s in between.
        let command = inbox.next(at: start.advanced(by: .seconds(6)))
        #expect(command == .init(control: "fan", isOn: true))
        #expect(command.flatMap { inbox.arrival(of: $0) } == start.advanced(by: .seconds(1)), "the core gets it, too")
        #expect(inbox.refusedCount == 1 && inbox.lastRefusal?.of == "lamp" && inbox.lastRefusal?.why == .late)
    }

    @Test("attack: a flood of commands waits within bounds")
    func flood() {
        var inbox = CommandInbox(client: "panel")
        for number in 0..<10_000 {
            inbox.take(
                message(#"{"command": "ON", "id": "\#(number)"}"#), for: "lamp", clock: Self.clock, at: start)
        }
        #expect(inbox.refusedCount == 10_000 - CommandInbox.waitingLimit)
        #expect(inbox.lastRefusal?.why == .busy)
    }

    @Test("a push is taken whatever it says, once while it waits, and not where the broker keeps it")
    func push() {
        var inbox = CommandInbox(client: "panel")
        let now = MonotonicInstant(nanoseconds: 0)
        for payload in ["now", "", "ON"] {
            inbox.take(MQTTMessage("p", Array(payload.utf8)), push: "a", at: now)
        }
        inbox.take(MQTTMessage("p", Array("now".utf8), isRetained: true), push: "b", at: now)
        inbox.take(MQTTMessage("p", [], isRetained: true), push: "b", at: now)
        let commands = [inbox.next(at: now), inbox.next(at: now)]
        #expect(commands == [CommandInbox.Command(control: "a", isPush: true), nil])
        #expect(inbox.refusedCount == 1 && inbox.lastRefusal?.why == .retained)
        inbox.ended(CommandInbox.Command(control: "secret", isPush: true), refusal: "no placement has this push token")
        #expect(inbox.lastRefusal?.of == "push", "the journal does not tell the token")
        inbox.take(MQTTMessage("p", []), push: "secret", at: now)
        _ = inbox.next(at: now.advanced(by: .seconds(6)))
        #expect(inbox.lastRefusal?.why == .late && inbox.lastRefusal?.of == "push")
    }
}
