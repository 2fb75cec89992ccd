import ControlModel
import EventLoop
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// Another program may have changed a toggle whose state is kept outside the panel (C42: a reload finds the change).
@PanelActor
struct FreshStateTests {
    private static let lamp = FakeExtension.lamp
    private static let lampState = SnapshotRequest(kind: lamp)
    private static let program = Requester.program(session: nil, actor: .program(user: 1_000))

    /// A panel whose lamp was turned on elsewhere after the panel had shown it as off.
    private func panel() async throws -> TestPanel {
        let panel = try TestPanel.extended()
        try await panel.start()
        await panel.advance(.seconds(10))
        #expect(panel.shown?.isOn == false)
        panel.fake.isOn[Self.lampState] = true
        return panel
    }

    @Test("C42 a press asks for the value, and the hold's direction follows the fresh value")
    func press() async throws {
        let panel = try await panel()
        let runs = panel.runs
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(100))
        #expect(panel.runs == runs + 1, "asked as the press begins, once")
        #expect(panel.shown?.isOn == true, "shown before the hold")
        await panel.advance(.milliseconds(500))
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.milliseconds(20))
        #expect(panel.fake.performances.map(\.isOn) == [false], "turned off, not on once more")
        await panel.stop()
    }

    @Test("C42 the hint of a tap follows the fresh value")
    func tap() async throws {
        let panel = try await panel()
        try await panel.hold("GPIO17", for: .milliseconds(100))
        #expect(panel.engine.hint == "Hold to Turn Off 'Fake'")
        await panel.stop()
    }

    @Test("C42 a value that arrives after the threshold is not used: the hold's direction follows the last value")
    func late() async throws {
        let panel = try await panel()
        panel.fake.manner = .hangs
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(100))
        panel.fake.manner = .answers
        await panel.advance(.milliseconds(500))
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.milliseconds(20))
        #expect(panel.fake.performances.map(\.isOn) == [true])
        await panel.stop()
    }

    @Test("C42 a press asks only for the states of the controls that the button performs")
    func othersAreNotAsked() async throws {
        let panel = try await panel()
        let asked = panel.fake.snapshots.count
        try await panel.hold("GPIO24", for: .milliseconds(100))
        #expect(panel.fake.snapshots.count == asked, "a control of the core's own")
        try await panel.hold("GPIO22", for: .milliseconds(100))
        #expect(panel.fake.snapshots.dropFirst(asked).map(\.configuration) == [["timer": .string("work")]])
        await panel.stop()
    }

    @Test("C42 a program's toggle without a requested state follows the fresh value")
    func program() async throws {
        let panel = try await panel()
        var outcomes: [PerformOutcome] = []
        #expect(
            panel.engine.executor.performFresh(Self.lamp, isOn: nil, answers: [:], by: Self.program) {
                outcomes.append($0)
            })
        await panel.advance(.zero)
        #expect(panel.fake.performances.map(\.isOn) == [false])
        #expect(outcomes == [.performed()])
        #expect(
            !panel.engine.executor.performFresh("lamb", isOn: nil, answers: [:], by: Self.program) {
                outcomes.append($0)
            })
        await panel.stop()
    }

    @Test("C42 a program waits at most 1 s for the fresh value, and performs once")
    func slowProvider() async throws {
        let panel = try await panel()
        panel.fake.manner = .hangs
        var outcomes: [PerformOutcome] = []
        _ = panel.engine.executor.performFresh(Self.lamp, isOn: nil, answers: [:], by: Self.program) {
            outcomes.append($0)
        }
        await panel.advance(.milliseconds(999))
        #expect(panel.fake.performances.isEmpty)
        panel.fake.manner = .answers
        await panel.advance(.milliseconds(1))
        #expect(panel.fake.performances.map(\.isOn) == [true], "by the last value")
        await panel.advance(.seconds(10))
        #expect(panel.fake.performances.count == 1)
        #expect(outcomes == [.performed()])
        await panel.stop()
    }

    @Test("C42 a program's repeated performances do not wait for the limit on reloads (C43)")
    func repeating() async throws {
        let panel = try await panel()
        let runs = panel.runs
        var outcomes: [PerformOutcome] = []
        for _ in 0..<5 {
            _ = panel.engine.executor.performFresh(Self.lamp, isOn: nil, answers: [:], by: Self.program) {
                outcomes.append($0)
            }
            await panel.advance(.zero)
        }
        #expect(outcomes.count == 5)
        #expect(panel.fake.performances.map(\.isOn) == [false, true, false, true, false])
        #expect(panel.runs == runs + 1, "asked before the first alone: the others come with a value that is newer")
        await panel.stop()
    }

    @Test("C42 a program's immediate second performance follows the new value if the answer had none")
    func repeatingWithoutValue() async throws {
        let panel = try await panel()
        panel.fake.reply = { [fake = panel.fake] request in
            fake.isOn[Self.lampState] = request.isOn
            return .success(PerformReply())
        }
        var outcomes: [PerformOutcome] = []
        for count in 1...3 {
            _ = panel.engine.executor.performFresh(Self.lamp, isOn: nil, answers: [:], by: Self.program) {
                outcomes.append($0)
            }
            await panel.advance(.milliseconds(150))
            #expect(outcomes.count == count)
        }
        #expect(panel.fake.performances.map(\.isOn) == [false, true, false])
        await panel.stop()
    }

    @Test("C42 a program that requests a state does not wait for the value")
    func setting() async throws {
        let panel = try await panel()
        let runs = panel.runs
        _ = panel.engine.executor.performFresh(Self.lamp, isOn: true, answers: [:], by: Self.program) { _ in }
        #expect(panel.fake.performances.map(\.isOn) == [true])
        #expect(panel.runs == runs)
        await panel.advance(.zero)
        await panel.stop()
    }

    @Test("a program that waits for the fresh value when the panel stops is answered, and nothing is performed")
    func stopping() async throws {
        let panel = try await panel()
        panel.fake.manner = .hangs
        var outcomes: [PerformOutcome] = []
        _ = panel.engine.executor.performFresh(Self.lamp, isOn: nil, answers: [:], by: Self.program) {
            outcomes.append($0)
        }
        panel.engine.stop()
        #expect(outcomes == [.refused("the panel stopped, or is read again")])
        #expect(panel.fake.performances.isEmpty)
        await panel.stop()
    }
}
