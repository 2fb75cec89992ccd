import Commands
import Controls
import FoundationEssentials
import Glibc
import LocalAPI

/// Performs intents that capture (C30): each in a process of its own, the extension's program once more, without network.
///
/// ```
///   panel ── Perform ──▶ extension ── request, as JSON ──▶ NAME --capture ── perform() ──▶ captures
///                            ▲                                  │
///                            └── reply, as JSON ────────────────┘ ends
/// ```
package struct CapturingProgram: Sendable {
    /// The option that makes the program one that captures. Nobody else gives it.
    static let option = "--capture"
    /// How long an intent may take. The panel gives one up that takes as long (C26), unless it is in developer mode.
    package static let timeLimit = Duration.seconds(30)
    /// What it is not told: where the panel is, and what is the service manager's with the extension itself.
    private static let withheld = [
        "HOLDFAST_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID",
        "WATCHDOG_USEC",
    ]

    private let name: String
    private let program: String
    private let timeLimit: Duration
    private let commands: CommandRunner

    /// - Parameters:
    ///   - name: The extension's name.
    ///   - displayName: What people call it.
    ///   - program: The program's path; by default the one that this process runs, also where its file is another by now.
    ///   - environment: The extension's variables.
    ///   - timeLimit: How long an intent may take.
    ///   - journal: Is given the lines that intents write.
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
        // What its state is called by.
        variables["HOLDFAST_EXTENSION"] = name
        variables["HOLDFAST_NAME"] = displayName
        commands = CommandRunner(environment: variables, journal: journal)
    }

    /// Performs an intent. Where the process that does so crashes, takes too long or says nothing, the intent has failed.
    ///
    /// - Parameter request: The intent, of no control: what is so afterwards is for a process with a network to find out.
    /// - Returns: What came of it, without a control.
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
            // What it said last is where it crashed, which is for the journal.
            return PerformReply(failure: CommandError.killed(signal: signal, output: nil).description)
        } catch {
            return PerformReply(failure: error.description)
        }
        do {
            let reply = try JSONDecoder().decode(PerformReply.self, from: Data(result.message))
            // A value could be the capture itself, which no surface shows before the panel is unlocked (C30).
            return PerformReply(
                failure: reply.failure, request: reply.request, opens: reply.opens, next: reply.next,
                returned: IntentReturn(dialog: reply.dialog))
        } catch {
            return PerformReply(failure: "the process that captures has ended without an answer")
        }
    }
}

/// The other side of `CapturingProgram`: a process that performs one intent, which it reads, and writes what came of it.
enum CapturingProcess {
    /// Performs the intent on standard input. The reply goes to what standard output was: what the intent itself prints is
    /// for the journal.
    ///
    /// - Throws: `ExtensionProgramError.capture` where there is no intent that it could perform.
    @MainActor
    static func run(_ service: BundleService) async throws(ExtensionProgramError) {
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw .capture("standard output: \(errno)")
        }
        let reply = try await answer(service)
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
