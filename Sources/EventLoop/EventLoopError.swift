/// A system call of the event loop failed.
public struct EventLoopError: Error, Hashable, CustomStringConvertible {
    /// The name of the system call.
    public var call: String

    /// The `errno` it left.
    public var code: Int32

    /// The error of `call`, with the current `errno`.
    init(call: String) {
        self.call = call
        code = SystemCall.lastError
    }

    public var description: String { "\(call): \(SystemCall.message(code))" }
}
