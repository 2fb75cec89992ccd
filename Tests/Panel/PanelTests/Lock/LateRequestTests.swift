import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime
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
}
