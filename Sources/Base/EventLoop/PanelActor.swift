/// The actor of all code of a panel. Its executor is `EventLoop.panel`, so its code runs on the loop's thread, and a
/// handler that the loop calls may call it without a hop.
@globalActor
public actor PanelActor {
    public static let shared = PanelActor()

    /// The panel's event loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        EventLoop.panel.asUnownedSerialExecutor()
    }

    /// Runs `operation` at once, in code that runs on the loop's thread although the compiler cannot prove it.
    ///
    /// Traps on any other thread: that is a programming error, which no input can cause.
    public nonisolated static func assumeIsolated<Result: Sendable>(
        _ operation: @PanelActor () throws -> Result
    ) rethrows -> Result {
        EventLoop.panel.checkIsolated()
        // The standard library's `MainActor.assumeIsolated` does the same: the isolation was checked above, and an
        // isolated function differs from a plain one in its type alone.
        return try withoutActuallyEscaping(operation) { escapable in
            try unsafeBitCast(escapable, to: (() throws -> Result).self)()
        }
    }
}
