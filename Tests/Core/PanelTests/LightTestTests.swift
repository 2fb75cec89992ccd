import ControlModel
import EventLoop
import Indicators
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Panel

/// `holdfast lights test`: each light goes through all its looks.
@PanelActor
@Suite(.timeLimit(.minutes(1)))
final class LightTestTests {
    /// The clients of a test; a test closes them at its end.
    private var clients: [VarlinkClient] = []

    private final class Told {
        var meanings: [LightMeaning?] = []
        var reason: String?
    }

    private func begin(
        _ panel: TestPanel, _ meanings: [LightMeaning] = LightMeaning.allCases, on light: String? = nil
    ) -> (test: LightTest?, told: Told) {
        let told = Told()
        let test = panel.engine.surfaces.tester.begin(meanings, on: light, each: .seconds(2)) { step in
            switch step {
            case .shown(let meaning): told.meanings.append(meaning)
            case .over(let reason):
                told.meanings.append(nil)
                told.reason = reason
            }
        }
        return (test, told)
    }

    @Test("each look of a light test is shown for its time; then the earlier look returns")
    func walk() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        let light = try #require(panel.engine.light("lamp"))
        let (test, told) = begin(panel)
        #expect(test != nil)
        for (index, meaning) in LightMeaning.allCases.enumerated() {
            #expect(told.meanings == LightMeaning.allCases.prefix(index + 1).map { $0 })
            #expect(light.look?.pattern == meaning.look(holdTime: .seconds(2)).pattern)
            #expect(light.layers.first?.layer == .test)
            await panel.advance(.seconds(2))
        }
        #expect(told.meanings.count == LightMeaning.allCases.count + 1 && told.meanings.last == .some(nil))
        #expect(light.layers.map(\.layer) == [.state])
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a light test hides neither a fault nor a lockout", arguments: [LightMeaning.fault, .lockout])
    func honest(meaning: LightMeaning) async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        let light = try #require(panel.engine.light("lamp"))
        light.show(meaning)
        let (test, told) = begin(panel)
        #expect(test != nil && light.layers.contains { $0.layer == .test })
        while told.meanings.last != .some(nil) {
            #expect(light.look == meaning.look())
            await panel.advance(.seconds(2))
        }
        #expect(told.meanings.count == LightMeaning.allCases.count + 1)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a press, a fault, another test, the panel's end, or the caller ends a light test; the press counts")
    func ended() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        let light = try #require(panel.engine.light("lamp"))
        let first = begin(panel, [.lockout])
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(100))
        #expect(first.told.meanings == [.lockout, nil])
        #expect(first.told.reason == "the button 'action' was pressed")
        #expect(light.layers.first?.layer == .holdProgress)
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.milliseconds(100))
        let second = begin(panel, [.question])
        let third = begin(panel, [.prompt], on: "lamp")
        #expect(second.told.meanings == [.question, nil])
        #expect(light.look == LightMeaning.prompt.look())
        third.test?.end("enough")
        third.test?.end("again")
        #expect(second.told.reason == "another test has begun" && third.told.reason == "enough")
        #expect(third.told.meanings == [.prompt, nil] && light.layers.map(\.layer) == [.state])
        let broken = begin(panel, [.on])
        try panel.board.unplug()
        await panel.advance(.zero)
        #expect(broken.told.meanings == [.on, nil], "nothing hides what is broken")
        #expect(broken.told.reason?.hasPrefix("something broke: ") == true)
        try panel.board.replug()
        await panel.advance(.zero)
        let last = begin(panel)
        panel.engine.stop()
        #expect(last.told.meanings == [.off, nil])
        await panel.expectNothingLeft()
    }

    @Test("a test of an unknown light is refused")
    func unknown() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        try panel.engine.start()
        let (test, told) = begin(panel, on: "lmap")
        #expect(test == nil && told.meanings.isEmpty)
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    private typealias Wish = PanelInterface.TestLights.Parameters
    private typealias Reply = PanelInterface.TestLights.Reply

    @Test("over the socket a light test answers as each look begins, and once at the end")
    func socket() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        let (replies, source) = AsyncThrowingStream<Reply, any Error>.makeStream()
        panel.client.call(PanelInterface.TestLights.self, Wish(meaning: "fault", seconds: 0.5), more: true) { result in
            switch result {
            case .success(let reply):
                source.yield(reply.value)
                if !reply.continues { source.finish() }
            case .failure(let error): source.finish(throwing: error)
            }
        }
        var all: [Reply] = []
        for try await reply in replies {
            all.append(reply)
            if all.count == 1 {
                #expect(panel.engine.light("light")?.look?.pattern == .fault)
                await panel.advance(.milliseconds(500))
            }
        }
        #expect(all == [Reply(meaning: "fault", words: LightMeaning.fault.words), Reply(meaning: nil, words: nil)])
        #expect(panel.engine.light("light")?.look?.pattern == .steady(false))
        await panel.stop()
    }

    @Test("a light test ends with the caller's connection, and lights show their state again")
    func gone() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        let light = try #require(panel.engine.light("light"))
        await withCheckedContinuation { continuation in
            var isShown = false
            panel.client.call(PanelInterface.TestLights.self, Wish(meaning: "fault", seconds: 60), more: true) { _ in
                if !isShown { continuation.resume() }
                isShown = true
            }
        }
        #expect(light.look?.pattern == .fault)
        await withCheckedContinuation { continuation in
            var isOver = false
            light.lookChanged = { _ in
                if !isOver { continuation.resume() }
                isOver = true
            }
            panel.client.close()
        }
        #expect(light.look?.pattern == .steady(false))
        await panel.stop()
    }

    /// Begins a light test over the socket; returns the refusal once the panel has replied.
    private func refusal(_ panel: TestPanel, of request: Wish) async -> String? {
        let client = VarlinkClient(path: panel.socket)
        let reason: String? = await withCheckedContinuation { continuation in
            var hasReplied = false
            client.call(PanelInterface.TestLights.self, request, more: true) { result in
                defer { hasReplied = true }
                if hasReplied { return }
                switch result {
                case .failure(.refused(_, let parameters)):
                    continuation.resume(returning: parameters["reason"].map { "\($0)" } ?? "")
                case .failure(let error): continuation.resume(returning: "\(error)")
                case .success: continuation.resume(returning: nil)
                }
            }
        }
        clients.append(client)
        await panel.settle()
        return reason
    }

    @Test("attack: a client that loops light tests hides the state of a light for at most 7 % of the time")
    func loop() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        panel.service.administrators = []
        let light = try #require(panel.engine.light("light"))
        _ = await panel.perform("light", isOn: true, by: .panel)
        // The light first flashes for the performance.
        await panel.advance(.seconds(5))
        let state = light.look
        #expect(state?.pattern == .steady(true))
        var hidden = 0
        // Over four tests and their rests of 642 s each, a look every 3 s at a time that the client does not know.
        let looks = 856
        for number in 0..<looks {
            if number.isMultiple(of: 4) {
                _ = await refusal(panel, of: Wish(meaning: "off", seconds: 60))
                _ = await refusal(panel, of: Wish(seconds: 60))
                _ = await refusal(panel, of: Wish())
            }
            if light.look != state { hidden += 1 }
            await panel.advance(.seconds(3))
        }
        print("a looping client hid the light in \(hidden) of \(looks) looks")
        #expect(hidden > 0 && hidden * 100 <= looks * 7)
        for client in clients { client.close() }
        await panel.stop()
    }

    @Test(
        "a client that does not administer the panel tests all meanings in turn, and then rests; an administrator does not"
    )
    func rest() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        let administrators = panel.service.administrators
        panel.service.administrators = []
        let remedy = "run holdfast lights test with sudo"
        #expect(
            await refusal(panel, of: Wish(meaning: "on")) == "only an administrator can test one meaning; \(remedy)")
        #expect(
            await refusal(panel, of: Wish(seconds: 3.1))
                == "only an administrator can show a meaning for more than 3 seconds; \(remedy)")
        #expect(await refusal(panel, of: Wish(seconds: 3)) == nil)
        let begun = panel.clock.now
        let resting = "the lights were tested a short while ago; wait 10m, or \(remedy)"
        #expect(await refusal(panel, of: Wish()) == resting)
        while panel.engine.light("light")?.layers.first?.layer == .test { await panel.advance(.milliseconds(500)) }
        #expect(begun.duration(to: panel.clock.now) == .seconds(3 * LightMeaning.allCases.count))
        #expect(await refusal(panel, of: Wish()) == resting)
        await panel.advance(LightTester.rest - .seconds(1))
        #expect(await refusal(panel, of: Wish())?.contains("wait 1s,") == true)
        await panel.advance(.seconds(1))
        #expect(await refusal(panel, of: Wish()) == nil)
        // A test that its client ends early is followed by a rest as well.
        clients.last?.close()
        for _ in 0..<1_000 where panel.engine.light("light")?.layers.first?.layer == .test { await panel.settle() }
        #expect(panel.engine.light("light")?.layers.contains { $0.layer == .test } == false)
        #expect(await refusal(panel, of: Wish()) == resting)
        panel.service.administrators = administrators
        #expect(await refusal(panel, of: Wish(meaning: "off", seconds: 60)) == nil)
        #expect(await refusal(panel, of: Wish()) == nil, "an administrator replaces the running test")
        for client in clients { client.close() }
        await panel.stop()
    }

    @Test(
        "an impossible look is refused, with the list of the possible ones",
        arguments: [
            (Wish(light: "lmap"), "no light 'lmap'; there are: light"),
            (
                Wish(meaning: "joy"),
                "no light says 'joy'; there are: off, on, unlocked, running, performed, failed, question, hold, prompt, "
                    + "entry, right, wrong, lockout, fault"
            ),
            (Wish(seconds: 0), "each is seen for 0.1 to 60 seconds"),
            (Wish(seconds: 1e300), "each is seen for 0.1 to 60 seconds"),
        ])
    private func refused(wish: Wish, reason: String) async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        await #expect {
            _ = try await panel.ask(PanelInterface.TestLights.method, wish, Reply.self, more: true)
        } throws: { error in
            guard case VarlinkClientError.refused(_, let parameters) = error else { return false }
            return parameters["reason"].map { "\($0)".contains(reason) } ?? false
        }
        await panel.stop()
    }
}
