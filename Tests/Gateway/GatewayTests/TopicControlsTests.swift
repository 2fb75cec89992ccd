import ControlModel
import LocalAPI
import MQTT
import MonotonicTime
import Testing

@testable import Gateway

/// Toggles and values behind topics. `Tests/Gateway/broker` has them on mosquitto.
struct TopicControlsTests {
    private static let configuration: [String: IntentValue] = [
        "command": .string("porch/set"), "state": .string("porch"), "turned_on": .string("ON"),
        "turned_off": .string("OFF"),
    ]
    private static let start = MonotonicInstant(nanoseconds: 0)

    private let porch = TopicControls.source(TopicControls.toggleKind, configuration)

    /// Controls on a broker, with messages of these topics.
    private func makeControls(_ messages: (String, String)...) throws -> TopicControls {
        var controls = TopicControls(absence: "no broker")
        _ = controls.connected(as: "me")
        controls.follow(try #require(porch), placedAs: [:])
        for (topic, payload) in messages { _ = controls.take(MQTTMessage(topic, Array(payload.utf8))) }
        return controls
    }

    private func problem(of source: TopicControls.Source?, in controls: TopicControls) throws -> String? {
        let source = try #require(source)
        do {
            _ = try controls.evaluation(of: source)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a toggle is what its topic says; without a connection or a message, and with another word, it has no value")
    func toggle() throws {
        let porch = try #require(porch)
        var controls = TopicControls(absence: "no broker")
        #expect(try problem(of: porch, in: controls) == "no broker")
        _ = controls.connected(as: "me")
        controls.follow(porch, placedAs: [:])
        #expect(controls.topics == ["porch"])
        #expect(try problem(of: porch, in: controls) == "nothing has come from 'porch' yet")
        for (payload, isOn) in [("ON", true), ("OFF", false)] {
            let isNews = controls.take(MQTTMessage("porch", Array(payload.utf8), isRetained: true))
            #expect(isNews == [porch])
            let control = try controls.evaluation(of: porch).control
            #expect(control.isOn == isOn)
        }
        let again = controls.take(MQTTMessage("porch", Array("OFF".utf8)))
        #expect(again == [], "the same state is no news")
        let other = controls.take(MQTTMessage("porch/set", Array("ON".utf8)))
        #expect(other == nil)
        _ = controls.take(MQTTMessage("porch", Array("on".utf8)))
        #expect(try problem(of: porch, in: controls) == "'porch' says 'on', neither 'ON' nor 'OFF'")
    }

    @Test("what came before the connection was lost is no value any more, until the topic speaks again")
    func reconnection() throws {
        var controls = try makeControls(("porch", "ON"))
        #expect(try problem(of: porch, in: controls) == nil)
        let news = [controls.disconnected("gone"), controls.disconnected("gone")]
        #expect(news == [[try #require(porch)], []])
        #expect(try problem(of: porch, in: controls) == "gone")
        _ = controls.connected(as: "me")
        #expect(try problem(of: porch, in: controls) == "nothing has come from 'porch' since the broker was away")
        let same = controls.take(MQTTMessage("porch", Array("ON".utf8)))
        #expect(same == [try #require(porch)], "the same word is news now")
        #expect(try problem(of: porch, in: controls) == nil)
    }

    @Test(
        "a value is the message's first line, or a member of its object",
        arguments: [
            (nil, "21.5\nmore", "21.5"), ("t", #"{"t": "warm"}"#, "warm"), ("t", #"{"t": 21.5, "u": {}}"#, "21.5"),
            ("t", #"{"t": 7}"#, "7"), ("t", #"{"t": true}"#, "true"), ("t", #"{"t": null}"#, nil),
            ("t", #"{"u": 1}"#, nil), ("t", "21.5", nil), ("t", "", nil), (nil, "", ""),
        ] as [(String?, String, String?)])
    func values(key: String?, payload: String, text: String?) throws {
        var configuration: [String: IntentValue] = ["state": .string("porch")]
        configuration["key"] = key.map { .string($0) }
        let source = try #require(TopicControls.source(TopicControls.valueKind, configuration))
        var controls = try makeControls()
        controls.follow(source, placedAs: [:])
        _ = controls.take(MQTTMessage("porch", Array(payload.utf8)))
        let shown = try? controls.evaluation(of: source)
        #expect(shown?.control.title == text)
        if text == nil {
            #expect(try problem(of: source, in: controls) == "the message of 'porch' is not a JSON object with 't'")
        }
    }

    @Test(
        "a key leads into nested objects and lists by dots or as a JSON pointer; a member of the whole name goes first",
        arguments: [
            ("ENERGY.Power", #"{"Time": "x", "ENERGY": {"Power": 21.5}}"#, "21.5"),
            ("/ENERGY/Power", #"{"ENERGY": {"Power": 21}}"#, "21"),
            ("ENERGY.Power", #"{"ENERGY.Power": 1, "ENERGY": {"Power": 2}}"#, "1"),
            ("a.b.c", #"{"a": {"b.c": 1, "b": {"c": 2}}}"#, "2"),
            ("list.1.t", #"{"list": [{"t": 1}, {"t": "warm"}]}"#, "warm"),
            ("/list/0", #"{"list": ["first"]}"#, "first"), ("/a~1b/c~0d", #"{"a/b": {"c~d": true}}"#, "true"),
            ("/", #"{"": 3}"#, "3"), ("/a.b", #"{"a.b": 4, "a": {"b": 5}}"#, "4"), ("/t", #"{"/t": 6, "t": 7}"#, "6"),
            ("list.2", #"{"list": [1, 2]}"#, nil), ("list.-1", #"{"list": [1, 2]}"#, nil),
            ("list.01", #"{"list": [1, 2]}"#, nil), ("ENERGY.Power", #"{"ENERGY": {"Power": {}}}"#, nil),
            ("ENERGY.Power", #"{"ENERGY": 1}"#, nil), ("ENERGY", #"{"ENERGY": {"Power": 1}}"#, nil),
            ("/0", #"["first"]"#, nil), ("a..b", #"{"a": {"": {"b": 8}}}"#, "8"),
        ] as [(String, String, String?)])
    func nested(key: String, payload: String, text: String?) throws {
        let configuration: [String: IntentValue] = ["state": .string("plug"), "key": .string(key)]
        let source = try #require(TopicControls.source(TopicControls.valueKind, configuration))
        var controls = try makeControls()
        controls.follow(source, placedAs: [:])
        _ = controls.take(MQTTMessage("plug", Array(payload.utf8)))
        #expect((try? controls.evaluation(of: source))?.control.title == text)
    }

    @Test("an object that is nested as deeply as a message can be costs no stack, and has no value")
    func deep() throws {
        let configuration: [String: IntentValue] = ["state": .string("plug"), "key": .string("a.b")]
        let source = try #require(TopicControls.source(TopicControls.valueKind, configuration))
        var controls = try makeControls()
        controls.follow(source, placedAs: [:])
        let depth = TopicControls.largestPayload / 12
        for (start, end) in [("{\"a\":", "}"), ("[", "]")] {
            let payload = String(repeating: start, count: depth) + "1" + String(repeating: end, count: depth)
            _ = controls.take(MQTTMessage("plug", Array(payload.utf8)))
            #expect(try problem(of: source, in: controls) == "the message of 'plug' is not a JSON object with 'a.b'")
        }
    }

    @Test("a toggle without a topic of commands shows its state, and takes none")
    func onlyShows() throws {
        let configuration: [String: IntentValue] = [
            "state": .string("door"), "turned_on": .string("open"), "turned_off": .string("shut"),
        ]
        let door = try #require(TopicControls.source(TopicControls.toggleKind, configuration))
        var controls = try makeControls()
        controls.follow(door, placedAs: [:])
        _ = controls.take(MQTTMessage("door", Array("open".utf8)))
        #expect(try controls.evaluation(of: door).control.isOn == true)
        let request = try controls.request(false, of: door, clock: 0, now: Self.start)
        #expect(request == nil && controls.deadline == nil)
    }

    @Test("a request is confirmed by the state alone, and fails after 5 s, or with the connection")
    func requests() throws {
        let porch = try #require(porch)
        var controls = try makeControls(("porch", "OFF"))
        let first = try controls.request(true, of: porch, clock: 0, now: Self.start)
        let begun = try #require(first)
        #expect(begun.message == MQTTMessage("porch/set", Array("ON".utf8)))
        #expect(controls.deadline == Self.start.advanced(by: .seconds(5)))
        let early = controls.ended(at: Self.start.advanced(by: .milliseconds(4_999)))
        #expect(early.isEmpty)
        _ = controls.take(MQTTMessage("porch", Array("ON".utf8)))
        let confirmed = controls.ended(at: Self.start)
        #expect(confirmed.map(\.request) == [begun.request] && confirmed.first?.problem == nil)
        let second = try controls.request(false, of: porch, clock: 0, now: Self.start)
        let off = try #require(second)
        let late = controls.ended(at: Self.start.advanced(by: .seconds(5)))
        #expect(late.map(\.request) == [off.request])
        #expect(late.first?.problem?.description == "'porch' has not confirmed it within 5 s")
        let shown = try controls.evaluation(of: porch).control
        #expect(shown.isOn == true, "the truth is shown")
        _ = try controls.request(false, of: porch, clock: 0, now: Self.start)
        _ = controls.disconnected("gone")
        let lost = controls.ended(at: Self.start)
        #expect(lost.first?.problem == .away("gone") && controls.deadline == nil)
        #expect(throws: TopicControls.Problem.away("gone")) {
            var away = controls
            _ = try away.request(true, of: porch, clock: 0, now: Self.start)
        }
    }

    @Test("the values of a control are those of all its placements, and none while it has no value")
    func values() throws {
        let porch = try #require(porch)
        var controls = try makeControls()
        controls.follow(porch, placedAs: Self.configuration)
        #expect(controls.values(of: porch) == nil)
        _ = controls.take(MQTTMessage("porch", Array("ON".utf8)))
        let values = try #require(controls.values(of: porch))
        #expect(Set(values.map(\.configuration)) == [[:], Self.configuration])
        let shown = try controls.evaluation(of: porch)
        #expect(shown.control.isOn == true && values.allSatisfy { $0.evaluation == shown })
    }

    @Test("the placed controls' topics alone are followed, and what others said is forgotten")
    func placements() throws {
        var controls = try makeControls(("porch", "ON"))
        controls.place([
            PlacedControl(kind: TopicControls.valueKind, configuration: ["state": .string("weather")]),
            PlacedControl(kind: TopicControls.toggleKind, configuration: ["state": .string("lacks/command")]),
            PlacedControl(kind: "io.holdfast.gateway.other", configuration: ["state": .string("other")]),
        ])
        #expect(controls.topics == ["weather"])
        let gone = controls.take(MQTTMessage("porch", Array("OFF".utf8)))
        #expect(gone == nil)
        controls.follow(try #require(porch), placedAs: [:])
        #expect(try problem(of: porch, in: controls) == "nothing has come from 'porch' yet")
    }

    @Test("a message that is too long is a problem, and no state")
    func oversized() throws {
        var controls = try makeControls(("porch", "ON"))
        let long = Array(repeating: UInt8(0x20), count: TopicControls.largestPayload + 1)
        let changed = controls.take(MQTTMessage("porch", long))
        #expect(changed == [try #require(porch)])
        #expect(try problem(of: porch, in: controls) == "the message of 'porch' has 16385 bytes, more than 16384")
    }

    @Test("an object without the member leaves the value, and is a problem only where there is none")
    func partial() throws {
        let source = try #require(
            TopicControls.source(TopicControls.valueKind, ["state": .string("porch"), "key": .string("t")]))
        var controls = TopicControls(absence: "no broker")
        _ = controls.connected(as: "me")
        controls.follow(source, placedAs: [:])
        let messages = [#"{"linkquality": 7}"#, #"{"t": 21}"#, #"{"linkquality": 8}"#, #"{"t": null}"#]
        let texts = messages.map { text in
            _ = controls.take(MQTTMessage("porch", Array(text.utf8)))
            return (try? controls.evaluation(of: source))?.control.title
        }
        #expect(texts == [nil, "21", "21", "21"])
    }

    @Test("a change of another member of the object is no news")
    func otherMember() throws {
        let source = try #require(
            TopicControls.source(TopicControls.valueKind, ["state": .string("porch"), "key": .string("t")]))
        var controls = TopicControls(absence: "no broker")
        _ = controls.connected(as: "me")
        controls.follow(source, placedAs: [:])
        let first = controls.take(MQTTMessage("porch", Array(#"{"t": 1, "linkquality": 7}"#.utf8)))
        let second = controls.take(MQTTMessage("porch", Array(#"{"t": 1, "linkquality": 8}"#.utf8)))
        let third = controls.take(MQTTMessage("porch", Array(#"{"t": 2}"#.utf8)))
        #expect([first, second, third] == [[source], [], [source]])
    }
}
