import Commands
import EventLoop
import Glibc

/// The tools of systemd that administer this machine's units and users.
struct SystemdTools: Sendable {
    /// A tool that failed: what it was to do, and its last words.
    struct Failure: Error, CustomStringConvertible {
        fileprivate var purpose: String
        fileprivate var error: CommandError

        var description: String { "cannot \(purpose): \(error)" }
    }

    private let runner: CommandRunner

    /// A tool answers in seconds. This limit ends one that waits for a unit that never starts.
    private static let patience = Duration.seconds(90)

    init() {
        // A tool's own messages come last in its output, so a failure quotes them.
        runner = CommandRunner(environment: ["PATH": CommandRunner.defaultPath, "LC_ALL": "C.UTF-8"]) { _ in }
    }

    /// Whether systemd manages this machine (sd_booted(3)).
    static var isRunning: Bool {
        var status = stat()
        return lstat("/run/systemd/system", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Runs a tool.
    ///
    /// - Parameter purpose: The verb and the object of a failure: `enable the extension's socket`.
    /// - Returns: The tool's standard output.
    /// - Throws: `Failure`.
    @discardableResult
    func run(_ arguments: String..., to purpose: String) async throws(Failure) -> String {
        try await run(arguments, to: purpose)
    }

    /// Runs a tool, whose arguments are a list.
    @discardableResult
    func run(_ arguments: [String], to purpose: String) async throws(Failure) -> String {
        do throws(CommandError) {
            let command = Command(arguments: arguments, timeout: Self.patience, output: .message)
            let result = try await runner.run(command)
            try result.check()
            return String(decoding: result.message, as: UTF8.self)
        } catch {
            throw Failure(purpose: purpose, error: error)
        }
    }
}
