import EventLoop
import LocalAPI
import Testing

/// Pushes (C45): a placement's token, and the reload that it causes.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct PushTests {
    private func token(of control: String, by client: VarlinkClient, _ panel: PanelOverSocket) async throws
        -> PanelInterface.PushToken.Reply?
    {
        try await panel.ask(
            client, PanelInterface.PushToken.method, PanelInterface.PushToken.Parameters(control: control),
            PanelInterface.PushToken.Reply.self
        ).first
    }

    @Test("C42 a push reloads the placement of its token alone; C45 the token stays the same")
    func push() async throws {
        let test = try TestPanel.extended()
        try await test.start()
        let panel = try PanelOverSocket(test)
        let client = VarlinkClient(path: panel.path)
        let lamp = try #require(try await token(of: FakeExtension.lamp, by: client, panel))
        let again = try await token(of: FakeExtension.lamp, by: client, panel)
        #expect(lamp.token.utf8.count == 32 && lamp.topic == nil && again == lamp)
        await test.advance(.seconds(1))
        let before = test.fake.snapshots.count
        let push = PanelInterface.Push.Parameters(token: lamp.token)
        #expect(try await panel.error(client, PanelInterface.Push.method, push) == nil)
        await test.advance(.seconds(1))
        #expect(test.fake.snapshots.dropFirst(before).map(\.kind) == [FakeExtension.lamp])
        await panel.stop()
    }

    @Test("attack: a guessed token reloads nothing, and a control of the panel's own has none")
    func refused() async throws {
        let test = try TestPanel.extended()
        try await test.start()
        let panel = try PanelOverSocket(test)
        let client = VarlinkClient(path: panel.path)
        for token in ["", "0", String(repeating: "0", count: 32), "token:\(FakeExtension.lamp)"] {
            let push = PanelInterface.Push.Parameters(token: token)
            #expect(
                try await panel.error(client, PanelInterface.Push.method, push)
                    == "Refused: no placement has this push token")
        }
        func refusal(_ control: String) async throws -> String? {
            try await panel.error(
                client, PanelInterface.PushToken.method, PanelInterface.PushToken.Parameters(control: control))
        }
        #expect(try await refusal("light")?.hasPrefix("Refused: its value is the panel's own") == true)
        #expect(try await refusal("nothing")?.hasPrefix("NoSuchControl") == true)
        await panel.stop()
    }
}
