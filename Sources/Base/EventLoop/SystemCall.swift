import CEventLoop
import Glibc

/// The parts of the C library's error reporting that Swift without Foundation lacks.
public enum SystemCall {
    /// `errno` of the calling thread.
    public static var lastError: Int32 { errno }

    /// The system's text for an error number, such as `No such file or directory`.
    public static func message(_ code: Int32) -> String {
        String(cString: holdfast_error_message(code))
    }

    /// Permissions as `chmod` takes them: at least four octal digits.
    public static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Writes all bytes, in as many calls of `write(2)` as necessary.
    ///
    /// - Returns: whether all are written; if not, `errno` has the reason.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 && errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Creates a pipe whose ends do not block and are closed on exec.
    public static func makePipe() throws(EventLoopError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard holdfast_pipe_create(&ends) == 0 else { throw EventLoopError(call: "pipe2") }
        return (ends[0], ends[1])
    }

    /// Frees the memory of code and constants that only the start has needed. Pages that are needed again are loaded
    /// one by one, from the page cache or the file.
    public static func releaseCode() {
        holdfast_release_code()
    }
}

/// A descriptor that is closed with the last reference.
public final class OwnedDescriptor: Sendable {
    /// The descriptor's number.
    public let number: Int32

    /// Takes over a descriptor; a negative number stands for none.
    public init(_ number: Int32) {
        self.number = number
    }

    deinit {
        if number >= 0 { close(number) }
    }
}

/// A system call failed.
public struct EventLoopError: Error, Hashable, CustomStringConvertible {
    public var call: String

    /// The `errno` of the call.
    public var code: Int32

    /// Creates the error of `call`; without a `code`, with the current `errno`.
    public init(call: String, code: Int32 = SystemCall.lastError) {
        self.call = call
        self.code = code
    }

    public var description: String { "\(call): \(SystemCall.message(code))" }
}
