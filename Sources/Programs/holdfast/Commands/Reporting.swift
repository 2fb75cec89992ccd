import ArgumentParser
import Configuration
import PanelScripts
import ProgramSupport

extension Output {
    /// The exit code of a negative result: a panel file with errors, a failed expectation, a busy line.
    static let failure = ExitCode(1)

    /// The exit code of unreadable input, such as a script with a syntax error.
    static let unreadable = ExitCode(2)

    /// An error as the line of JSON that `--json` prints.
    private struct JSONError: Encodable {
        var error: String
    }

    /// Runs a command's work. Each error becomes one line on standard error and an exit code.
    ///
    /// - Parameter asJSON: Whether the error's line is `{"error": "…"}`.
    @discardableResult
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
