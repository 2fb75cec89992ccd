import ControlModel
import FoundationEssentials
import LocalAPI
import MQTT
import Testing

@testable import Gateway

/// The messages of a panel.
struct PublicationTests {
    private static let publisher = Publication.Publisher(name: "Hall", host: "pi", version: "1.2", client: "holdfast1")

    private func notice(_ kind: String, isOn: Bool? = nil, privacy: ControlSnapshot.Privacy = .init()) -> PanelNotice {
        var snapshot = ControlSnapshot(
            kind: kind, displayName: kind, template: isOn.map { .toggle(isOn: $0) } ?? .button, title: "Title",
            valueText: isOn.map { $0 ? "On" : "Off" }, hint: "Hold", privacy: privacy)
        if privacy != .init() { snapshot = snapshot.redacted(rest: nil) }
        return PanelNotice(.control, name: kind, control: ListedControl(name: kind, snapshot: snapshot))
    }

    private func picture(_ notices: PanelNotice...) -> PanelPicture {
        (notices + [PanelNotice(.ready)]).reduce(into: PanelPicture()) { $0.apply($1) }
    }

    /// A message's JSON, each value as its text.
    private func object(_ message: MQTTMessage?) throws -> [String: String] {
        try JSONDecoder().decode([String: Text].self, from: Data(try #require(message).payload)).mapValues(\.text)
    }

    private struct Text: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let flag = (try? container.decode(Bool.self)).map { "\($0)" }
            let number = (try? container.decode(Double.self)).map { "\($0)" }
            let list = (try? container.decode([String].self)).map { "\($0)" }
            let publisher = (try? container.decode(Publication.Publisher.self))
                .map { "\($0.name) \($0.host) \($0.version) \($0.client)" }
            text = try flag ?? number ?? list ?? publisher ?? container.decode(String.self)
        }
    }

    @Test("each control and the panel have a retained message with time and number; afterwards only what has changed")
    func changes() throws {
        var publication = Publication(topic: "holdfast", domain: "org.Example.hall", by: Self.publisher)
        var picture = picture(
            notice("org.Example.hall.lamp", isOn: true), notice("org.example.focus.timer"), PanelNotice(.locked),
            PanelNotice(.fault, name: "light ok", text: "light ok: busy"),
            PanelNotice(.fault, name: "light ok", text: "light ok: gone"))
        let messages = publication.messages(for: picture, at: 12.5)
        #expect(
            messages.map(\.topic) == [
                "holdfast/org.example.hall/panel", "holdfast/org.example.hall/control/lamp",
                "holdfast/org.example.hall/control/org.example.focus.timer",
            ])
        #expect(messages.map(\.isRetained) == [true, true, true])
        #expect(
            try object(messages.first)
                == [
                    "publisher": "Hall pi 1.2 holdfast1", "isLocked": "true", "faults": "[\"light ok: gone\"]",
                    "time": "12.5", "sequence": "1.0",
                ])
        #expect(
            try object(messages.dropFirst().first) == [
                "title": "Title", "isOn": "true", "value": "On", "isRunning": "false", "isDisabled": "false",
                "freshness": "fresh", "time": "12.5", "sequence": "2.0",
            ])
        #expect(publication.messages(for: picture, at: 13).isEmpty)
        picture.apply(notice("org.Example.hall.lamp", isOn: false))
        #expect(try object(publication.messages(for: picture, at: 14).first)["isOn"] == "false")
        publication.forget()
        #expect(publication.messages(for: picture, at: 15).count == 3)
    }

    @Test("a gesture is a message that the broker does not keep, without the states again")
    func gestures() throws {
        var state = PublishedState(Publication(topic: "holdfast", domain: "org.example.hall", by: Self.publisher))
        let picture = picture(notice("org.example.hall.lamp", isOn: true))
        #expect(state.take(PanelNotice(.ready), of: picture, at: 1).count == 3)
        let messages = state.take(PanelNotice(.gesture, name: "a/b", text: "long_hold"), of: picture, at: 2.5)
        #expect(messages.map(\.topic) == ["holdfast/org.example.hall/button/a%2Fb"])
        #expect(messages.map(\.isRetained) == [false])
        #expect(try object(messages.first) == ["gesture": "long_hold", "time": "2.5", "sequence": "3.0"])
    }

    @Test("attack: a thousand messages that ask for the state have one answer")
    func joined() {
        let domain = "org.example.hall", topic = "house/lamp"
        let publication = Publication(
            topic: "holdfast", domain: domain, by: Self.publisher, shares: ["\(domain).lamp": topic])
        let discovery = Discovery(
            prefix: "homeassistant", root: publication.root,
            panel: .init(name: "Hall", version: "1", icon: { _ in nil }))
        var state = PublishedState(publication, discovery: discovery)
        let picture = picture(notice("\(domain).lamp", isOn: true))
        _ = state.connected(at: 0)
        let whole = Set(state.take(PanelNotice(.ready), of: picture, at: 0).map(\.topic))
        #expect(whole.count == 6, "the panel, the control, its shared state, two entities, and the availability")
        let availability = publication.availability
        let askers: [([MQTTMessage], Set<String>)] = [
            ([MQTTMessage("homeassistant/status", Array("online".utf8))], whole.subtracting([availability])),
            ([MQTTMessage(availability, Array("offline".utf8))], [availability]),
            ([MQTTMessage(topic, [])], [topic]),
            (
                (0..<3).map { MQTTMessage("\(publication.root)/control/\($0)", [1], isRetained: true) },
                Set((0..<3).map { "\(publication.root)/control/\($0)" })
            ),
        ]
        for (messages, topics) in askers {
            for number in 0..<1_000 { _ = state.take(messages[number % messages.count]) }
            let answer = state.answer(at: 1)
            #expect(answer.count == topics.count && Set(answer.map(\.topic)) == topics)
            #expect(state.answer(at: 2).isEmpty, "the answer is given once")
        }
    }

    @Test("nothing is published before the whole state has come")
    func incomplete() {
        var publication = Publication(topic: "holdfast", domain: "org.example.hall", by: Self.publisher)
        var picture = PanelPicture()
        picture.apply(notice("org.example.hall.lamp", isOn: true))
        #expect(publication.messages(for: picture, at: 0).isEmpty)
    }

    @Test("a private state is in no message, and its message is the same in both states")
    func privateState() throws {
        let payloads = try [true, false].map { isOn in
            var publication = Publication(topic: "holdfast", domain: "org.example.hall", by: Self.publisher)
            let picture = picture(notice("org.example.hall.alarm", isOn: isOn, privacy: .init(state: true)))
            return try object(publication.messages(for: picture, at: 0).last)
        }
        #expect(payloads.first == payloads.last)
        #expect(payloads.first?["isOn"] == nil && payloads.first?["value"] == nil)
    }

    @Test("the message of a control that is gone is removed, also of one that an earlier run has left")
    func removal() {
        var publication = Publication(topic: "a/b", domain: "org.example.hall", by: Self.publisher)
        var whole = picture(notice("org.example.hall.lamp", isOn: true))
        for name in ["lamp", "ghost"] {
            _ = publication.found(MQTTMessage("a/b/org.example.hall/control/\(name)", [1], isRetained: true))
        }
        _ = publication.found(MQTTMessage("a/b/org.example.hall/control/now", [1]))
        _ = publication.found(MQTTMessage("a/b/org.example.other/control/theirs", [1], isRetained: true))
        let gone = MQTTMessage("a/b/org.example.hall/control/ghost", [], isRetained: true)
        #expect(publication.messages(for: whole, at: 0).filter { $0.payload.isEmpty } == [gone])
        whole.apply(PanelNotice(.removed, name: "org.example.hall.lamp"))
        #expect(
            publication.messages(for: whole, at: 0)
                == [MQTTMessage("a/b/org.example.hall/control/lamp", [], isRetained: true)])
    }

    @Test(
        "a name is one level of a topic, whatever it contains",
        arguments: [
            ("lamp", "lamp"), ("a/b+c#d%", "a%2Fb%2Bc%23d%25"), ("T\u{FC}r \u{1F6AA}", "T\u{FC}r \u{1F6AA}"),
            ("a\u{0}\u{85}", "a%00%C2%85"),
        ])
    func levels(name: String, level: String) {
        #expect(Publication.level(name) == level)
    }

    @Test("a command's topic leads to its control, and that of a control with the key 'set' is none")
    func commands() {
        var publication = Publication(topic: "holdfast", domain: "org.example.hall", by: Self.publisher)
        _ = publication.messages(
            for: picture(notice("org.example.hall.lamp", isOn: true), notice("org.example.hall.set")), at: 0)
        let root = "holdfast/org.example.hall/control/"
        #expect(publication.commands == [root + "+/set"])
        for (topic, control) in [
            ("lamp/set", "org.example.hall.lamp"), ("set/set", "org.example.hall.set"), ("other/set", nil),
        ] as [(String, String?)] {
            #expect(publication.isCommand(root + topic))
            #expect(publication.control(commandedBy: root + topic) == control)
        }
        for topic in [root + "set", root + "lamp", "holdfast/org.example.other/control/lamp/set"] {
            #expect(!publication.isCommand(topic))
        }
    }

    @Test("a push topic ends with its token, and no other topic has one")
    func pushes() {
        let publication = Publication(topic: "holdfast", domain: "org.example.hall", by: Self.publisher)
        let token = String(repeating: "0a", count: 16)
        #expect(publication.pushToken(in: publication.root + "/push/" + token) == token)
        for topic in [
            "push/\(token)", "holdfast/org.example.hall2/push/\(token)", publication.root + "/control/\(token)",
            publication.root + "/push/0a", publication.root + "/push/" + String(repeating: "é", count: 16),
        ] {
            #expect(publication.pushToken(in: topic) == nil)
        }
    }

    @Test("a live message of another client about the same panel tells of a twin; an old one and an own one do not")
    func twin() throws {
        var own = Publication(topic: "holdfast", domain: "org.example.hall", by: Self.publisher)
        var other = Self.publisher
        (other.host, other.client) = ("attic", "holdfast2")
        var twin = Publication(topic: "holdfast", domain: "org.example.hall", by: other)
        var message = try #require(twin.messages(for: picture(), at: 0).first)
        message.isRetained = false
        #expect(own.twin(in: message) == "attic")
        message.isRetained = true
        #expect(own.twin(in: message) == nil)
        var echo = try #require(own.messages(for: picture(), at: 0).first)
        echo.isRetained = false
        #expect(own.twin(in: echo) == nil)
        #expect(own.twin(in: MQTTMessage(own.panel, Array("{}".utf8))) == nil)
        #expect(own.twin(in: MQTTMessage(own.root + "/other", message.payload)) == nil)
    }
}
