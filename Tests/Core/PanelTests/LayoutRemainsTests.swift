import Configuration
import ControlModel
import EventLoop
import Indicators
import Layout
import LocalAPI
import Panel
import Testing

/// Placements whose control is gone, or has other parameters now.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LayoutRemainsTests {
    private let timer = FakeExtension.timer

    @Test("a placed control that its extension or the file no longer has keeps its place, with the reason")
    func gone() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        _ = try await panel.place(FakeExtension.lamp, "lock_screen")
        _ = try await panel.place("egg", "buttons.action.hold")
        panel.fake.description.controls.removeFirst()
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        #expect(
            try await panel.layout()[3]
                == "lock_screen.2: \(FakeExtension.lamp) (the extension 'focus' has no such control any more)")
        #expect(
            try await panel.place(FakeExtension.lamp, "lock_screen") == "NoSuchControl, control: \(FakeExtension.lamp)")
        let lines = SamplePanel.arranged.split(separator: "\n")
        try panel.read(lines.filter { !$0.contains("egg:") }.joined(separator: "\n"))
        await panel.settle()
        let egg = "org.example.test.egg"
        #expect(try await panel.layout()[0] == "buttons.action.hold: \(egg) (the panel has no such control any more)")
        panel.forget()
        try await panel.hold("GPIO17")
        #expect(panel.events.contains(.refused(kind: egg, reason: "the panel has no such control any more")))
        try await panel.hold("GPIO17", for: .milliseconds(80))
        #expect(panel.events.contains(.hintShown("'egg' is not there any more")))
        let listed = try #require(try await panel.listed("buttons.action.hold"))
        #expect(listed.name == egg && listed.snapshot.freshness == .stale && listed.source == nil)
        #expect(listed.snapshot.failure == "the panel has no such control any more")
        try panel.read(lines.filter { !$0.contains("focus") }.joined(separator: "\n"))
        await panel.settle()
        #expect(
            try await panel.layout()[3]
                == "lock_screen.2: \(FakeExtension.lamp) (the panel has no such control any more)"
        )
        await panel.stop()
    }

    @Test(
        "a control whose kind its extension no longer has says so at a tap and performs nothing, also after a restart")
    func goneKind() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        let lamp = FakeExtension.lamp
        _ = try await panel.place(lamp, "buttons.action.hold")
        await panel.advance(.seconds(1))
        try await panel.hold("GPIO17")
        #expect(panel.fake.performances.map(\.kind) == [lamp])
        panel.fake.description.controls.removeFirst()
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        var lists: [ListedControl] = []
        for isRestarted in [false, true] {
            if isRestarted { try await panel.restart() }
            await panel.advance(.seconds(1))
            panel.forget()
            try await panel.hold("GPIO17", for: .milliseconds(80))
            #expect(panel.events.contains(.hintShown("'lamp' is not there any more")), "restarted: \(isRestarted)")
            try await panel.hold("GPIO17")
            #expect(panel.refusals == ["the extension 'focus' has no such control"], "restarted: \(isRestarted)")
            #expect(await panel.perform(lamp, by: .panel)?.failure == "the extension 'focus' has no such control")
            #expect(panel.fake.performances.count == 1)
            lists.append(try #require(try await panel.listed("buttons.action.hold")))
        }
        #expect(lists[0] == lists[1] && lists[0].intent == nil && lists[0].age == nil)
        panel.fake.description.controls.insert(
            DescribedControl(
                kind: lamp, displayName: "Fake",
                preview: FakeExtension.toggle(SnapshotRequest(kind: lamp), isOn: false)), at: 0)
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        try await panel.hold("GPIO17")
        #expect(panel.fake.performances.count == 2)
        await panel.stop()
    }

    @Test("the light of a vanished control shows a fault that the journal has, until another control takes the place")
    func goneLight() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        _ = try await panel.place("egg", "lights.light")
        panel.forget()
        try panel.read(SamplePanel.arranged.replacing("  egg: {title: Egg, toggle: {timer: 5m}}\n", with: ""))
        await panel.settle()
        let egg = "org.example.test.egg"
        #expect(panel.events.contains(.valueMissed(kind: egg, reason: "the panel has no such control any more")))
        #expect(panel.engine.light("light")?.look?.pattern == .fault)
        #expect(try await panel.place("light", "lights.light") == "lights.light: light by file")
        #expect(panel.engine.light("light")?.look?.pattern != .fault)
        #expect(panel.engine.snapshot(of: egg) == nil)
        await panel.stop()
    }

    @Test("a configuration of an older version ignores parameters that no longer exist, and a note names them")
    func olderConfiguration() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        _ = try await panel.place(timer, "buttons.action.hold", ["timer": .string("work"), "minutes": .int(5)])
        // The next version has an optional colour in place of the minutes.
        panel.fake.description.controls[1].parameters[1] = IntentParameterInfo(
            name: "colour", title: "Colour", type: .text)
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        let item = "buttons.action.hold: \(timer) minutes=5 timer=work"
        let note = "[kind \(timer) has no parameter 'minutes'; it has timer, colour]"
        #expect(try await panel.layout()[0] == "\(item) \(note)")
        #expect(panel.engine.extensions[0].detail?.contains("has no parameter 'minutes'") == true)
        try await panel.hold("GPIO17")
        #expect(panel.fake.performances.last?.kind == timer)
        try await panel.restart()
        #expect(try await panel.layout()[0] == "\(item) \(note)")
        // A new configuration removes them.
        #expect(
            try await panel.configure("buttons.action.hold", ["timer": .string("rest")])
                == "buttons.action.hold: \(timer) timer=rest")
        await panel.stop()
    }

    @Test("a placed value that the next version cannot use refuses the performance with a reason, until reconfigured")
    func olderValue() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        _ = try await panel.place(timer, "buttons.action.hold", ["timer": .string("work")])
        let why = "'Timer' cannot be 'work'"
        panel.fake.evaluate = { request in
            var control = FakeExtension.button(request.kind)
            guard request.configuration["timer"] == .string("work") else { return .success(control) }
            control.intent = nil
            control.control.failure = why
            return .success(control)
        }
        panel.fake.description.controls[1].parameters[0] = IntentParameterInfo(
            name: "timer", title: "Timer", type: .enumeration, isRequired: true,
            choices: [IntentChoice(value: .string("nap"), title: "Nap")])
        try await panel.restart()
        #expect(try await panel.layout()[0] == "buttons.action.hold: \(timer) timer=work (\(why))")
        #expect(try #require(try await panel.listed(timer)).snapshot.failure == why)
        panel.forget()
        try await panel.hold("GPIO17")
        #expect(panel.events.contains(.refused(kind: timer, reason: why)))
        #expect(
            try await panel.configure("buttons.action.hold", ["minutes": .int(5)])
                == "InvalidConfiguration, parameter: timer, reason: expected nap, found 'work'")
        #expect(
            try await panel.configure("buttons.action.hold", ["timer": .string("nap")])
                == "buttons.action.hold: \(timer) timer=nap")
        panel.forget()
        await panel.settle()
        try await panel.hold("GPIO17")
        #expect(panel.events.contains(.performed(kind: timer)))
        await panel.stop()
    }

    @Test("C48 the gallery gives the reason why it shows a control or hides it")
    func why() async throws {
        let panel = try TestPanel.arranged()
        panel.fake.description.notes = ["Clock, widget 3 of Focus, is no control"]
        panel.fake.description.controls += ["org.example.other.x", "org.example.focus.LAMP"].map {
            DescribedControl(kind: $0, displayName: "X")
        }
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        let notes =
            "Clock, widget 3 of Focus, is no control; left out: the kind 'org.example.other.x' is not in the domain "
            + "'org.example.focus'; left out: the kind 'org.example.focus.LAMP' is there twice"
        for (control, answer) in [
            ("light", "+it is shown under 'Hallway'"), ("org.example.test.light", "+it is shown under 'Hallway'"),
            (timer, "+it is shown under 'Focus'"),
            (
                "org.example.other.x",
                "the extension 'focus' has it, but it is left out: the kind 'org.example.other.x' is not in the domain "
                    + "'org.example.focus'"
            ),
            (
                "org.example.focus.LAMP",
                "the extension 'focus' has it, but it is left out: the kind 'org.example.focus.LAMP' is there twice"
            ),
            (
                "org.example.focus.tmer",
                "the extension 'focus' has no control of this kind; \(notes); did you mean '\(timer)'?"
            ),
            (
                "org.example.music.x",
                "the extension 'music' is not there, and which controls it has is not known yet"
            ),
            ("lihgt", "the panel's file has no such control; did you mean 'light'?"),
            (
                "org.example.test.lihgt",
                "the panel's file has no such control; did you mean 'org.example.test.light'?"
            ),
            ("org.elsewhere.x", "no extension in the panel's file has its domain"),
        ] {
            let found = try await panel.why(control)
            #expect(found == answer)
        }
        // A failing provider does not hide a control, but its error is reported.
        panel.fake.evaluate = { _ in .failure(.refused(reason: "no network")) }
        _ = try await panel.place(timer, "lock_screen", ["timer": .string("work")])
        await panel.advance(.seconds(1))
        #expect(try await panel.why(timer) == "+it is shown under 'Focus'; \(timer): no network")
        await panel.stop()
    }
}
