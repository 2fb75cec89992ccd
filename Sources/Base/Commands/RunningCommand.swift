import CSpawn
import EventLoop
import Glibc
import MonotonicTime

/// A running command in its own process group. It is over once its leader has ended and no process has its outputs
/// open.
///
/// ```
///   running ── leader ended, outputs closed ──────────────────────────▶ over; the rest of the group keeps running
///      │
///      └─ time limit, or cancelled: SIGTERM to the group ─ over, or 2 s ─▶ SIGKILL to the group ─▶ over
/// ```
@PanelActor
final class RunningCommand {
    /// The time from SIGTERM to SIGKILL for the group.
    private static let patience = Duration.seconds(2)

    private let command: Command
    private let commandGuard: CommandGuard
    private let process: pid_t
    /// Keeps the process's number from being reused; `nil` once the command is over.
    private var processDescriptor: OwnedDescriptor?
    private var processWatch: DescriptorWatch?
    private var output: OutputPipe?
    private var errors: OutputPipe?
    private var timer: PanelTimer?
    private var ending: holdfast_ending?
    /// Why the command is being ended; `nil` while it may run.
    private var givenUp: CommandError?
    private var isKilled = false
    private var completion: (@PanelActor (Result<CommandResult, CommandError>) -> Void)?
    private let over: @PanelActor (RunningCommand) -> Void
    /// A reference to itself until it is over, so that the command ends properly even without another owner.
    private var itself: RunningCommand?

    /// Manages a process that was started.
    ///
    /// - Parameters:
    ///   - outputs: The reading ends of its outputs.
    ///   - completion: Called once, with the result.
    ///   - over: Called when the process has ended and its descriptors are closed; those of a process that could not be
    ///     watched close with `outputs`.
    init(
        _ command: Command, process: pid_t, outputs: (output: OwnedDescriptor, errors: OwnedDescriptor),
        commandGuard: CommandGuard,
        journal: @escaping @Sendable (String) -> Void,
        completion: @escaping @PanelActor (Result<CommandResult, CommandError>) -> Void,
        over: @escaping @PanelActor (RunningCommand) -> Void
    ) {
        self.command = command
        self.process = process
        self.commandGuard = commandGuard
        self.completion = completion
        self.over = over
        let descriptor = OwnedDescriptor(holdfast_process_open(process))
        processDescriptor = descriptor
        itself = self
        let name = command.arguments.first ?? ""
        let log = OutputLog(name: name, write: journal)
        let check: @PanelActor () -> Void = { [weak self] in self?.check() }
        guard descriptor.number >= 0 else {
            abandon(for: .system(call: "pidfd_open", code: SystemCall.lastError))
            return
        }
        do throws(EventLoopError) {
            output = try OutputPipe(
                descriptor: outputs.output, log: command.output == .logged ? log : nil,
                keeping: command.output == .message ? CommandRunner.longestMessage : OutputPipe.kept, ended: check)
            errors = try OutputPipe(descriptor: outputs.errors, log: log, ended: check)
            processWatch = try EventLoop.panel.watch(descriptor.number) { [weak self] _ in self?.leaderEnded() }
            timer = EventLoop.panel.makeTimer { [weak self] in self?.timeIsUp() }
            timer?.arm(at: EventLoop.panel.now.advanced(by: command.timeout))
        } catch {
            abandon(for: .system(call: error.call, code: error.code))
        }
    }

    /// Ends the command, since the caller does not wait for it any more.
    func cancel() {
        giveUp(.cancelled)
    }

    // MARK: Ending it

    private func timeIsUp() {
        guard givenUp == nil else { return kill() }
        giveUp(ending == nil ? .tookTooLong(command.timeout) : .heldOpen(command.timeout))
    }

    private func giveUp(_ reason: CommandError) {
        guard givenUp == nil, completion != nil else { return }
        givenUp = reason
        Glibc.kill(-process, SIGTERM)
        timer?.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        complete(.failure(reason))
        check()
    }

    private func kill() {
        isKilled = true
        Glibc.kill(-process, SIGKILL)
        // A process that has left the group may keep the outputs open for ever.
        output?.close()
        errors?.close()
        check()
    }

    private func leaderEnded() {
        var ending = holdfast_ending()
        guard holdfast_process_ended(process, &ending) else { return }
        self.ending = ending
        processWatch?.cancel()
        processWatch = nil
        check()
    }

    private func check() {
        guard let ending, output?.isOpen != true, errors?.isOpen != true else { return }
        timer?.cancel()
        // Ends the rest of a group that was to end. The group's number cannot be reused until the leader is reaped
        // below.
        if givenUp != nil && !isKilled { Glibc.kill(-process, SIGKILL) }
        holdfast_process_take(process, commandGuard.descriptor)
        complete(result(ending))
        end()
    }

    private func result(_ ending: holdfast_ending) -> Result<CommandResult, CommandError> {
        let lastLine = errors?.lastLine ?? output?.lastLine
        guard ending.signal == 0 else { return .failure(.killed(signal: ending.signal, output: lastLine)) }
        return .success(
            CommandResult(
                status: ending.exit_code, firstLine: output?.firstLine, lastLine: lastLine,
                message: command.output == .message ? output?.bytes ?? [] : []))
    }

    private func end() {
        processDescriptor = nil
        over(self)
        itself = nil
    }

    private func complete(_ result: Result<CommandResult, CommandError>) {
        guard let completion else { return }
        self.completion = nil
        completion(result)
    }

    /// Ends a process that cannot be watched, for lack of descriptors or memory. The short wait blocks the loop,
    /// which is the least harm here.
    private func abandon(for reason: CommandError) {
        Glibc.kill(-process, SIGKILL)
        holdfast_process_take(process, commandGuard.descriptor)
        output?.close()
        errors?.close()
        complete(.failure(reason))
        end()
    }
}
