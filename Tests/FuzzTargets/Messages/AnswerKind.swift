import ControlModel
import EventLoop
import FoundationEssentials
import LocalAPI

/// A client's call, which may receive any answer.
@PanelActor
struct AnswerKind {
    private typealias Answer = Codable & Hashable & Sendable

    private let hear: @PanelActor (_ client: VarlinkClient, _ told: @escaping @PanelActor (Telling) -> Void) -> Void

    /// The results that a client has received.
    private enum Telling {
        case reply(continues: Bool, isSame: Bool)
        case failure(VarlinkClientError)
    }

    static let all = [
        of(PanelInterface.List.Reply.self), of(PanelInterface.Show.Reply.self), of(PanelInterface.Watch.Reply.self),
        of(PerformedControl.self), of(PanelInterface.Intents.Reply.self), of(PanelInterface.Suggest.Reply.self),
        of(PanelStatus.self), of(PanelInterface.Lights.Reply.self), of(PanelInterface.TestLights.Reply.self),
        of(PanelInterface.Display.Reply.self), of(PanelInterface.Gallery.Reply.self),
        of(PanelInterface.Why.Reply.self), of(PanelInterface.Layout.Reply.self), of(PanelInterface.Placed.self),
        of(PanelInterface.People.Reply.self), of(PanelInterface.MakeRecoveryCode.Reply.self),
        of(PanelInterface.Restore.Reply.self), of(PanelInterface.BackUp.Reply.self),
        of(PanelInterface.Log.Reply.self), of(PanelInterface.EnrolAtPad.Reply.self),
        of(PanelInterface.ShowSession.Reply.self),
        of(HostInterface.CurrentControls.Reply.self), of(HostInterface.Confirm.Reply.self), of(NoParameters.self),
        of(ExtensionInterface.Describe.Reply.self),
        of(ExtensionInterface.Snapshot.Reply.self), of(PerformReply.self), of(ExtensionInterface.Suggest.Reply.self),
        of(VarlinkService.Info.self), of(VarlinkService.Description.self),
        of(PanelInterface.Changes.Reply.self),
    ]

    private static func of<Reply: Answer>(_ type: Reply.Type) -> AnswerKind {
        AnswerKind { client, told in
            client.call("test.example.Ask", NoParameters(), more: true) {
                (result: Result<VarlinkReply<Reply>, VarlinkClientError>) in
                switch result {
                case .success(let reply):
                    told(.reply(continues: reply.continues, isSame: isSame(reply.value)))
                case .failure(let error): told(.failure(error))
                }
            }
        }
    }

    /// Whether a written value is read back equal.
    private static func isSame<Reply: Answer>(_ value: Reply) -> Bool {
        guard let written = try? JSONEncoder().encode(value),
            let read = try? JSONDecoder().decode(Reply.self, from: written)
        else { return false }
        return read == value
    }

    /// Makes the call, and sends `bytes` to the client in portions of `size`.
    func hear(_ bytes: [UInt8], size: Int) async throws {
        let folder = try FuzzFolder()
        let path = "\(folder.path)/panel"
        let listener = try RawSocket.listening(at: path)
        let client = VarlinkClient(path: path)
        var told: [Telling] = []
        hear(client) { told.append($0) }
        await EventLoop.panel.settle()
        let server = listener.accepted()
        try require(server?.heard().count == 1, "no call has come")
        for portion in bytes.portions(of: size) {
            server?.send(portion)
            await EventLoop.panel.settle()
        }
        server?.hangUp()
        await EventLoop.panel.settle()
        client.close()
        await EventLoop.panel.settle()
        try judge(told)
    }

    private func judge(_ told: [Telling]) throws(FuzzFinding) {
        try require(!told.isEmpty, "the client is never told")
        for (index, telling) in told.enumerated() {
            let isLast = index == told.count - 1
            switch telling {
            case .reply(let continues, let isSame):
                try require(
                    continues != isLast, "one reply more, or one less, than was said: \(index) of \(told.count)")
                try require(isSame, "a reply that is written as another")
            case .failure(let error):
                try require(isLast, "after \(error) something is told")
                try require(!error.description.isEmpty, "an error without words")
            }
        }
    }
}
