/// A system call of the event loop failed.
public struct EventLoopError: Error, Hashable, CustomStringConvertible {
    /// The name of the system call.
    public var call: String

    /// The `errno` it left.
    public var code: Int32

    /// The error of `call`; without a `code`, with the current `errno`.
    init(call: String, code: Int32 = SystemCall.lastError) {
        self.call = call
        self.code = code
    }

    public var description: String { "\(call): \(SystemCall.message(code))" }
}
