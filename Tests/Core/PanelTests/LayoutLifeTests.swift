import Configuration
import ControlModel
import EventLoop
import Indicators
import Layout
import LocalAPI
import Panel
import SimulatedGPIO
import Store
import TestSupport
import Testing

/// A layout that is changed and stored while the panel works.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LayoutLifeTests {
    private let timer = FakeExtension.timer
    private let light = TestPanel.domain + ".light"

    @Test("P4 a change takes effect at once; kept outputs have no edge, timers go on, and watchers start again")
    func effect() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        panel.engine.perform("light")
        panel.engine.perform("egg")
        await panel.advance(.seconds(60))
        let watcher = PanelWatcher(panel)
        await watcher.next(.ready)
        panel.forget()
        #expect(try await panel.place("door", "buttons.action.hold") == "buttons.action.hold: door")
        await watcher.next(.reset)
        #expect(panel.edges["GPIO18"] == nil)
        #expect(try panel.board.isActive("GPIO18"))
        #expect(panel.engine.snapshot(of: "light")?.isOn == true)
        #expect(panel.engine.snapshot(of: "egg")?.isOn == true)
        try await panel.hold("GPIO17")
        #expect(try panel.board.isActive("GPIO23"))
        // The egg timer ends at its original time.
        await panel.advance(.seconds(238))
        #expect(panel.engine.snapshot(of: "egg")?.isOn == true)
        await panel.advance(.seconds(2))
        #expect(panel.engine.snapshot(of: "egg")?.isOn == false)
        watcher.close()
        await panel.stop()
    }

    @Test("P2 a change of a tile's size is reported and interrupts nothing")
    func sizes() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        _ = try await panel.place("door", "control_center")
        panel.engine.perform("door")
        let watcher = PanelWatcher(panel)
        await watcher.next(.ready)
        #expect(try await panel.resize("control_center.1", .large) == "control_center.1: door large")
        await watcher.next(.reset)
        #expect(try panel.board.isActive("GPIO23"))
        #expect(try await panel.layout().last == "control_center.1: door large")
        await watcher.next(.ready)
        // Setting the same size again is not reported, and the next change is.
        #expect(try await panel.resize("control_center.1", .large) == "control_center.1: door large")
        panel.engine.perform("door", isOn: true)
        #expect(await watcher.next(.refused).contains(.reset) == false)
        try await panel.restart()
        #expect(try await panel.layout().last == "control_center.1: door large")
        watcher.close()
        await panel.stop()
    }

    @Test("P1 a control is found by its place on the lock screen and in Control Center")
    func names() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        for kind in ["work", "rest"] { _ = try await panel.place(timer, "lock_screen", ["timer": .string(kind)]) }
        _ = try await panel.place("light", "control_center")
        #expect(panel.engine.snapshot(of: "\(timer)@lock_screen.2") != nil)
        #expect(panel.engine.snapshot(of: "lock_screen.3") != nil)
        #expect(panel.engine.snapshot(of: timer) == nil, "there are two of the kind")
        #expect(panel.engine.snapshot(of: "\(light)@control_center.1")?.kind == light)
        #expect(panel.engine.snapshot(of: "lock_screen.4") == nil)
        // Each placement has its own value (C41: by its configuration).
        #expect(Set(panel.fake.snapshots.filter { $0.kind == timer }.map(\.configuration)).count == 2)
        await panel.stop()
    }

    @Test("a button or light without a control does nothing, and its listing gives the reason")
    func emptied() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        try await panel.remove("buttons.action.hold")
        try await panel.remove("lights.light")
        panel.forget()
        try await panel.hold("GPIO17")
        #expect(!panel.events.contains { if case .performed = $0 { true } else { false } })
        #expect(!panel.events.contains { if case .refused = $0 { true } else { false } })
        try await panel.hold("GPIO17", for: .milliseconds(80))
        #expect(panel.events.contains(.hintShown("Nothing is placed on 'action'")))
        panel.engine.perform("light")
        #expect(panel.engine.light("light")?.isLit == false)
        await panel.stop()
    }

    @Test("P4 a change by hand survives a restart, until the file changes the same place")
    func kept() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        _ = try await panel.place("door", "buttons.action.hold")
        _ = try await panel.place(timer, "lock_screen", ["timer": .string("work")])
        try await panel.remove("lights.light")
        let layout = try await panel.layout()
        try await panel.restart()
        #expect(try await panel.layout() == layout)
        #expect(panel.findings.isEmpty)

        try await panel.restart(SamplePanel.arranged.replacing("hold: light", with: "hold: egg"))
        #expect(try await panel.layout() == ["buttons.action.hold: egg by file"] + layout.dropFirst())
        #expect(panel.findings == [.outdated(.gesture(.hold, button: "action"))])
        // The change is dropped for good, and reported once.
        try await panel.restart()
        #expect(try await panel.layout() == ["buttons.action.hold: light by file"] + layout.dropFirst())
        #expect(panel.findings.count == 1)
        await panel.stop()
    }

    @Test("P5 a layout that the file fixes for a while has its changes by hand afterwards")
    func fixedForAWhile() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        _ = try await panel.place("door", "buttons.action.hold")
        let layout = try await panel.layout()
        try await panel.restart(SamplePanel.arranged + "layout: fixed\n")
        #expect(try await panel.layout().first == "buttons.action.hold: light by file")
        try await panel.restart()
        #expect(try await panel.layout() == layout)
        await panel.stop()
    }

    @Test("an unreadable stored layout is dropped and reported, and the panel starts")
    func unreadable() async throws {
        let panel = try TestPanel.arranged(
            stored: [
                "layout:lock_screen": "{", "layout:lights.light": "[1]", "tokens": "x", "layout:lights.other": "y",
            ])
        await panel.settle()
        #expect(panel.findings == [.unreadable(.light("light")), .unreadable(.lockScreen)])
        #expect(panel.settings["layout:lock_screen"] == nil)
        #expect(try await panel.layout().count == 3)
        await panel.stop()
    }

    @Test("P4 a change is answered once a power cut cannot undo it")
    func durable() async throws {
        let path = try TestFolder.make() + "/panel.sqlite"
        let disk = StallingWorker()
        let store = try PanelStore.open(path: path, worker: disk, scheduler: VirtualScheduler())
        let panel = try TestPanel.arranged(store: store)
        await panel.settle()
        disk.stall()
        var isAnswered = false
        panel.client.call(
            PanelInterface.Place.method, PanelInterface.Place.Parameters(control: "door", place: "buttons.action.hold")
        ) { (_: Result<VarlinkReply<PanelInterface.Placed>, VarlinkClientError>) in isAnswered = true }
        await panel.settle()
        #expect(store.settings["layout:buttons.action.hold"] != nil && !isAnswered)
        disk.goOn()
        await panel.settle()
        #expect(isAnswered)
        try await panel.remove("lights.light")
        let layout = try await panel.layout()
        await panel.stop()
        try store.close()
        let again = try PanelStore.open(path: path)
        #expect(again.settings.keys.sorted() == ["layout:buttons.action.hold", "layout:lights.light"])
        let other = try TestPanel.arranged(store: again)
        #expect(try await other.layout() == layout)
        await other.stop()
        try again.close()
    }

    @Test("controls of an absent extension can be placed")
    func absent() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        panel.fake.manner = .absent
        panel.fake.vanished?()
        #expect(
            try await panel.place(timer, "lock_screen", ["timer": .string("work")])
                == "lock_screen.2: \(timer) timer=work")
        #expect(try await panel.gallery("focus").count == 2)
        #expect(try await panel.place(timer, "lock_screen", ["tiner": .int(1)]).hasPrefix("InvalidConfiguration"))
        #expect(panel.engine.snapshot(of: timer)?.freshness == .stale)
        panel.fake.manner = .answers
        panel.fake.appeared?()
        await panel.advance(.seconds(1))
        #expect(panel.engine.snapshot(of: timer)?.freshness == .fresh)
        await panel.stop()
    }

    // MARK: Push tokens

    private func tokens(_ panel: TestPanel) throws -> [String: String] {
        let placements = try #require(panel.fake.told.last)
        return Dictionary(
            placements.map { ($0.configuration["timer"]?.description ?? "-", $0.pushToken ?? "none") }
        ) { first, _ in first }
    }

    @Test("C45 each placement has its own token, which survives changes and restarts and ends with the placement")
    func pushTokens() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        for kind in ["work", "rest"] { _ = try await panel.place(timer, "lock_screen", ["timer": .string(kind)]) }
        await panel.advance(.seconds(1))
        let first = try tokens(panel)
        #expect(Set(first.keys) == ["work", "rest"])
        #expect(first["work"] != first["rest"])
        #expect(first.values.allSatisfy { $0.utf8.count == 32 })

        // The extension receives the full list after each addition, removal or configuration.
        let told = panel.fake.told.count
        _ = try await panel.move("lock_screen.2", "buttons.action.hold")
        await panel.advance(.seconds(1))
        #expect(panel.fake.told.count > told)
        #expect(try tokens(panel) == first, "the same control elsewhere")
        try await panel.restart()
        await panel.advance(.seconds(1))
        #expect(try tokens(panel) == first)

        _ = try await panel.configure("buttons.action.hold", ["minutes": .int(5)])
        await panel.advance(.seconds(1))
        let second = try tokens(panel)
        #expect(second["rest"] == first["rest"])
        #expect(second["work"] != first["work"], "another configuration is another placement")

        _ = try await panel.configure("buttons.action.hold", [:], defaults: ["minutes"])
        await panel.advance(.seconds(1))
        let third = try tokens(panel)
        #expect(third["work"] != first["work"] && third["work"] != second["work"], "the old one is gone for good")
        await panel.stop()
    }

    @Test("C45 the token of a placement that the file no longer has is removed at the next start")
    func forgottenToken() async throws {
        let yaml = SamplePanel.arranged.replacing(
            "lock_screen: [light]", with: "lock_screen: [{kind: \(timer), configuration: {timer: work}}]")
        let panel = try TestPanel.arranged(yaml)
        await panel.advance(.seconds(1))
        let token = try #require(try tokens(panel)["work"])
        let key = "token:{\"configuration\":{\"timer\":\"work\"},\"kind\":\"\(timer)\"}"
        #expect(panel.settings[key] == token)
        try await panel.restart()
        #expect(panel.settings[key] == nil)
        #expect(panel.settings["tokens"] == nil)
        await panel.stop()
    }
}
