import ArgumentParser
import Configuration
import EventLoop
import Glibc
import PanelScripts

/// Standard output, standard error and the exit codes of all commands.
enum Output {
    /// The exit code of a negative result: a panel file with errors, a failed expectation, a busy line.
    static let failure = ExitCode(1)

    /// The exit code of unreadable input, such as a script with a syntax error.
    static let unreadable = ExitCode(2)

    /// Prints a line to standard output without a buffer. A reader that has gone is no error.
    static func print(_ line: String) {
        write(line.plain + "\n", to: STDOUT_FILENO)
    }

    /// Prints a line to standard error.
    static func printError(_ line: String) {
        write(line.plain + "\n", to: STDERR_FILENO)
    }

    /// Prints a control's confirmation question to standard error, apart from the command's own output.
    static func printQuestion(_ question: String, of control: String) {
        printError("\(control) asks: \(question) (holdfast confirm \(control))".onOneLine)
    }

    /// Writes the text unchanged: without escapes and without a line feed.
    static func write(_ text: String, to descriptor: Int32) {
        // One write for one line, so that lines of several processes do not mix.
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Writes a text file, and replaces existing content.
    static func write(_ text: String, toFile path: String) throws(OutputProblem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputProblem(path: path, reason: SystemCall.message(SystemCall.lastError)) }
        defer { close(descriptor) }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw OutputProblem(path: path, reason: SystemCall.message(SystemCall.lastError))
            }
            bytes = bytes.dropFirst(count)
        }
    }

    /// An error as the line of JSON that `--json` prints.
    private struct JSONError: Encodable {
        var error: String
    }

    /// Runs a command's work. Each error becomes one line on standard error and an exit code.
    ///
    /// - Parameter asJSON: Whether the error's line is `{"error": "…"}`.
    static func reporting<Result>(asJSON: Bool = false, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let code as ExitCode {
            throw code
        } catch let error where asJSON {
            printError((try? JSONText.line(JSONError(error: "\(error)"))) ?? "\(error)")
            throw failure
        } catch let error as ScriptError {
            printError(error.description)
            throw unreadable
        } catch let error as ConfigurationError {
            printError(error.description)
            throw failure
        } catch {
            printError("holdfast: \(error)")
            throw failure
        }
    }
}

/// A file that cannot be written.
struct OutputProblem: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "cannot write \(path): \(reason)" }
}

/// A system call that failed for a file. `code` is the error number (errno).
struct FileProblem: Error, CustomStringConvertible {
    var path: String
    var call: String
    var code: Int32

    var description: String { "\(path): \(call): \(SystemCall.message(code))" }
}
