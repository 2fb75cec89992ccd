import CSpawn
import EventLoop
import Glibc
import MonotonicTime
import ProgramSupport

/// Keeps the core and the extensions of a panel running until a signal comes or the core ends. No process is left
/// behind.
///
/// ```
///   start ─ all run ─┬─ an extension ends ─ 1, 2, 4 … 30 s ─ it is started again
///                    ├─ the core ends ─────┐
///                    └─ a signal ──────────┴─ SIGTERM to all ─ 5 s, or a second signal ─ SIGKILL ─ all have ended
/// ```
@PanelActor
final class Launcher {
    /// A program and, while it runs, its process.
    private final class Slot {
        let program: LaunchedProgram
        let isCore: Bool
        let index: Int
        var child: ChildProcess?
        /// The delay before a program that ended by itself is started again: 1, 2, 4 … 30 s.
        var delay = RetryDelay(longest: .seconds(30))
        var restart: PanelTimer?

        init(_ program: LaunchedProgram, isCore: Bool, index: Int) {
            self.program = program
            self.isCore = isCore
            self.index = index
        }
    }

    /// The time that programs have to end after SIGTERM, before SIGKILL.
    nonisolated static let patience = Duration.seconds(5)

    private let slots: [Slot]
    private let output: ChildOutput
    private let completion: @PanelActor (Int32) -> Void
    private var guardDescriptor: Int32 = -1
    private var guardProcess: pid_t = 0
    private var watch: DescriptorWatch?
    private var killing: PanelTimer?
    /// The launcher's exit code; `nil` until the launcher is ending.
    private var exitCode: Int32?

    /// - Parameters:
    ///   - core: The panel's core; `nil` if the panel runs in this process.
    ///   - write: Is called with each line of the programs, and with the launcher's messages; `nil` for standard
    ///     output.
    ///   - completion: Is called with the exit code once all programs have ended.
    init(
        core: LaunchedProgram? = nil, extensions: [LaunchedProgram], write: (@PanelActor (String) -> Void)? = nil,
        completion: @escaping @PanelActor (Int32) -> Void
    ) {
        slots = ([core].compactMap(\.self) + extensions).enumerated().map { index, program in
            Slot(program, isCore: core != nil && index == 0, index: index)
        }
        output = ChildOutput(names: slots.map(\.program.name), write: write)
        self.completion = completion
    }

    /// Is called when the size of the terminal's window changes.
    var windowChanged: (@PanelActor () -> Void)?

    /// Lets the core read the panel's file again.
    func reload() { slots.first { $0.isCore }?.child?.send(SIGHUP) }

    /// Ends all programs. The exit code is 0.
    func end() { end(0) }

    /// Starts all programs. The event loop retains the launcher until all have ended.
    ///
    /// - Throws: `FileProblem` if the guard cannot be started; then no program runs.
    func start(signals: SignalDescriptor, greeting: String? = nil) throws {
        let milliseconds = Int32(Self.patience / .milliseconds(1))
        guardDescriptor = holdfast_guard_start(milliseconds, &guardProcess)
        guard guardDescriptor >= 0 else { throw FileProblem(path: "guard", call: "fork") }
        watch = try EventLoop.panel.watch(signals.descriptor) { _ in self.take(signals) }
        killing = EventLoop.panel.makeTimer { self.killAll() }
        if let greeting { output.say(greeting) }
        for slot in slots { start(slot) }
    }

    private func start(_ slot: Slot) {
        guard exitCode == nil else { return }
        let name = slot.program.name
        do {
            slot.child = try ChildProcess(slot.program, guardDescriptor: guardDescriptor) {
                [output, index = slot.index] in
                output.print($0, of: name, index: index)
            }
        } catch {
            if slot.isCore {
                output.say("\(name) cannot be started: \(error)")
                end(1)
            } else {
                // The program may be missing during a rebuild.
                output.say("\(name) cannot be started: \(error); tried again in \(restart(slot).text)")
            }
        }
    }

    /// Starts a program again after a delay, which is returned.
    private func restart(_ slot: Slot) -> Duration {
        let delay = slot.delay.next()
        let timer = slot.restart ?? EventLoop.panel.makeTimer { [weak slot] in if let slot { self.start(slot) } }
        slot.restart = timer
        timer.arm(at: EventLoop.panel.now.advanced(by: delay))
        return delay
    }

    // MARK: Signals

    private func take(_ signals: SignalDescriptor) {
        switch signals.read() {
        case .childEnded: takeEnded()
        // The reader of the output, or the guard, is gone. The messages about the programs' end raise further
        // SIGPIPEs.
        case .brokenPipe: end(0)
        case .terminate, .interrupt, .quit, .reload:
            // A second signal means that the user does not want to wait.
            if exitCode == nil { end(0) } else { killAll() }
        case .windowChanged: windowChanged?()
        case .continued, nil: break
        }
    }

    /// One signal may stand for several ended processes (signal(7)).
    private func takeEnded() {
        var ending = holdfast_ending()
        while holdfast_child_ended(guardDescriptor, &ending) {
            guard let slot = slots.first(where: { $0.child?.process == ending.process }), let child = slot.child else {
                continue
            }
            child.finish()
            slot.child = nil
            note(ending, of: slot, after: child.began.duration(to: EventLoop.panel.now))
        }
        if exitCode != nil { finishIfAllEnded() }
    }

    private func note(_ ending: holdfast_ending, of slot: Slot, after run: Duration) {
        let isKilled = ending.exit_code < 0
        let reason = isKilled ? "killed by signal \(ending.signal)" : "exit code \(ending.exit_code)"
        let text = "\(slot.program.name) ended: \(reason)"
        if exitCode != nil {
            // The program ended as requested.
            let isAsked = ending.exit_code == 0 || ending.signal == SIGTERM || ending.signal == SIGKILL
            if !isAsked { output.say(text) }
        } else if slot.isCore {
            output.say(text)
            // Shells report the same code.
            end(isKilled ? 128 + ending.signal : ending.exit_code)
        } else {
            // A program that ran as long as the longest delay did not fail at its start.
            if run >= slot.delay.longest { slot.delay.reset() }
            output.say("\(text); started again in \(restart(slot).text)")
        }
    }

    // MARK: The end

    private func end(_ code: Int32) {
        guard exitCode == nil else { return }
        exitCode = code
        for slot in slots {
            slot.restart?.cancel()
            slot.child?.send(SIGTERM)
        }
        killing?.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        finishIfAllEnded()
    }

    private func killAll() {
        for slot in slots {
            guard let child = slot.child else { continue }
            output.say("\(slot.program.name) has not ended yet: it is killed")
            child.send(SIGKILL)
        }
    }

    private func finishIfAllEnded() {
        guard let exitCode, slots.allSatisfy({ $0.child == nil }) else { return }
        watch?.cancel()
        killing?.cancel()
        // The guard ends at once, because no process is left to guard.
        close(guardDescriptor)
        while waitpid(guardProcess, nil, 0) < 0 && errno == EINTR {}
        completion(exitCode)
    }
}
