import ArgumentParser
import Configuration
import EventLoop
import Glibc
import PanelScripts

/// What the commands print, and their exit codes.
enum Output {
    /// What was asked for is not so: a panel with errors, an expectation that does not hold, a line that is busy.
    static let failure = ExitCode(1)

    /// What was given cannot be read at all.
    static let unreadable = ExitCode(2)

    /// Prints to standard output at once; a reader that went away is no reason to fail.
    static func print(_ line: String) {
        write(line.plain + "\n", to: STDOUT_FILENO)
    }

    /// Prints to standard error.
    static func printError(_ line: String) {
        write(line.plain + "\n", to: STDERR_FILENO)
    }

    /// Prints what a control asks to have confirmed, beside what the command prints.
    static func printQuestion(_ question: String, of control: String) {
        printError("\(control) asks: \(question) (holdfast confirm \(control))".onOneLine)
    }

    /// Prints text as it is.
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

    /// Writes a file, in place of what it held.
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

    /// An error for programs.
    private struct JSONError: Encodable {
        var error: String
    }

    /// Runs a command's work, and turns its errors into one line each and an exit code.
    ///
    /// - Parameter asJSON: Whether a line is `{"error": "…"}`.
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

/// A file that cannot be used.
struct FileProblem: Error, CustomStringConvertible {
    var path: String
    var call: String
    var code: Int32

    var description: String { "\(path): \(call): \(SystemCall.message(code))" }
}
