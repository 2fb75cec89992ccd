import Authentication
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import TestSupport
import Testing

@testable import Panel

/// A request that waited on its way for over 5 s does nothing.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LateRequestTests {
    /// A panel that has run for so long that an old request has a positive time.
    private func makePanel() async throws -> PanelOverSocket {
        let panel = try await PanelOverSocket.locked()
        await panel.test.advance(.seconds(100))
        return panel
    }

    private static let late = "Refused: the request came 40s late, and only counts for 5s: repeat it"

    /// The moment so many seconds ago.
    private func ago(_ seconds: Int64, on panel: PanelOverSocket) -> RequestTime {
        RequestTime(milliseconds: RequestTime(of: panel.test.clock).milliseconds - 1_000 * seconds)
    }

    private func perform(
        _ control: String, at time: RequestTime?, by client: VarlinkClient, on panel: PanelOverSocket
    ) async throws -> String? {
        try await panel.error(
            client, PanelInterface.Perform.method,
            PanelInterface.Perform.Parameters(control: control, requestedAt: time))
    }

    @Test("attack: a request to perform that is over 5 s old, or from the future, is refused and does nothing")
    func performing() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        for (seconds, refusal) in [
            (40, Self.late), (6, "Refused: the request came 6s late, and only counts for 5s: repeat it"),
            (-2, "Refused: the request's time is 2s ahead of the panel's clock"),
        ] as [(Int64, String)] {
            #expect(try await perform("lamp", at: ago(seconds, on: panel), by: client, on: panel) == refusal)
            #expect(panel.test.engine.snapshot(of: "lamp")?.isOn == false)
        }
        var isOn = false
        for time in [ago(5, on: panel), ago(0, on: panel), ago(-1, on: panel), nil] {
            #expect(try await perform("lamp", at: time, by: client, on: panel) == nil)
            isOn.toggle()
            #expect(panel.test.engine.snapshot(of: "lamp")?.isOn == isOn)
        }
        await panel.stop()
    }

    @Test("attack: a PIN that comes over 5 s late unlocks nothing, and is no attempt")
    func unlocking() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        for pin in Array(repeating: "000111", count: 20) + [TestPanel.digits] {
            let late = PanelInterface.Unlock.Parameters(pin: pin, requestedAt: ago(40, on: panel))
            #expect(try await panel.error(client, PanelInterface.Unlock.method, late) == Self.late)
        }
        #expect(try await panel.session(client)?.person == nil)
        let inTime = PanelInterface.Unlock.Parameters(pin: TestPanel.digits, requestedAt: ago(1, on: panel))
        #expect(try await panel.error(client, PanelInterface.Unlock.method, inTime) == nil)
        #expect(try await panel.session(client)?.person == "alice")
        await panel.stop()
    }

    @Test("attack: a control that waited for a PIN is not performed by one whose check ends too late")
    func checking() async throws {
        for (seconds, edges) in [(0, 1), (14, 1), (16, 0)] as [(Int64, Int)] {
            let panel = try await TestPanel.locked(
                SamplePanel.guarded, extensions: ["fake": FakeExtension(kinds: ["org.example.fake.bell"])])
            try await panel.start()
            panel.forgetEdges()
            panel.engine.perform("door")
            panel.lock.enter(TestPanel.digits)
            // The program was stopped during the check.
            panel.clock.advanceAtOnce(to: panel.clock.now.advanced(by: .seconds(seconds)))
            await panel.advance(.zero)
            #expect(panel.engine.isUnlocked)
            #expect(panel.edges["GPIO23", default: 0] == edges)
            await panel.stop()
        }
    }

    @Test("a late answer to a question, and a late run of an intent, are refused whatever they name")
    func others() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.path)
        let answer = PanelInterface.Confirm.Parameters(
            control: "lamp", confirmed: true, requestedAt: ago(40, on: panel))
        #expect(try await panel.error(client, PanelInterface.Confirm.method, answer) == Self.late)
        let run = PanelInterface.Run.Parameters(intent: "Push", requestedAt: ago(40, on: panel))
        #expect(try await panel.error(client, PanelInterface.Run.method, run) == Self.late)
        await panel.stop()
    }

    // MARK: Waits inside the core

    private static let program = Requester.programWithPIN(actor: .person("Ada", at: .remote))

    /// The moment so long ago on a panel's clock.
    private func ago(_ age: Duration, on panel: TestPanel) -> RequestTime {
        RequestTime(milliseconds: RequestTime(of: panel.clock).milliseconds - age.nanoseconds / 1_000_000)
    }

    @Test("a toggle whose request becomes 5 s old while the panel waits for a fresh value is not performed")
    func freshValue() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        await panel.advance(.seconds(100))
        panel.fake.manner = .hangs
        var outcomes: [PerformOutcome] = []
        for age in [Duration.milliseconds(4_500), .milliseconds(3_500)] {
            _ = panel.engine.executor.performFresh(
                FakeExtension.lamp, isOn: nil, answers: [:], by: Self.program, requestedAt: ago(age, on: panel)
            ) { outcomes.append($0) }
            await panel.advance(.seconds(1))
        }
        #expect(outcomes.map(\.failure) == ["the request came 5s late, and only counts for 5s: repeat it"])
        #expect(panel.fake.performances.count == 1, "the second request is in time")
        await panel.stop()
    }

    @Test("an extension gets the moment of the touch, and its own requests are dated by the panel's clock")
    func extensions() async throws {
        let panel = try TestPanel.extended()
        try await panel.start()
        await panel.advance(.seconds(100))
        let touch = ago(.seconds(2), on: panel)
        _ = panel.engine.executor.performFresh(
            FakeExtension.lamp, isOn: true, answers: [:], by: Self.program, requestedAt: touch
        ) { _ in }
        await panel.settle()
        #expect(panel.fake.performances.map(\.requestedAt) == [touch])
        try await panel.hold("GPIO17")
        #expect(panel.fake.performances.count == 2)
        let held = try #require(panel.fake.performances.last?.requestedAt)
        #expect(held.age(at: RequestTime(of: panel.clock)) < .seconds(1))
        await panel.stop()
    }

    @Test("attack: a guarded control whose request becomes 5 s old while the disk stalls is not performed")
    func stalledDisk() async throws {
        let panel = try TestPanel.stored()
        await panel.add("Ada", "271828", "owner")
        await panel.advance(.seconds(100))
        panel.forgetEdges()
        for (age, isPerformed) in [(Duration.seconds(4), false), (.seconds(3), true)] {
            panel.disk.stall()
            let slot = try #require(panel.engine.controls["gate"])
            var outcomes: [PerformOutcome] = []
            panel.engine.executor.perform(
                slot, by: panel.asking(Self.program), requestedAt: ago(age, on: panel)
            ) { outcomes.append($0) }
            await panel.advance(.milliseconds(1_500))
            panel.disk.goOn()
            await panel.advance(.milliseconds(100))
            #expect(outcomes.map { $0 == .performed() } == [isPerformed], "\(outcomes)")
        }
        await panel.stop()
    }

    // MARK: Buttons

    @Test(
        "attack: a hold that the kernel kept while the panel was stopped for 40 s performs nothing",
        arguments: [(pause: Duration.seconds(40), isPerformed: false), (.seconds(4), true)])
    func keptHold(pause: Duration, isPerformed: Bool) async throws {
        let panel = try TestPanel(SamplePanel.extended, extensions: [:])
        try await panel.start()
        await panel.advance(.seconds(10))
        panel.forget()
        // The loop does not run between these moves, as in a stopped process.
        try panel.board.moveContact("GPIO24", isClosed: true)
        panel.clock.move(to: panel.clock.now.advanced(by: .milliseconds(600)))
        try panel.board.moveContact("GPIO24", isClosed: false)
        panel.clock.move(to: panel.clock.now.advanced(by: pause))
        await panel.advance(.milliseconds(100))
        #expect(panel.performed.isEmpty != isPerformed, "\(panel.events)")
        if !isPerformed { #expect(panel.engine.hint?.hasPrefix("The panel did not respond for") == true) }
        try await panel.hold("GPIO24")
        #expect(panel.performed.count == (isPerformed ? 2 : 1), "a hold of now performs")
        await panel.stop()
    }

    @Test("attack: a finger that still rests on a button when the panel goes on after 40 s performs nothing")
    func restingFinger() async throws {
        let panel = try TestPanel(SamplePanel.extended, extensions: [:])
        try await panel.start()
        await panel.advance(.seconds(10))
        panel.forget()
        try panel.board.moveContact("GPIO24", isClosed: true)
        panel.clock.move(to: panel.clock.now.advanced(by: .seconds(40)))
        await panel.advance(.milliseconds(100))
        try panel.board.moveContact("GPIO24", isClosed: false)
        await panel.advance(.milliseconds(100))
        #expect(panel.performed.isEmpty)
        await panel.stop()
    }
}
