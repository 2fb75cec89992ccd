import EventLoop

/// A part of Holdfast that reads input from others, with the rules that hold for every input.
///
/// The fuzzers (`Tests/Fuzz`) call `check` with generated inputs, and the unit tests call it with those of the corpus.
/// A trap is a crash in debug and release builds. Any other violation is thrown as a `FuzzFinding`.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// A matrix keypad with keys that move at any times, or its scanner with any stamps.
    case keypad
    /// A panel's file.
    case yaml
    /// Messages to a panel, answers to its clients, and answers from its extensions.
    case messages
    /// A store's files, and rows that no store writes.
    case store
    /// A broker's packets to a gateway.
    case broker

    /// Runs the target with `bytes`.
    ///
    /// - Throws: `FuzzFinding` for a violated rule; other errors if the machine fails, for example with a full disk.
    @PanelActor
    public func check(_ bytes: [UInt8]) async throws {
        switch self {
        case .keypad: try await KeypadTarget.check(bytes)
        case .yaml: try YAMLTarget.check(bytes)
        case .messages: try await MessagesTarget.check(bytes)
        case .store: try await StoreTarget.check(bytes)
        case .broker: try await BrokerTarget.check(bytes)
        }
    }

    /// Runs the target on the present thread, which becomes the event loop's thread until the check is done.
    public func checkOnThisThread(_ bytes: [UInt8]) throws {
        try EventLoop.panel.run {
            let result: Result<Void, any Error>
            do { result = .success(try await check(bytes)) } catch { result = .failure(error) }
            // A worker's later completion would start a thread for the loop.
            await EventLoop.panel.settle()
            try result.get()
        }
    }
}
