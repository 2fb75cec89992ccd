import EventLoop

/// A client that sends any bytes to a panel.
@PanelActor
struct CallConversation {
    let size: Int

    /// Methods that compute a deliberately slow hash. Panels without a lock answer them.
    private static let slow = ["BackUp", "Restore"].map { Array($0.utf8) }

    func hold(_ bytes: [UInt8]) async throws {
        let hasLock = !Self.slow.contains { bytes.contains($0) }
        let panel = try FuzzedPanel(
            in: FuzzFolder(), extensions: ["focus": StubExtension()], hasLock: hasLock)
        try await panel.advance(.zero)
        let client = try RawSocket.connected(to: panel.socket)
        var answers: [[UInt8]] = []
        for portion in bytes.portions(of: size) {
            client.send(portion)
            await EventLoop.panel.settle()
            answers += client.heard()
        }
        // In this time a question waits for its answer, a light is lit, and a lock locks itself.
        try await panel.advance(.milliseconds(200))
        answers += client.heard()
        for answer in answers { try FuzzedPanel.judge(answer) }
        let isFinal = { (answer: [UInt8]) in !answer.contains(Array(#""continues":true"#.utf8)) }
        let calls = bytes.messages.count - 1
        let finals = answers.count(where: isFinal)
        try require(finals <= calls, "\(finals) answers to \(calls) calls")
        client.finish()
        try await panel.advance(.milliseconds(100))
        _ = client.heard()
        client.hangUp()
        try await panel.end()
    }
}
