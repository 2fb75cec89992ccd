import Configuration
import ControlModel
import EventLoop
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// The notifications that a panel sends by itself (`notify`).
@PanelActor
struct NoticeTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          siren: {title: Siren, toggle: {line: GPIO19}}
        buttons:
          action: {line: GPIO17, hold: lamp}
        notify:
          fault: {command: [tell, "now: {what}"]}
          tamper: {set: {siren: true}}
        """
    private static let words = "control 'org.example.test.lamp': /dev/gpiochip0 has gone"

    private let actions = FakeExtension(kinds: ["io.holdfast.actions.command"])
    private let panel: TestPanel

    init() throws {
        actions.evaluate = { request in .success(FakeExtension.button(request.kind)) }
        panel = try TestPanel(Self.yaml, extensions: ["actions": actions])
    }

    private func start() async throws {
        try panel.engine.start()
        await panel.advance(.zero)
    }

    /// The words that the commands received.
    private var told: [String] {
        actions.performances.compactMap { request in
            guard case .array(let words)? = request.configuration["arguments"], case .string(let last)? = words.last
            else { return nil }
            return last
        }
    }

    private func fault(_ number: Int) -> PanelFault {
        PanelFault(part: .extension("e\(number)"), cause: .extension("broken"))
    }

    private func stop() async {
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("a stuck contact is notified as a fault and as tampering, and the end of the fault is not notified")
    func stuck() async throws {
        try await start()
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.seconds(120))
        let fault = try #require(panel.engine.faults.first)
        #expect(told == ["now: \(fault)"])
        #expect(panel.engine.snapshot(of: "siren")?.isOn == true)
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.seconds(120))
        #expect(panel.engine.faults.isEmpty && told.count == 1)
        await stop()
    }

    @Test("a fault that needs no human cause is not notified as tampering")
    func ordinary() async throws {
        try await start()
        panel.engine.begin(fault(1))
        await panel.advance(.zero)
        #expect(told == ["now: extension 'e1': broken"])
        #expect(panel.engine.snapshot(of: "siren")?.isOn == false)
        await stop()
    }

    @Test("notifications are sent one after the other, in order")
    func order() async throws {
        try await start()
        actions.holdsPerformances = true
        for number in 1...3 { panel.engine.begin(fault(number)) }
        await panel.advance(.zero)
        #expect(told.count == 1)
        actions.holdsPerformances = false
        actions.finishPerforming()
        await panel.advance(.zero)
        #expect(told == (1...3).map { "now: extension 'e\($0)': broken" })
        await stop()
    }

    @Test("a notification is held until its extension appears")
    func absent() async throws {
        actions.manner = .absent
        try await start()
        panel.engine.begin(fault(1))
        await panel.advance(.seconds(1))
        #expect(told == [])
        actions.manner = .answers
        actions.appeared?()
        await panel.advance(.zero)
        #expect(told.first == "now: extension 'e1': broken")
        await stop()
    }

    @Test("a panel that stops begins no notification whose intent is still to be evaluated")
    func stoppingEarly() async throws {
        try await start()
        actions.manner = .hangs
        panel.engine.begin(fault(1))
        let before = panel.events.count
        panel.engine.stop()
        await panel.advance(.zero)
        let attempts = panel.events.dropFirst(before).filter { event in
            switch event {
            case .performing, .performed, .failed, .refused: true
            default: false
            }
        }
        #expect(attempts == [])
        #expect(told == [])
        await panel.expectNothingLeft()
    }

    @Test("a notification that fails is not repeated, and the next one is sent")
    func failing() async throws {
        try await start()
        actions.reply = { _ in .success(PerformReply(failure: "it exited with 1")) }
        panel.engine.begin(fault(1))
        panel.engine.begin(fault(2))
        await panel.advance(.seconds(1))
        #expect(told.count == 2)
        let failures = panel.events.compactMap {
            if case .failed(let name, let reason) = $0 { "\(name): \(reason)" } else { nil }
        }
        #expect(failures == ["notify.fault: it exited with 1", "notify.fault: it exited with 1"])
        await stop()
    }

    @Test("of a thousand simultaneous faults the first are notified, with the number of the others")
    func storm() async throws {
        try await start()
        for number in 1...1_000 { panel.engine.begin(fault(number)) }
        await panel.advance(.seconds(1))
        #expect(told.count == 1 + NoticeQueue.capacity)
        #expect(told.last == "now: extension 'e17': broken (and 983 more)")
        panel.engine.begin(fault(1_001))
        await panel.advance(.seconds(1))
        #expect(told.last == "now: extension 'e1001': broken")
        await stop()
    }

    @Test("a notification of tampering does not wait for the extension of other notifications")
    func urgent() async throws {
        actions.manner = .absent
        try await start()
        for number in 1...17 { panel.engine.begin(fault(number)) }
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.seconds(120))
        #expect(told == [])
        #expect(panel.engine.snapshot(of: "siren")?.isOn == true)
        await stop()
    }

    @Test("a panel that stops during a notification drops the queued ones")
    func stopping() async throws {
        try await start()
        actions.holdsPerformances = true
        for number in 1...3 { panel.engine.begin(fault(number)) }
        await panel.advance(.zero)
        await stop()
        #expect(told.count == 1)
    }
}
