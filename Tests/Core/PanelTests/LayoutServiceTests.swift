import Configuration
import ControlModel
import EventLoop
import Layout
import LocalAPI
import Panel
import Testing

/// The layout as a service for other programs.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LayoutServiceTests {
    private let timer = FakeExtension.timer
    private let light = TestPanel.domain + ".light"

    @Test("P3 the gallery sorts groups by name and keeps the bundle's order in them, with inactive previews")
    func gallery() async throws {
        let panel = try TestPanel.arranged()
        panel.fake.description.controls[0].preview = FakeExtension.toggle(
            SnapshotRequest(kind: FakeExtension.lamp), isOn: true)
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        panel.engine.perform("light")
        let gallery = try await panel.gallery()
        #expect(
            gallery.map { [$0.group, $0.source ?? "-", $0.key ?? "-", $0.snapshot.kind] } == [
                ["Focus", "focus", "-", FakeExtension.lamp], ["Focus", "focus", "-", timer],
                ["Hallway", "-", "light", light], ["Hallway", "-", "door", "org.example.test.door"],
                ["Hallway", "-", "egg", "org.example.test.egg"],
            ])
        #expect(gallery.allSatisfy { $0.snapshot.freshness == .preview && $0.snapshot.isOn != true })
        #expect(gallery[0].snapshot.hint == "Hold to Turn On 'Focus'")
        #expect(gallery[1].parameters.map(\.name) == ["timer", "minutes"])
        #expect(gallery.map(\.promptsForUserConfiguration) == [false, true, false, false, false])
        #expect(gallery[1].snapshot.controlDescription == "Counts down.")
        #expect(gallery.map(\.places) == [[], [], ["buttons.action.hold", "lights.light", "lock_screen.1"], [], []])
        await panel.stop()
    }

    @Test(
        "P3 a search of the gallery finds all words, in any letter case, in names, descriptions, kinds and groups",
        arguments: [
            ("", 5), ("  ", 5), ("focus", 2), ("COUNTS", 1), ("opens front", 1), ("front opens down", 0),
            ("hallway", 3),
            ("org.example", 5), ("timer focus", 1), ("egg", 1),
        ])
    func search(words: String, count: Int) async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        #expect(try await panel.gallery(words).count == count)
        await panel.stop()
    }

    @Test("P4 a control can be placed, moved, resized, configured, removed and reset to the file")
    func changes() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        #expect(try await panel.place("light", "control_center") == "control_center.1: light small")
        #expect(try await panel.place("door", "control_center.1", size: .large) == "control_center.1: door large")
        #expect(
            try await panel.place(timer, "control_center", ["timer": .string("work")])
                == "control_center.3: \(timer) timer=work small")
        #expect(
            try await panel.configure("control_center.3", ["minutes": .int(5)])
                == "control_center.3: \(timer) minutes=5 timer=work small")
        #expect(
            try await panel.configure("control_center.3", ["timer": .string("rest")], defaults: ["minutes"])
                == "control_center.3: \(timer) timer=rest small")
        #expect(try await panel.resize("control_center.2", .medium) == "control_center.2: light medium")
        #expect(try await panel.move("control_center.3", "lights.light") == "lights.light: \(timer) timer=rest")
        // A placement can be placed again, with the same configuration.
        #expect(try await panel.place("lights.light", "lock_screen") == "lock_screen.2: \(timer) timer=rest")
        try await panel.remove("lock_screen.1")
        #expect(
            try await panel.layout() == [
                "buttons.action.hold: light by file", "lights.light: \(timer) timer=rest",
                "lock_screen.1: \(timer) timer=rest", "control_center.1: door large", "control_center.2: light medium",
                "control_center.3: light small",
            ])
        try await panel.reset("lock_screen")
        try await panel.reset("control_center")
        #expect(
            try await panel.layout() == [
                "buttons.action.hold: light by file", "lights.light: \(timer) timer=rest",
                "lock_screen.1: light by file",
            ])
        try await panel.reset()
        #expect(
            try await panel.layout() == [
                "buttons.action.hold: light by file", "lights.light: light by file", "lock_screen.1: light by file",
            ])
        await panel.stop()
    }

    @Test("an impossible placement is refused with the reason")
    func refusals() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        let before = try await panel.layout()
        for (control, place, configuration, size, answer) in [
            ("lihgt", "lock_screen", nil, nil, "NoSuchControl, control: lihgt, nearest: light"),
            ("front door", "lock_screen", nil, nil, "NoSuchControl, control: front door, nearest: door"),
            (
                "org.example.focus.tmer", "lock_screen", nil, nil,
                "NoSuchControl, control: org.example.focus.tmer, nearest: \(timer)"
            ),
            ("org.example.other.x", "lock_screen", nil, nil, "NoSuchControl, control: org.example.other.x"),
            (
                "org.example.music.x", "lock_screen", nil, nil,
                "Refused, reason: the extension 'music' is not there, and which controls it has is not known yet"
            ),
            ("light", "lock_screan", nil, nil, "NoSuchPlace, nearest: lock_screen, place: lock_screan"),
            ("light", "lock_screen.9", nil, nil, "NoSuchPlace, nearest: lock_screen.2, place: lock_screen.9"),
            (
                "light", "lock_screen", nil, .large,
                "Refused, reason: controls have no size at lock_screen; they have one in control_center"
            ),
            (
                "light", "lock_screen", ["a": .int(1)], nil,
                "InvalidConfiguration, parameter: a, reason: the control has nothing to configure"
            ),
            (
                timer, "lock_screen", ["tiner": .string("work")], nil,
                "InvalidConfiguration, nearest: timer, parameter: tiner, reason: the control has timer and minutes"
            ),
            (
                timer, "lock_screen", ["timer": .string("wrok")], nil,
                "InvalidConfiguration, nearest: work, parameter: timer, reason: expected work or rest, found 'wrok'"
            ),
            (
                timer, "lock_screen", ["minutes": .string("5")], nil,
                "InvalidConfiguration, parameter: minutes, reason: expected a whole number, found '5'"
            ),
            (
                timer, "lock_screen", ["timer": .bool(true)], nil,
                "InvalidConfiguration, parameter: timer, reason: expected one of its choices, found true; "
                    + "a text in quotes is one: timer='\"true\"'"
            ),
            (
                timer, "lock_screen", ["timer": .string("a\u{1B}")], nil,
                "InvalidConfiguration, parameter: timer, reason: the text contains the character \\u{1B}, "
                    + "which cannot be shown"
            ),
        ] as [(String, String, [String: IntentValue]?, TileSize?, String)] {
            #expect(try await panel.place(control, place, configuration, size: size) == answer)
        }
        #expect(
            try await panel.move("lights.light", "lights.lihgt")
                == "NoSuchPlace, nearest: lights.light, place: lights.lihgt")
        #expect(
            try await panel.resize("lights.light", .small)
                == "Refused, reason: controls have no size at lights.light; they have one in control_center")
        #expect(try await panel.configure("lock_screen.1", ["x": .int(1)]).hasPrefix("InvalidConfiguration"))
        #expect(try await panel.configure("control_center.1", [:]) == "NoSuchPlace, place: control_center.1")
        #expect(try await panel.layout() == before)
        await panel.stop()
    }

    @Test("a size or parameter of a wrong type is refused by the protocol")
    func wrongTypes() async throws {
        let panel = try TestPanel.arranged()
        for (method, parameters, name) in [
            (PanelInterface.Place.method, ["control": "light", "place": "lock_screen", "size": "huge"], "size"),
            (PanelInterface.Resize.method, ["place": "control_center.1", "size": ""], "size"),
            (PanelInterface.Place.method, ["control": "light"], "place"),
            (PanelInterface.Configure.method, ["place": "lock_screen.1", "configuration": "x"], "configuration"),
        ] {
            await #expect(throws: VarlinkClientError.self) {
                do {
                    _ = try await panel.ask(method, parameters, NoParameters.self)
                } catch VarlinkClientError.refused(let error, let values) {
                    #expect(error == VarlinkService.InvalidParameter.varlinkName)
                    #expect(values == ["parameter": name])
                    throw VarlinkClientError.refused(name: error, parameters: values)
                }
            }
        }
        await panel.stop()
    }

    @Test("P5 with `layout: fixed` every change is refused with the same error")
    func fixed() async throws {
        let panel = try TestPanel.arranged(SamplePanel.arranged + "layout: fixed\n")
        await panel.settle()
        #expect(try await panel.place("lihgt", "nowhere") == "LayoutFixed")
        #expect(try await panel.move("lock_screen.1", "lights.light") == "LayoutFixed")
        #expect(try await panel.resize("lock_screen.1", .large) == "LayoutFixed")
        #expect(try await panel.configure("lock_screen.1", [:]) == "LayoutFixed")
        await #expect(throws: VarlinkClientError.self) { try await panel.remove("lock_screen.1") }
        await #expect(throws: VarlinkClientError.self) { try await panel.reset() }
        #expect(try await panel.layout().count == 3)
        await panel.stop()
    }

    @Test("P4 a control that lacks a value is placed, and its performance is refused with the reason")
    func incomplete() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        let why = "its configuration is not complete: it needs timer"
        #expect(try await panel.place(timer, "buttons.action.hold") == "buttons.action.hold: \(timer) (\(why))")
        #expect(
            try await panel.configure("buttons.action.hold", ["timer": .string("work")])
                == "buttons.action.hold: \(timer) timer=work")
        // The extension reports a value that it no longer accepts.
        panel.fake.evaluate = { request in
            var control = FakeExtension.button(request.kind)
            control.intent = nil
            control.control.failure = "there is no timer 'work' any more"
            return .success(control)
        }
        panel.engine.reloadAll()
        await panel.settle()
        #expect(
            try await panel.layout()[0]
                == "buttons.action.hold: \(timer) timer=work (there is no timer 'work' any more)")
        // The status names the placement, and the event about the status comes once.
        let detail = "buttons.action.hold: there is no timer 'work' any more"
        #expect(panel.engine.extensions.first?.detail == detail)
        panel.forget()
        panel.engine.reloadAll()
        await panel.advance(.seconds(5))
        #expect(!panel.events.contains { if case .extensionChanged = $0 { true } else { false } })
        try await panel.hold("GPIO17")
        #expect(panel.events.contains(.refused(kind: timer, reason: "there is no timer 'work' any more")))
        panel.fake.evaluate = { .success(FakeExtension.button($0.kind)) }
        panel.engine.reloadAll()
        await panel.advance(.seconds(5))
        #expect(panel.engine.extensions.allSatisfy { $0.detail == nil })
        await panel.stop()
    }

    @Test("without an editor, and without a panel, a change is refused with that reason")
    func stranger() async throws {
        let panel = try TestPanel.arranged()
        panel.service.editor = nil
        #expect(try await panel.place("light", "lock_screen") == "Refused, reason: the panel is being read again")
        await #expect(throws: VarlinkClientError.self) { try await panel.layout() }
        await panel.stop()
    }
}
