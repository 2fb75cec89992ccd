/// The actor of everything that a panel does: its executor is `EventLoop.panel`, so code isolated to it runs on the
/// loop's thread, and a handler called by the loop may call it without a hop.
@globalActor
public actor PanelActor {
    /// The one instance.
    public static let shared = PanelActor()

    /// The panel's event loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        EventLoop.panel.asUnownedSerialExecutor()
    }

    /// Runs `operation` at once, in code that the compiler cannot see to be on the loop's thread, but is.
    ///
    /// Traps where it is not: that is a programming error, never a matter of input.
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
