import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI
import Testing

@testable import Panel

/// Values that another process reads for a control, and that are missing: faults of the panel (C44).
@PanelActor
struct MissingValueTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        mqtt: {broker: "mqtt://localhost"}
        controls:
          frost: {title: Frost, value: {command: [read-frost], every: 1m}}
          fan: {title: Fan, toggle: {command: {turn_on: [fan, "1"], turn_off: [fan, "0"], state: [fan, "?"]}}}
          safe: {title: Safe, privacy: state, value: {command: [read-safe], every: 1m}}
          porch: {title: Porch, toggle: {mqtt: {command: porch/set, state: porch/state}}}
        lights:
          state: {line: GPIO26, shows: status}
          fan: {line: GPIO25, shows: fan}
        notify:
          fault: {command: [tell, "{what}"]}
        """
    private static let frost = PanelFault.Part.value("org.example.test.frost")
    private static let gateway = PanelFault.Part.extension("gateway")

    private let actions = FakeExtension(kinds: StockKind.all.map(\.name))
    private let topics = FakeExtension(kinds: [StockKind.topic.name])
    private let panel: TestPanel

    init() throws {
        panel = try TestPanel(Self.yaml, extensions: ["actions": actions, "gateway": topics])
        breakProgram(nil)
    }

    /// Has the program with this name fail, in these words; `nil` lets all programs succeed.
    private func breakProgram(_ name: String?, _ words: String = "no such program") {
        actions.evaluate = { request in
            let programs = ["command", "state"].compactMap { request.configuration[$0] }
            if let name, case .array(let arguments)? = programs.first, arguments.first == .string(name) {
                return .failure(.refused(reason: words))
            }
            return .success(
                request.kind == StockKind.commandToggle.name
                    ? FakeExtension.toggle(request, isOn: true) : FakeExtension.button(request.kind))
        }
    }

    private func start() async throws {
        try panel.engine.start()
        await panel.advance(.zero)
    }

    private func stop() async {
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    private var faults: [String] { panel.engine.faults.map(\.description) }

    private var notified: [String] {
        actions.performances.compactMap { request in
            guard case .array(let words)? = request.configuration["arguments"], case .string(let last)? = words.last
            else { return nil }
            return last
        }
    }

    private var showsFault: Bool { panel.engine.light("state")?.look?.pattern == .fault }

    @Test(
        "a program of a value or a state that fails is a fault of the panel until it succeeds again",
        arguments: [("read-frost", "frost"), ("fan", "fan")])
    func program(_ program: String, _ control: String) async throws {
        breakProgram(program)
        try await start()
        let fault = "value of control 'org.example.test.\(control)': no such program"
        #expect(faults == [fault])
        #expect(showsFault)
        #expect(notified == [fault])
        #expect(
            StatusService.status(of: panel.engine, as: .anybody, isAdministrator: false).faults == [fault])
        breakProgram(nil)
        await panel.advance(.seconds(1))
        #expect(faults.isEmpty && !showsFault)
        #expect(notified == [fault])
        #expect(
            panel.events.contains { if case .faultEnded(let ended) = $0 { ended.description == fault } else { false } })
        await stop()
    }

    @Test("a program that writes another error at each try causes one fault and one notification")
    func changingWords() async throws {
        try await start()
        breakProgram("read-frost", "12:00:00 no answer")
        panel.engine.reload("frost")
        await panel.advance(.zero)
        breakProgram("read-frost", "12:00:01 no answer")
        await panel.advance(.seconds(60))
        #expect(notified == ["value of control 'org.example.test.frost': 12:00:00 no answer"])
        #expect(panel.engine.snapshot(of: "frost")?.failure == "12:00:01 no answer")
        await stop()
    }

    @Test("attack A3 the fault of a private value has no words of the value's program")
    func privateValue() async throws {
        breakProgram("read-safe", "the jewels are gone")
        try await start()
        #expect(faults == ["value of control 'org.example.test.safe': the reason is private"])
        #expect(notified == faults)
        await stop()
    }

    @Test("the fault of an extension that goes takes the place of the faults of the extension's values")
    func extensionGone() async throws {
        breakProgram("read-frost")
        try await start()
        actions.manner = .absent
        actions.vanished?()
        await panel.advance(.zero)
        #expect(panel.engine.faults.map(\.part) == [.extension("actions")])
        await stop()
    }

    @Test("a stock extension that the file needs, and that never comes, is a fault after 30 s")
    func neverCame() async throws {
        actions.address = "/run/holdfast/extensions/actions"
        actions.manner = .absent
        try await start()
        #expect(faults.isEmpty)
        await panel.advance(.seconds(30))
        #expect(panel.engine.faults.map(\.part) == [.extension("actions")])
        await stop()
    }

    @Test("a broker that is away is one fault, not one for each topic, and the fault ends as the broker returns")
    func brokerAway() async throws {
        try await start()
        let reason = "localhost:1883: Connection refused"
        topics.evaluate = { _ in .failure(.refused(reason: reason)) }
        panel.engine.reload("porch")
        panel.engine.services.report(reason, of: "gateway", for: .hosted("gateway"))
        await panel.advance(.seconds(60))
        #expect(faults == ["extension 'gateway': \(reason)"])
        #expect(showsFault)
        #expect(notified == faults)
        panel.engine.services.report(nil, of: "gateway", for: .hosted("gateway"))
        #expect(faults.isEmpty && !showsFault)
        await stop()
    }

    @Test("a topic whose message does not come within a day of the broker's return is a fault")
    func silentTopic() async throws {
        let reason = "nothing has come from 'porch/state' yet"
        topics.evaluate = { _ in .failure(.refused(reason: reason)) }
        try await start()
        await panel.advance(.seconds(23 * 3_600))
        #expect(faults.isEmpty, "a device with a battery speaks seldom")
        await panel.advance(.seconds(2 * 3_600))
        #expect(faults == ["value of control 'org.example.test.porch': \(reason)"])
        panel.engine.services.report("away", of: "gateway", for: .hosted("gateway"))
        #expect(faults == ["extension 'gateway': away"])
        panel.engine.services.report(nil, of: "gateway", for: .hosted("gateway"))
        topics.evaluate = { .success(FakeExtension.toggle($0, isOn: true)) }
        await panel.advance(.seconds(60))
        #expect(faults.isEmpty)
        await stop()
    }
}

/// Values of placed controls of an extension.
@PanelActor
struct MissingExtensionValueTests {
    /// Has the values of these timers fail, and those of all other controls come.
    private func breakTimers(_ names: Set<String>, of panel: TestPanel) {
        panel.fake.evaluate = { request in
            guard case .string(let timer)? = request.configuration["timer"], names.contains(timer) else {
                return .success(FakeExtension.toggle(request, isOn: false))
            }
            return .failure(.refused(reason: "no \(timer)"))
        }
    }

    @Test("the fault names another placement of the kind, or ends, once the value of the first one has come")
    func placements() async throws {
        let panel = try TestPanel.extended()
        breakTimers(["work", "rest"], of: panel)
        try await panel.start()
        let words = "value of control '\(FakeExtension.timer)': no "
        #expect(panel.engine.faults.map(\.description) == [words + "work"])
        breakTimers(["rest"], of: panel)
        await panel.advance(.seconds(1))
        #expect(panel.engine.faults.map(\.description) == [words + "rest"])
        breakTimers([], of: panel)
        await panel.advance(.seconds(4))
        #expect(panel.engine.faults.isEmpty)
        await panel.stop()
    }

    @Test("a control that has lost its place misses no value of the panel")
    func noPlace() async throws {
        let panel = try TestPanel.extended()
        panel.fake.evaluate = { _ in .failure(.refused(reason: "the server is away")) }
        try await panel.start()
        #expect(panel.engine.faults.count == 2)
        let bare = SamplePanel.extended.replacing("shows: org.example.focus.lamp", with: "shows: light")
            .replacing("hold: org.example.focus.lamp", with: "hold: light")
            .replacing("hold: {kind: org.example.focus.timer, configuration: {timer: work}}", with: "hold: light")
            .replacing("hold: {kind: org.example.focus.timer, configuration: {timer: rest}}", with: "hold: light")
        panel.engine.rearrange(as: try PanelFile.parse(Array(bare.utf8), file: "panel.yaml"))
        #expect(panel.engine.faults.isEmpty)
        await panel.stop()
    }
}
