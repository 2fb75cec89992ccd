import CSpawn
import EventLoop
import Glibc

/// Runs commands on the event loop, up to `limit` at a time.
@PanelActor
package final class CommandRunner {
    /// The most commands at a time. Further ones are refused, not queued, since a command is meant for the present
    /// moment.
    package nonisolated static let limit = 32
    /// The most bytes of a message that are kept.
    package nonisolated static let longestMessage = 1_048_576
    /// The folders that are searched for a program without a path, unless the environment has a `PATH`.
    package nonisolated static let defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    private let environment: [String: String]
    private let journal: @Sendable (String) -> Void
    private var commandGuard: CommandGuard?
    private var running: [ObjectIdentifier: RunningCommand] = [:]
    private var whenIdle: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - journal: Called with each line that a command writes.
    package nonisolated init(environment: [String: String], journal: @escaping @Sendable (String) -> Void) {
        self.environment = environment
        self.journal = journal
    }

    /// Runs a command to its end. Cancelling the task cancels the command.
    @discardableResult
    package nonisolated func run(_ command: Command) async throws(CommandError) -> CommandResult {
        let waiter = CommandWaiter()
        let result: Result<CommandResult, CommandError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Task { @PanelActor in
                    guard !waiter.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
                    waiter.running = self.start(command) { continuation.resume(returning: $0) }
                }
            }
        } onCancel: {
            Task { @PanelActor in waiter.cancel() }
        }
        return try result.get()
    }

    /// Returns once no command is running.
    package func idle() async {
        guard !running.isEmpty else { return }
        await withCheckedContinuation { whenIdle.append($0) }
    }

    private func start(
        _ command: Command, _ completion: @escaping @PanelActor (Result<CommandResult, CommandError>) -> Void
    ) -> RunningCommand? {
        do throws(CommandError) {
            guard running.count < Self.limit else { throw .tooManyCommands(running.count) }
            return try spawn(command, completion)
        } catch {
            completion(.failure(error))
            return nil
        }
    }

    private func spawn(
        _ command: Command, _ completion: @escaping @PanelActor (Result<CommandResult, CommandError>) -> Void
    ) throws(CommandError) -> RunningCommand {
        guard let program = command.arguments.first, !program.isEmpty else {
            throw .noProgram(parameter: command.parameter)
        }
        guard !command.arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw .invalidArgument(parameter: command.parameter)
        }
        let path =
            if let path = command.program { path } else {
                try ProgramFile.find(program, path: environment["PATH"] ?? Self.defaultPath)
            }
        let commandGuard = try existingGuard()
        let (output, errors) = (try Self.pipe(), try Self.pipe())
        let process = try execute(command, path: path, output: output.writer, errors: errors.writer, commandGuard)
        var isOver = false
        let started = RunningCommand(
            command, process: process, outputs: (output.reader, errors.reader), commandGuard: commandGuard,
            journal: journal, completion: completion
        ) { [weak self] in
            isOver = true
            self?.forget($0)
        }
        if !isOver { running[ObjectIdentifier(started)] = started }
        return started
    }

    private func forget(_ command: RunningCommand) {
        running[ObjectIdentifier(command)] = nil
        guard running.isEmpty else { return }
        let waiting = whenIdle
        whenIdle = []
        for continuation in waiting { continuation.resume() }
    }

    private func existingGuard() throws(CommandError) -> CommandGuard {
        if let commandGuard { return commandGuard }
        let new = try CommandGuard()
        commandGuard = new
        return new
    }

    private func execute(
        _ command: Command, path: String, output: OwnedDescriptor, errors: OwnedDescriptor,
        _ commandGuard: CommandGuard
    ) throws(CommandError) -> pid_t {
        let input = try command.input.map(Self.input)
        var arguments = command.arguments.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let pathText = strdup(path)
        let folderText = command.folder.flatMap { strdup($0) }
        defer {
            free(pathText)
            free(folderText)
        }
        var step = HOLDFAST_STEP_PREPARE
        var code: Int32 = 0
        let process = arguments.withUnsafeMutableBufferPointer { arguments in
            variables.withUnsafeMutableBufferPointer { variables in
                var description = holdfast_command(
                    path: pathText, arguments: arguments.baseAddress, environment: variables.baseAddress,
                    folder: folderText, input: input?.number ?? -1, output: output.number, errors: errors.number,
                    mask: command.mask.map(Int32.init) ?? -1, guard: commandGuard.descriptor,
                    without_network: !command.hasNetwork)
                let process = holdfast_spawn_command(&description, &step)
                code = errno
                return process
            }
        }
        guard process < 0 else { return process }
        let program = command.arguments.first ?? ""
        switch step {
        case HOLDFAST_STEP_FOLDER: throw .folder(path: command.folder ?? ".", code: code)
        case HOLDFAST_STEP_NETWORK: throw .networkOpen(program: program, code: code)
        case HOLDFAST_STEP_EXECUTE:
            throw ProgramFile.failure(program, path: path, folder: command.folder, code: code)
        case HOLDFAST_STEP_GUARD:
            // The next command starts a new guard.
            self.commandGuard = nil
            throw .system(call: "guard", code: code)
        default: throw .system(call: "fork", code: code)
        }
    }

    /// A descriptor from which the bytes can be read.
    private static func input(_ bytes: [UInt8]) throws(CommandError) -> OwnedDescriptor {
        let descriptor = bytes.withUnsafeBytes { holdfast_input_open($0.baseAddress, $0.count) }
        guard descriptor >= 0 else { throw .system(call: "memfd_create", code: errno) }
        return OwnedDescriptor(descriptor)
    }

    /// A pipe whose reading end does not block. The writing end does, as every program expects of its outputs.
    private static func pipe() throws(CommandError) -> (reader: OwnedDescriptor, writer: OwnedDescriptor) {
        do throws(EventLoopError) {
            let pipe = try SystemCall.makePipe()
            _ = fcntl(pipe.writer, F_SETFL, 0)
            return (OwnedDescriptor(pipe.reader), OwnedDescriptor(pipe.writer))
        } catch {
            throw .system(call: error.call, code: error.code)
        }
    }
}

/// Passes the cancellation of a waiting task on to its command.
@PanelActor
private final class CommandWaiter {
    weak var running: RunningCommand?
    private(set) var isCancelled = false

    nonisolated init() {}

    func cancel() {
        isCancelled = true
        running?.cancel()
    }
}

/// The process that ends the remaining commands after the extension has ended in any way.
@PanelActor
final class CommandGuard {
    let descriptor: Int32
    private let process: pid_t

    /// The time from SIGTERM to SIGKILL for a process group, in ms.
    private static let patience: Int32 = 2_000

    init() throws(CommandError) {
        // Writing to a guard that has ended must return an error, not end the extension. Commands get the default
        // action of SIGPIPE.
        signal(SIGPIPE, SIG_IGN)
        var process: pid_t = 0
        descriptor = holdfast_guard_start(Self.patience, &process)
        self.process = process
        guard descriptor >= 0 else { throw .system(call: "fork", code: errno) }
    }

    deinit {
        close(descriptor)
        // Without commands the guard has no work left.
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
