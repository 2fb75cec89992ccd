import ControlModel
import EventLoop
import Indicators
import LocalAPI
import Panel
import Testing

@PanelActor
struct ExtensionValueTests {
    private let lamp = FakeExtension.lamp

    @Test("C40 the preview value is shown until the first value, and the panel asks for the value on load")
    func loading() async throws {
        let panel = try TestPanel.extended()
        panel.fake.evaluate = { .success(FakeExtension.toggle($0, isOn: true)) }
        var states: [ControlSnapshot.Freshness] = []
        panel.engine.observe { event in
            if case .controlChanged(let snapshot, FakeExtension.lamp) = event { states.append(snapshot.freshness) }
        }
        try await panel.start()
        #expect(states == [.preview, .fresh])
        #expect(panel.shown?.isOn == true)
        await panel.stop()
    }

    @Test("C41 placements of one kind with different configurations each have their own value")
    func configured() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        let work = "\(FakeExtension.timer)@buttons.work.hold"
        let rest = "\(FakeExtension.timer)@buttons.rest.hold"
        panel.engine.perform(work, isOn: true)
        await panel.advance(.zero)
        #expect(panel.engine.snapshot(of: work)?.isOn == true)
        #expect(panel.engine.snapshot(of: rest)?.isOn == false)
        #expect(panel.fake.performances.map(\.configuration) == [["timer": .string("work")]])
        #expect(panel.engine.snapshot(of: FakeExtension.timer) == nil, "the kind alone names neither")
        await panel.stop()
    }

    @Test("C42 a reload shows a change made elsewhere; C47 a failed request does not overwrite it")
    func elsewhere() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.isOn[SnapshotRequest(kind: lamp)] = true
        #expect(panel.engine.services.reload(kind: lamp, for: .hosted("focus")))
        await panel.advance(.zero)
        #expect(panel.shown?.isOn == true)
        #expect(!panel.engine.services.reload(kind: "org.example.test.light", for: .hosted("focus")), "foreign")
        panel.fake.reply = { _ in .success(PerformReply(failure: "no")) }
        try await panel.hold()
        #expect(panel.shown?.isOn == true)
        await panel.stop()
    }

    @Test("a value that the extension tells is shown without a question, for its own kinds and placements alone")
    func told() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        await panel.advance(.seconds(1))
        let runs = panel.runs
        let services = panel.engine.services
        let request = SnapshotRequest(kind: lamp)
        let turnedOn = PlacedValue(evaluation: FakeExtension.toggle(request, isOn: true))
        #expect(services.update(kind: lamp, to: [turnedOn], for: .hosted("focus")))
        #expect(panel.shown == turnedOn.evaluation.control && panel.runs == runs)
        let elsewhere = PlacedValue(
            configuration: ["timer": .string("work")], evaluation: FakeExtension.toggle(request, isOn: false))
        #expect(services.update(kind: lamp, to: [elsewhere], for: .hosted("focus")))
        #expect(panel.shown?.isOn == true)
        #expect(!services.update(kind: "org.example.test.light", to: [], for: .hosted("focus")), "foreign")
        #expect(services.reload(kind: "lamp", for: .hosted("focus")), "as the source names it")
        #expect(services.reload(kind: "Unplaced", for: .hosted("focus")))
        #expect(!services.reload(kind: "lamp", for: .user(4_242)), "a stranger")
        await panel.advance(.seconds(1))
        panel.fake.isOn[request] = true
        var titled = turnedOn
        titled.evaluation.control.title = "a\nb\u{202E}"
        #expect(services.update(kind: lamp, to: [titled], for: .hosted("focus")))
        #expect(panel.shown?.isOn == true && panel.shown?.title == "a b")
        await panel.advance(.seconds(1))
        let foreign = PlacedValue(
            evaluation: FakeExtension.toggle(SnapshotRequest(kind: "org.example.test.light"), isOn: false))
        #expect(services.update(kind: lamp, to: [foreign], for: .hosted("focus")))
        #expect(panel.shown?.isOn == true && panel.shown?.freshness == .stale, "a value of another control")
        await panel.stop()
    }

    @Test("C43 10,000 told values within a second cause at most two changes per 100 ms, and the last one is asked for")
    func toldStorm() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        await panel.advance(.seconds(1))
        var changes = 0
        panel.engine.observe { event in
            if case .controlChanged(_, FakeExtension.lamp) = event { changes += 1 }
        }
        for number in 0..<10_000 {
            let isOn = number % 2 == 0
            panel.fake.isOn[SnapshotRequest(kind: lamp)] = isOn
            let value = PlacedValue(evaluation: FakeExtension.toggle(SnapshotRequest(kind: lamp), isOn: isOn))
            _ = panel.engine.services.update(kind: lamp, to: [value], for: .hosted("focus"))
            if number % 10 == 0 { await panel.advance(.milliseconds(1)) }
        }
        #expect(changes <= 20, "\(changes) changes")
        await panel.advance(.seconds(1))
        #expect(panel.shown?.isOn == false && panel.shown?.freshness == .fresh)
        await panel.stop()
    }

    @Test("C43 10,000 reloads within a second cause at most two runs of the provider per 100 ms")
    func storm() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        await panel.advance(.seconds(1))
        let before = panel.runs
        for _ in 0..<1_000 {
            for _ in 0..<10 { panel.engine.reload(lamp) }
            await panel.advance(.milliseconds(1))
        }
        let runs = panel.runs - before
        #expect((10...20).contains(runs), "\(runs) runs")
        await panel.advance(.seconds(1))
        #expect(panel.shown?.freshness == .fresh)
        await panel.stop()
    }

    @Test("C43 developer mode removes the limit on reloads")
    func noLimit() async throws {
        let panel = try TestPanel.extended(developerMode: true)
        try await panel.start()
        let before = panel.runs
        for _ in 0..<50 {
            panel.engine.reload(lamp)
            await panel.advance(.zero)
        }
        #expect(panel.runs - before == 50)
        await panel.stop()
    }

    @Test("C44 a provider that throws leaves the last value, marked stale, and is asked again after 1, 2, 4 … 60 s")
    func throwing() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        panel.fake.evaluate = { _ in .failure(.refused(reason: "the server is away")) }
        panel.engine.reload(lamp)
        await panel.advance(.zero)
        #expect(panel.shown?.freshness == .stale)
        #expect(panel.shown?.isOn == false)
        #expect(panel.shown?.failure == "the server is away")
        #expect(
            panel.events.contains(.valueMissed(kind: lamp, reason: "the server is away")), "C48 it is told")
        #expect(panel.engine.light("lamp")?.look?.pattern == .fault, "a stale toggle's light differs")
        var times: [Int] = []
        var last = panel.runs
        for second in 1...200 {
            await panel.advance(.seconds(1))
            if panel.runs != last { times.append(second) }
            last = panel.runs
        }
        #expect(times == [1, 3, 7, 15, 31, 63, 123, 183])
        let told = panel.events.filter { $0 == .valueMissed(kind: lamp, reason: "the server is away") }
        #expect(told.count == 1, "C48 the missed value is reported once, and not again")
        panel.fake.evaluate = { .success(FakeExtension.toggle($0, isOn: true)) }
        await panel.advance(.seconds(60))
        #expect(panel.shown?.freshness == .fresh)
        #expect(panel.shown?.failure == nil)
        await panel.stop()
    }

    @Test("C44 a provider that never returns is given up after 5 s, and a preview without a value is marked stale")
    func hanging() async throws {
        let panel = try TestPanel.extended()
        panel.fake.evaluate = { _ in .failure(.refused(reason: "never")) }
        try await panel.start()
        #expect(panel.shown?.freshness == .stale)
        #expect(panel.shown?.isOn == false)
        panel.fake.evaluate = { .success(FakeExtension.toggle($0, isOn: true)) }
        await panel.advance(.seconds(1))
        #expect(panel.shown?.freshness == .fresh)
        panel.fake.manner = .hangs
        panel.engine.reload(lamp)
        await panel.advance(.seconds(5))
        #expect(panel.shown?.freshness == .stale)
        #expect(panel.shown?.failure == "no value within 5s")
        await panel.stop()
    }

    @Test("C45 an extension that wants tokens receives all placements when it appears; tokens cannot be guessed")
    func tokens() async throws {
        let panel = try TestPanel.extended()
        panel.fake.description.controls[0].wantsPushTokens = true
        try await panel.start()
        let told = try #require(panel.fake.told.first)
        #expect(told.map(\.kind) == [lamp, FakeExtension.timer, FakeExtension.timer])
        let token = try #require(told[0].pushToken)
        #expect(token.count == 32)
        #expect(told[1].pushToken == nil)
        #expect(panel.engine.services.currentControls(for: .hosted("focus")) == told)
        #expect(panel.engine.services.currentControls(for: .hosted("other")).isEmpty)
        panel.fake.appeared?()
        await panel.advance(.zero)
        #expect(panel.fake.told.last == told, "the same after the extension's restart")
        await panel.stop()
    }

    @Test("C29 each activity is shown for its owner until it ends, up to a limit")
    func activities() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        let own = HostCaller.hosted("focus")
        var activity = ActivityState(id: "1", title: "Work\u{1B}[2J", ends: 100)
        #expect(panel.engine.services.show(activity, for: own))
        #expect(panel.engine.activities.map(\.title) == ["Work [2J"])
        activity.title = "Rest"
        #expect(!panel.engine.services.show(activity, for: .user(7)))
        #expect(panel.engine.services.show(activity, for: own))
        #expect(panel.engine.activities.map(\.title) == ["Rest"])
        panel.engine.services.endActivity(id: "1", for: .user(7))
        #expect(panel.engine.activities.count == 1)
        panel.engine.services.endActivity(id: "1", for: own)
        #expect(panel.engine.activities.isEmpty)
        let shown = (0..<100).filter { panel.engine.services.show(ActivityState(id: "\($0)", title: ""), for: own) }
        #expect(shown.count == 16)
        panel.engine.services.endActivity(id: "15", for: own)
        let long = String(repeating: "i", count: 65)
        #expect(
            !panel.engine.services.show(ActivityState(id: long, title: ""), for: own), "they all go into one message")
        #expect(
            panel.engine.services.show(ActivityState(id: "15", title: long + long, subtitle: long + long), for: own))
        #expect(panel.engine.activities.last?.title.count == 100)
        #expect(panel.engine.activities.last?.subtitle?.count == 100)
        await panel.advance(.seconds(8 * 3_600))
        #expect(panel.engine.activities.isEmpty, "none stays for ever")
        await panel.stop()
    }

    @Test("C29 frequent changes of one activity are reported four times a second, always including the last")
    func flood() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        let caller = HostCaller.hosted("focus")
        func told() -> [String] {
            panel.events.compactMap { if case .activityShown(let activity) = $0 { activity.title } else { nil } }
        }
        for number in 0..<1_000 {
            #expect(panel.engine.services.show(ActivityState(id: "a", title: "\(number)"), for: caller))
            await panel.advance(.milliseconds(1))
        }
        await panel.advance(.seconds(1))
        #expect(told() == ["0", "249", "499", "749", "999"])
        #expect(panel.engine.services.show(ActivityState(id: "a", title: "later"), for: caller))
        #expect(told().last == "later", "what does not come in a flood is told at once")
        #expect(panel.engine.services.show(ActivityState(id: "a", title: "last"), for: caller))
        panel.engine.services.endActivity(id: "a", for: caller)
        await panel.advance(.seconds(1))
        #expect(told().last == "later")
        _ = panel.engine.services.show(ActivityState(id: "b", title: "b"), for: caller)
        _ = panel.engine.services.show(ActivityState(id: "b", title: "c"), for: caller)
        await panel.stop()
    }
}
