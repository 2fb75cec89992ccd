import Configuration
import EventLoop
import GPIO
import Glibc
import MonotonicTime
import ProgramSupport

/// One run of `holdfast setup`: the dialogue with its terminal, board, files and services.
@PanelActor
final class SetupSession {
    /// The dialogue cannot begin.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    private var dialogue: SetupDialogue
    private let files: SetupFiles
    private let steps: SetupSteps
    private var hardware: SetupHardware?
    private var terminal: TerminalLines?
    private var timer: PanelTimer?
    /// The events that came while another one was handled.
    private var waiting: [(event: SetupEvent, time: MonotonicInstant)] = []
    private var isHandling = false
    private var code: Int32?
    private var ended: CheckedContinuation<Void, Never>?

    /// Runs the dialogue.
    ///
    /// - Parameters:
    ///   - file: The panel's file; `nil` for the installed panel's, or `panel.yaml` for a simulated board.
    ///   - socket: The socket of a running panel, for its PINs and its lights; `nil` for the installed panel's.
    /// - Returns: The exit code: 0 once the panel's file is written.
    /// - Throws: `FileProblem`, `GPIOError`, `Refused`, and the errors of the simulated board.
    nonisolated static func run(file: String?, isSimulated: Bool, socket: String?) throws -> Int32 {
        guard isSimulated || geteuid() == 0 else {
            throw Refused(description: "setup needs root for lines, files and services: sudo holdfast setup")
        }
        let path = file ?? (isSimulated ? "panel.yaml" : InstalledPlaces.file)
        let files = try SetupFiles(path)
        // A reader that has gone must not end the program while an output is driven.
        signal(SIGPIPE, SIG_IGN)
        // Ctrl-Z would stop the timer that ends a trial.
        signal(SIGTSTP, SIG_IGN)
        let signals = try SignalDescriptor([.terminate, .interrupt, .quit, .reload])
        return try EventLoop.panel.run {
            let bench = isSimulated ? try SimulatedBench() : nil
            defer { bench?.stop() }
            for line in bench?.greeting ?? [] { Output.print(line) }
            let board: any Board = if let bench { bench.board } else { try KernelBoard() }
            let steps = SetupSteps(files, board: board, socket: socket ?? PanelSocket.standardPath)
            let hasService = !isSimulated && path == InstalledPlaces.file && SystemdTools.isRunning
            let facts = SetupFacts(
                file: path, draftFile: files.draftPath,
                tables: PinTable.tables(of: try board.lines(), panel: files.panel), panel: files.panel,
                bytes: files.bytes, problem: files.problem, kept: files.answers, isSimulated: isSimulated,
                hasService: hasService, serviceRuns: hasService ? await steps.serviceRuns() : false,
                hasPanelSocket: socket != nil, hasCaddy: !isSimulated && SetupSteps.hasCaddy,
                hostName: HostName.current ?? "panel")
            let session = SetupSession(SetupDialogue(facts), files, steps)
            return try await session.run(on: board, signals)
        }
    }

    private init(_ dialogue: SetupDialogue, _ files: SetupFiles, _ steps: SetupSteps) {
        (self.dialogue, self.files, self.steps) = (dialogue, files, steps)
        timer = EventLoop.panel.makeTimer { [weak self] in
            self?.hardware?.drain()
            self?.post(.elapsed)
        }
    }

    private func run(on board: any Board, _ signals: SignalDescriptor) async throws -> Int32 {
        hardware = SetupHardware(board: board, scheduler: EventLoop.panel) { [weak self] event, time in
            self?.post(event, at: time)
        }
        // A terminal that is closed sends SIGHUP.
        let watch = try EventLoop.panel.watch(signals.descriptor) { [weak self] _ in
            if signals.read() != nil { self?.post(.inputEnded) }
        }
        terminal = try TerminalLines { [weak self] line in self?.post(line.map(SetupEvent.answer) ?? .inputEnded) }
        carryOut(dialogue.begin())
        handleWaiting()
        if code == nil { await withCheckedContinuation { ended = $0 } }
        timer?.cancel()
        terminal?.stop()
        hardware?.release()
        if let failure = await steps.end() { Output.print("The panel does not run: \(failure)") }
        watch.cancel()
        return code ?? 1
    }

    private func post(_ event: SetupEvent, at time: MonotonicInstant = EventLoop.panel.now) {
        waiting.append((event, time))
        handleWaiting()
    }

    /// Handles the events in their order. An effect may cause the next event before it returns.
    private func handleWaiting() {
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !waiting.isEmpty, code == nil {
            let (event, time) = waiting.removeFirst()
            carryOut(dialogue.handle(event, at: time))
        }
        timer?.arm(at: dialogue.deadline)
    }

    private func carryOut(_ effects: [SetupEffect]) {
        for effect in effects {
            switch effect {
            case .say(let text): Output.print(text)
            case .ask(let question, let isSecret):
                terminal?.want(isSecret: isSecret)
                Output.print("? \(question)")
            case .watch(let lines, let isPulledUp): hardware?.watch(lines, isPulledUp: isPulledUp)
            case .scan(let lines): hardware?.scan(lines)
            case .drive(let line, let isHigh, let bias): hardware?.drive(line, isHigh: isHigh, bias: bias)
            case .release: hardware?.release()
            case .keep(let answers): keep(answers)
            case .run(let step):
                Task { @PanelActor in
                    let result = await steps.run(step) { Output.print($0) }
                    post(.finished(result))
                }
            case .end(let code): end(code)
            }
        }
    }

    private func keep(_ answers: SetupAnswers?) {
        do {
            try files.keep(answers)
        } catch {
            Output.print("The answers cannot be kept in \(files.draftPath): \(error)")
        }
    }

    private func end(_ code: Int32) {
        self.code = code
        ended?.resume()
        ended = nil
    }
}
