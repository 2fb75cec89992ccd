import Authentication
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import Store
import TestSupport
import Testing

@testable import Panel

/// A panel whose disk stalls: neither fails nor finishes.
@PanelActor
@Suite("A disk that stalls", .timeLimit(.minutes(1)))
struct StalledStoreTests {
    private let pin = "271828"

    /// A panel that Ada can unlock.
    private func makePanel() async throws -> TestPanel {
        let panel = try TestPanel.stored()
        await panel.add("Ada", pin, "owner")
        panel.store.failed = { panel.engine.begin(PanelFault(part: .store, cause: .store("\($0)"))) }
        panel.store.recovered = { panel.engine.end(.store) }
        return panel
    }

    private func storeFault(_ panel: TestPanel) -> String? {
        panel.engine.faults.first { $0.part == .store }?.description
    }

    private func edges(_ panel: TestPanel, _ line: String) -> Int { panel.edges[line] ?? 0 }

    @Test("a right PIN is dropped after 2 s as a counted failure, and unlocks nothing when the disk comes back")
    func attempt() async throws {
        let panel = try await makePanel()
        let free = panel.gatekeeper.lockout(of: .pad).stored
        var refusals: [String] = []
        panel.engine.observe { if case .unlockRefused(let reason) = $0 { refusals.append(reason) } }
        panel.forgetEdges()
        panel.disk.stall()
        panel.engine.perform("door")
        #expect(panel.engine.pendingControl != nil)
        #expect(await !panel.unlock(pin))
        await panel.advance(.milliseconds(1_999))
        #expect(storeFault(panel) == nil && refusals.isEmpty)
        await panel.advance(.milliseconds(1))
        #expect(storeFault(panel)?.contains("has not finished a write within 2s") == true, "\(panel.engine.faults)")
        #expect(refusals.count == 1 && refusals[0].contains("has not finished a write within 2s"), "\(refusals)")
        // Further tries cause no lockout: no PIN is accepted or counted until the disk works again.
        for _ in 0..<20 { #expect(await !panel.unlock(pin)) }
        await panel.advance(.seconds(25))
        panel.disk.goOn()
        await panel.advance(.seconds(25))
        #expect(!panel.engine.isUnlocked && panel.edges.isEmpty, "\(panel.edges)")
        #expect(storeFault(panel) == nil)
        let counted = panel.gatekeeper.lockout(of: .pad).stored
        #expect(counted.failuresInRow == free.failuresInRow + 1 && counted.attemptsLeft == free.attemptsLeft - 1)
        #expect(panel.store.lockouts["pad"]?.row == 1)
        // The control that waited for the dropped PIN waits no more.
        #expect(await panel.unlock(pin))
        #expect(panel.edges.isEmpty, "\(panel.edges)")
        panel.engine.perform("door")
        await panel.settle()
        #expect(edges(panel, "GPIO23") == 1)
        await panel.stop()
    }

    /// The requester of a guarded control.
    enum Asker: CaseIterable {
        case panel, program

        var requester: Requester {
            switch self {
            case .panel: .panel
            case .program: .programWithPIN(actor: .person("Ada", at: .remote))
            }
        }
    }

    @Test(
        "a guarded control is not performed on a stalled disk, not even the first time, nor when the disk comes back",
        arguments: Asker.allCases)
    func guarded(asker: Asker) async throws {
        let panel = try await makePanel()
        await panel.unlock(pin)
        panel.forgetEdges()
        panel.disk.stall()
        var outcomes: [PerformOutcome] = []
        for control in ["door", "gate", "evening"] {
            _ = panel.engine.perform(control, isOn: nil, answers: [:], by: panel.asking(asker.requester)) {
                outcomes.append($0)
            }
        }
        await panel.advance(.seconds(2))
        let refusal = PerformOutcome.refused("it must be logged, but the log cannot be written")
        #expect(outcomes == [refusal, refusal, refusal])
        _ = panel.engine.perform("door", isOn: nil, answers: [:], by: panel.asking(asker.requester)) {
            outcomes.append($0)
        }
        #expect(outcomes.last == refusal && outcomes.count == 4, "at once, once it is known")
        await panel.advance(.seconds(10))
        panel.disk.goOn()
        await panel.settle()
        await panel.advance(.seconds(10))
        #expect(panel.edges.isEmpty, "\(panel.edges)")
        await panel.unlock(pin)
        _ = panel.engine.perform("door", isOn: nil, answers: [:], by: panel.asking(asker.requester)) {
            outcomes.append($0)
        }
        await panel.settle()
        #expect(outcomes.last == .performed() && edges(panel, "GPIO23") == 1)
        await panel.stop()
    }

    @Test("a trusted button and controls without a PIN work during a stall of the disk, so that people can leave")
    func trusted() async throws {
        let panel = try await makePanel()
        panel.forgetEdges()
        panel.disk.stall()
        for round in 1...5 {
            try await panel.hold("GPIO27", for: .milliseconds(700))
            panel.engine.perform("lamp")
            #expect(edges(panel, "GPIO23") == 2 * round - 1 && edges(panel, "GPIO18") == round)
            await panel.advance(.seconds(10))
        }
        #expect(storeFault(panel) != nil)
        panel.disk.goOn()
        await panel.settle()
        let trail = try await panel.trail()
        #expect(trail.count { $0.hasPrefix("trusted button | perform") } == 5)
        await panel.stop()
    }

    @Test("a guarded control that was requested before the panel was locked is not performed after")
    func lockedMeanwhile() async throws {
        let panel = try await makePanel()
        await panel.unlock(pin)
        panel.forgetEdges()
        panel.disk.stall()
        panel.engine.perform("door")
        await panel.advance(.seconds(1))
        panel.engine.lockPanel()
        panel.disk.goOn()
        await panel.advance(.seconds(5))
        #expect(panel.edges.isEmpty)
        #expect(try await panel.trail().contains { $0.hasSuffix("asked") } == false)
        // Nor does it wait for the next person's PIN.
        #expect(panel.engine.pendingControl == nil)
        await panel.unlock(pin)
        #expect(panel.edges.isEmpty)
        await panel.stop()
    }

    @Test(
        "C25 while the disk proves itself a control is accepted once; a second request is refused and not queued")
    func askedAgain() async throws {
        let panel = try await makePanel()
        await panel.unlock(pin)
        panel.forgetEdges()
        panel.disk.stall()
        var outcomes: [PerformOutcome] = []
        for _ in 0..<3 { panel.engine.perform("gate") { outcomes.append($0) } }
        #expect(outcomes == [.refused("still running"), .refused("still running")])
        await panel.advance(.seconds(1))
        panel.disk.goOn()
        await panel.settle()
        #expect(outcomes.last == .performed() && outcomes.count == 3)
        #expect(edges(panel, "GPIO12") == 1)
        await panel.stop()
    }

    @Test("a trusted button performs at once, and only once, a control that a person requested during the disk's proof")
    func trustedMeanwhile() async throws {
        let panel = try await makePanel()
        await panel.unlock(pin)
        panel.forgetEdges()
        panel.disk.stall()
        var outcomes: [PerformOutcome] = []
        panel.engine.perform("door") { outcomes.append($0) }
        try await panel.hold("GPIO27", for: .milliseconds(700))
        #expect(edges(panel, "GPIO23") == 1)
        panel.disk.goOn()
        await panel.settle()
        #expect(outcomes.count == 1 && outcomes[0].isRefused && edges(panel, "GPIO23") == 1, "\(outcomes)")
        await panel.stop()
    }

    @Test("a guarded intent that follows a free one is not performed on a stalled disk")
    func following() async throws {
        let panel = try await makePanel()
        let guarded = FakeExtension.button("org.example.fake.bell", authentication: .requiresAuthentication).intent
        panel.fake.reply = { _ in .success(PerformReply(next: guarded)) }
        await panel.unlock(pin)
        panel.disk.stall()
        var outcomes: [PerformOutcome] = []
        panel.engine.perform("org.example.fake.bell") { outcomes.append($0) }
        await panel.advance(.milliseconds(1_999))
        #expect(panel.fake.performances.count == 1 && outcomes.isEmpty)
        await panel.advance(.seconds(1))
        #expect(panel.fake.performances.count == 1)
        #expect(outcomes.count == 1 && outcomes[0].failure?.contains("must be logged") == true, "\(outcomes)")
        panel.disk.goOn()
        await panel.advance(.seconds(5))
        #expect(panel.fake.performances.count == 1)
        await panel.stop()
    }

    @Test("an interlock does not wait for the proof of a person's request, which is refused meanwhile")
    func interlockDuringProof() async throws {
        let yaml = SamplePanel.guarded.replacing(
            "toggle: {line: GPIO18}}",
            with: "toggle: {line: GPIO18}}\n  heater: {title: Heater, "
                + "toggle: {line: GPIO13}, authentication_turn_on: required, interlock: [lamp]}")
        let panel = try TestPanel.stored(yaml)
        await panel.add("Ada", pin, "owner")
        await panel.unlock(pin)
        panel.engine.perform("heater", isOn: true)
        await panel.settle()
        panel.forgetEdges()
        panel.disk.stall()
        var outcomes: [PerformOutcome] = []
        panel.engine.perform("heater", isOn: true) { outcomes.append($0) }
        panel.engine.perform("lamp", isOn: true)
        #expect(edges(panel, "GPIO13") == 1, "off at once")
        panel.disk.goOn()
        await panel.settle()
        #expect(outcomes == [.refused("something else was done with it meanwhile")])
        #expect(try await panel.trail().contains { $0.hasSuffix("asked") } == false)
        #expect(edges(panel, "GPIO13") == 1)
        await panel.stop()
    }

    @Test("an interlock turns off no guarded control on a stalled disk, and a fault says that the control stays on")
    func interlock() async throws {
        let yaml = SamplePanel.guarded.replacing(
            "toggle: {line: GPIO18}}",
            with: "toggle: {line: GPIO18}}\n  heater: {title: Heater, "
                + "toggle: {line: GPIO13}, authentication: required, interlock: [org.example.fake.bell]}")
        let panel = try TestPanel.stored(yaml)
        await panel.add("Ada", pin, "owner")
        await panel.unlock(pin)
        panel.engine.perform("heater", isOn: true)
        await panel.settle()
        panel.forgetEdges()
        panel.disk.stall()
        panel.engine.perform("org.example.fake.bell", isOn: true)
        await panel.advance(.seconds(3))
        #expect(edges(panel, "GPIO13") == 0)
        #expect(panel.engine.faults.contains { $0.part == .interlock("org.example.test.heater") })
        panel.disk.goOn()
        await panel.settle()
        panel.engine.perform("org.example.fake.bell", isOn: false)
        await panel.settle()
        #expect(!panel.engine.faults.contains { $0.part == .interlock("org.example.test.heater") })
        // Once the disk takes entries the control turns off, and the trail names the person whose request caused it.
        panel.engine.perform("org.example.fake.bell", isOn: true)
        await panel.settle()
        #expect(edges(panel, "GPIO13") == 1)
        let trail = try await panel.trail()
        #expect(trail.last == "Ada | perform | org.example.test.heater | done | off", "\(trail)")
        await panel.stop()
    }

    @Test("an interlock that waits for the disk turns nothing off that a trusted button has turned off meanwhile")
    func trustedDuringInterlock() async throws {
        let yaml = SamplePanel.guarded
            .replacing(
                "toggle: {line: GPIO18}}",
                with: "toggle: {line: GPIO18}}\n  heater: {title: Heater, "
                    + "toggle: {line: GPIO13}, authentication: required, interlock: [org.example.fake.bell]}"
            )
            .replacing("hold: door, trusted: true", with: "hold: heater, trusted: true")
        let panel = try TestPanel.stored(yaml)
        await panel.add("Ada", pin, "owner")
        await panel.unlock(pin)
        panel.engine.perform("heater", isOn: true)
        await panel.settle()
        panel.disk.stall()
        panel.engine.perform("org.example.fake.bell", isOn: true)
        panel.forgetEvents()
        try await panel.hold("GPIO27", for: .milliseconds(700))
        panel.disk.goOn()
        await panel.settle()
        #expect(panel.events.count { $0 == .performed(kind: "org.example.test.heater") } == 1)
        #expect(panel.events.count { $0 == .performing(kind: "org.example.test.heater") } <= 1)
        await panel.stop()
    }

    @Test("a panel that ends on a stalled disk makes its outputs safe and releases its lines at once")
    func ending() async throws {
        let panel = try await makePanel()
        panel.engine.perform("lamp")
        await panel.settle()
        panel.disk.stall()
        var outcome: PerformOutcome?
        await panel.unlock(pin)
        _ = panel.engine.perform("door", isOn: nil, answers: [:], by: .trusted) { outcome = $0 }
        panel.forgetEdges()
        panel.engine.stop()
        #expect(panel.board.heldRequests == 0)
        #expect(edges(panel, "GPIO18") == 1 && edges(panel, "GPIO23") == 1)
        #expect(outcome != nil)
        panel.disk.goOn()
        await panel.settle()
        await panel.stop()
    }
}
