import EventLoop
import LocalAPI

/// An extension that answers a panel's calls with any bytes, while people use the panel.
@PanelActor
struct ExtensionConversation {
    let size: Int

    /// The number of checks for a call from the panel.
    private static let rounds = 24
    /// The people's calls.
    private static let calls = [
        #"{"method":"io.holdfast.Panel.List","more":true}"#,
        #"{"method":"io.holdfast.Panel.Gallery","parameters":{"search":""},"more":true}"#,
        #"{"method":"io.holdfast.Panel.Perform","parameters":{"control":"light"}}"#,
        #"{"method":"io.holdfast.Panel.Intents","more":true}"#,
        #"{"method":"io.holdfast.Panel.Layout","more":true}"#,
        #"{"method":"io.holdfast.Panel.Lights","more":true}"#,
        #"{"method":"io.holdfast.Panel.Why","parameters":{"control":"org.example.focus.timer"}}"#,
        #"{"method":"io.holdfast.Panel.Show","parameters":{"control":"org.example.focus.timer@buttons.timer.hold"}}"#,
        #"{"method":"io.holdfast.Panel.Display"}"#,
    ]
    /// The calls that the extension answers.
    private static let questions = [
        #"{"method":"io.holdfast.Panel.Perform","parameters":{"control":"org.example.focus.timer@buttons.timer.hold"}}"#,
        #"{"method":"io.holdfast.Panel.Suggest","parameters":{"control":"org.example.focus.timer@buttons.timer.hold","#
            + #""parameter":"timer"}}"#,
        #"{"method":"io.holdfast.Panel.Run","parameters":{"intent":"focus.Toggle"}}"#,
        #"{"method":"io.holdfast.Panel.Reload","parameters":{}}"#,
    ]

    func hold(_ bytes: [UInt8]) async throws {
        let folder = try FuzzFolder()
        let path = "\(folder.path)/extension"
        let listener = try RawSocket.listening(at: path)
        let panel = try FuzzedPanel(in: folder, extensions: ["focus": RemoteExtension(path: path)], hasLock: true)
        var messages = bytes.messages.map { Array($0) }[...]
        var connections: [RawSocket] = []
        let people = try RawSocket.connected(to: panel.socket)
        var questions = Self.questions[...]
        for round in 0..<Self.rounds {
            try await panel.advance(.zero)
            while let connection = listener.accepted() { connections.append(connection) }
            var hasAnswered = false
            for connection in connections where !connection.heard().isEmpty {
                guard let message = messages.popFirst() else { continue }
                hasAnswered = true
                for portion in (message + [0]).portions(of: size) {
                    connection.send(portion)
                    await EventLoop.panel.settle()
                }
            }
            connections.removeAll { $0.isOver }
            if hasAnswered { continue }
            guard round > 0, let question = questions.popFirst() else {
                // Waiting callers receive their answers.
                try await panel.advance(.milliseconds(50))
                continue
            }
            people.send(Array(question.utf8) + [0])
        }
        for answer in people.heard() { try FuzzedPanel.judge(answer) }
        try await panel.answers(to: Self.calls)
        // The extension vanishes, and its waiting callers are answered within a snapshot's time limit.
        for connection in connections { connection.hangUp() }
        listener.hangUp()
        people.hangUp()
        try await panel.advance(.seconds(6))
        try await panel.end()
    }
}
