import EventLoop
import Glibc

/// Standard output and standard error of all commands, and the files that they write.
package enum Output {
    /// Prints a line to standard output without a buffer. A reader that has gone is no error.
    package static func print(_ line: String) {
        write(line.plain + "\n", to: STDOUT_FILENO)
    }

    /// Prints a line to standard error.
    package static func printError(_ line: String) {
        write(line.plain + "\n", to: STDERR_FILENO)
    }

    /// Writes the text unchanged: without escapes and without a line feed.
    package static func write(_ text: String, to descriptor: Int32) {
        try? writeAll(text, to: descriptor, of: "")
    }

    /// Writes a text file, and replaces existing content.
    package static func write(_ text: String, toFile path: String) throws(OutputProblem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputProblem(path: path) }
        defer { close(descriptor) }
        try writeAll(text, to: descriptor, of: path)
    }

    private static func writeAll(_ text: String, to descriptor: Int32, of path: String) throws(OutputProblem) {
        // One write for one line, so that lines of several processes do not mix.
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw OutputProblem(path: path) }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// A file that cannot be written, and the reason: that of the last system call.
package struct OutputProblem: Error, CustomStringConvertible {
    fileprivate var path: String
    private let reason = SystemCall.message(SystemCall.lastError)

    fileprivate init(path: String) { self.path = path }

    package var description: String { "cannot write \(path): \(reason)" }
}

/// A system call that failed for a file. `code` is the error number (errno).
package struct FileProblem: Error, CustomStringConvertible {
    private let path: String
    private let call: String
    private let code: Int32

    /// - Parameter code: The last system call's error number by default.
    package init(path: String, call: String, code: Int32 = SystemCall.lastError) {
        (self.path, self.call, self.code) = (path, call, code)
    }

    package var description: String { "\(path): \(call): \(SystemCall.message(code))" }
}
