import EventLoop

/// A part of Holdfast that takes what others wrote, and what must hold of it whatever that is.
///
/// The fuzzers (`Tests/Fuzz`) call `check` with inputs that they make up, the unit tests with those of the corpus. In a
/// debug build as in a release build a trap is a crash; what does not trap and is wrong is thrown as a `FuzzFinding`.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// A matrix keypad whose keys are pressed at any times, and its scanner with any stamps.
    case keypad
    /// A panel's file.
    case yaml
    /// Messages to a panel, and answers to its clients and from its extensions.
    case messages
    /// A store's files, and rows that no store writes.
    case store

    /// Does with `bytes` what the target says.
    ///
    /// - Throws: `FuzzFinding` where something is wrong; other errors where the machine refuses, as with a full disk.
    @PanelActor
    public func check(_ bytes: [UInt8]) async throws {
        switch self {
        case .keypad: try await KeypadTarget.check(bytes)
        case .yaml: try YAMLTarget.check(bytes)
        case .messages: try await MessagesTarget.check(bytes)
        case .store: try await StoreTarget.check(bytes)
        }
    }

    /// Does the same on a thread that the event loop may have until it is done.
    public func checkOnThisThread(_ bytes: [UInt8]) throws {
        try EventLoop.panel.run {
            let result: Result<Void, any Error>
            do { result = .success(try await check(bytes)) } catch { result = .failure(error) }
            // What a worker ends later would start a thread for the loop.
            await EventLoop.panel.settle()
            try result.get()
        }
    }
}
