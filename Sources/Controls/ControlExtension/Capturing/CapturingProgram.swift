import CPreferences
import Commands
import Controls
import FoundationEssentials
import Glibc
import LocalAPI

/// Performs intents that capture (C30). Each runs in a separate process of the extension's program, without network.
///
/// ```
///   panel ── Perform ──▶ extension ── request, as JSON ──▶ NAME --capture ── perform() ──▶ captures
///                            ▲                                  │
///                            └── reply, as JSON ────────────────┘ ends
/// ```
package struct CapturingProgram: Sendable {
    /// The option that starts the program as a capturing process. Only `CapturingProgram` uses the option.
    static let option = "--capture"
    /// The time limit of an intent. After the same time, the panel cancels an intent (C26), except in developer mode.
    package static let timeLimit = Duration.seconds(30)
    /// The variables that the process does not inherit: the panel's address, and the service manager's variables for
    /// the extension.
    private static let withheld = [
        "HOLDFAST_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID",
        "WATCHDOG_USEC",
    ]

    private let name: String
    private let program: String
    private let timeLimit: Duration
    private let commands: CommandRunner

    /// - Parameters:
    ///   - displayName: The extension's name for users.
    ///   - program: The program's path. Default: the program of this process, even if its file has been replaced.
    ///   - environment: The extension's variables.
    ///   - timeLimit: How long an intent may take.
    ///   - journal: Receives the lines that intents print.
    package init(
        name: String, displayName: String, program: String = "/proc/self/exe",
        environment: [String: String] = ProcessEnvironment.variables,
        timeLimit: Duration = CapturingProgram.timeLimit,
        journal: @escaping @Sendable (String) -> Void = StandardError.note
    ) {
        self.name = name
        self.program = program
        self.timeLimit = timeLimit
        var variables = environment.filter { !Self.withheld.contains($0.key) }
        // These two variables identify the extension's state.
        variables["HOLDFAST_EXTENSION"] = name
        variables["HOLDFAST_NAME"] = displayName
        commands = CommandRunner(environment: variables, journal: journal)
    }

    /// Performs an intent. The intent fails if the process crashes, takes too long or sends no reply.
    ///
    /// - Parameter request: The intent, without a control: a process with network evaluates the control afterwards.
    /// - Returns: The result, without a control.
    func perform(_ request: PerformRequest) async -> PerformReply {
        let input: [UInt8]
        do {
            input = [UInt8](try JSONEncoder().encode(request))
        } catch {
            return PerformReply(failure: "its parameters have no JSON form: \(error)")
        }
        let result: CommandResult
        do throws(CommandError) {
            result = try await commands.run(
                Command(
                    arguments: [name, Self.option], program: program, timeout: timeLimit, input: input,
                    output: .message, mask: 0o077, hasNetwork: false))
            try result.check()
        } catch .killed(let signal, _) {
            // The last output describes the crash. It belongs in the journal.
            return PerformReply(failure: CommandError.killed(signal: signal, output: nil).description)
        } catch {
            return PerformReply(failure: error.description)
        }
        do {
            let reply = try JSONDecoder().decode(PerformReply.self, from: Data(result.message))
            // The returned value is left out, because it could be the capture itself. No surface shows a capture before
            // the panel is unlocked (C30).
            return PerformReply(
                failure: reply.failure, request: reply.request, opens: reply.opens, next: reply.next,
                returned: IntentReturn(dialog: reply.dialog))
        } catch {
            return PerformReply(failure: "the process that captures has ended without an answer")
        }
    }
}

/// The process that `CapturingProgram` starts. It reads one intent, performs it and writes the result.
enum CapturingProcess {
    /// Performs the intent that it reads from standard input, and writes the reply to the original standard output.
    /// Output of the intent itself goes to the journal.
    ///
    /// - Throws: `ExtensionProgramError.capture` if there is no valid intent, or if the reply cannot be written.
    @MainActor
    static func run(_ service: BundleService) async throws(ExtensionProgramError) {
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw .capture("standard output: \(errno)")
        }
        let reply = try await answer(service)
        holdfast_write_preferences()
        guard SystemFile.write(reply, to: output) == nil else { throw .capture("nobody waits for its answer") }
    }

    @MainActor
    private static func answer(_ service: BundleService) async throws(ExtensionProgramError) -> [UInt8] {
        var bytes: [UInt8] = []
        guard SystemFile.read(STDIN_FILENO, into: &bytes) == nil else { throw .capture("standard input") }
        do {
            let request = try JSONDecoder().decode(PerformRequest.self, from: Data(bytes))
            return [UInt8](try JSONEncoder().encode(try await service.perform(request)))
        } catch {
            throw .capture("\(error)")
        }
    }
}
