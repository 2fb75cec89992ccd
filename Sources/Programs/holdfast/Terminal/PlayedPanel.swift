import Configuration
import EventLoop
import GPIO
import Glibc
import MonotonicTime
import Panel
import PanelScripts
import ProgramSupport
import SimulatedGPIO
import SimulatedPanel

/// A panel on the simulated board. The terminal's keys operate its buttons, sensors and PIN pad.
@PanelActor
final class PlayedPanel {
    /// The programs and the sockets of a panel whose commands, webhooks and extensions are real.
    struct Reality {
        var programs: [LaunchedProgram]
        var answering: PanelAnswering
    }

    private let board: SimulatedBoard
    private let engine: PanelEngine
    private let keys: PlayKeys
    private let lock: PlayedLock?
    private let reality: Reality?
    private var launcher: Launcher?
    private var pad: PadTypist?
    private var buttons: [PlayedButton] = []
    private var redraw: PanelTimer?
    private var tick: PanelTimer?
    private let screen = FullScreen()
    private var picture: PlayPicture
    private var ended: CheckedContinuation<Void, Never>?
    private var isOver = false

    /// - Parameter reality: `nil` if stand-ins report each action instead of performing it.
    init(_ panel: PanelDescription, reality: Reality?) {
        self.reality = reality
        let hardware = SimulatedHardware(for: panel)
        board = hardware.board
        let lock = panel.keypads.first.map { PlayedLock(panel.authentication, pad: $0) }
        self.lock = lock
        let note = Note()
        var extensions = StandIn.all(for: panel, scheduler: EventLoop.panel) { note.write("would \($0)") }
        if let reality {
            // The launcher starts no gateway, so the gateway's stand-in stays.
            let real = reality.answering.extensions(of: panel).filter { $0.key != DelegatedAction.gateway.name }
            extensions.merge(real) { _, real in real }
        }
        engine = PanelEngine(
            panel, board: board, scheduler: EventLoop.panel, lock: lock?.lock, keypads: hardware.pads.keypad(at:),
            extensions: extensions)
        keys = PlayKeys(panel)
        picture = PlayPicture(engine: engine, keys: keys, pin: lock?.digits)
        pad = panel.keypads.first.map { PadTypist($0, hardware.pads, scheduler: EventLoop.panel) }
        buttons = panel.buttons.map { button in
            PlayedButton(button) { [weak self] isClosed in self?.move(button, isClosed: isClosed) }
        }
        pad?.moved = { [weak self] in self?.padMoved($0) }
        redraw = EventLoop.panel.makeTimer { [weak self] in self?.draw() }
        tick = EventLoop.panel.makeTimer { [weak self] in self?.draw() }
        note.write = { [weak self] in self?.note($0) }
        reality?.answering.engineMade(engine, hardware)
        engine.extensionsOfUser = { reality?.answering.extensions(of: panel, ownedBy: $0) ?? [] }
    }

    /// Passes on the notes of the stand-ins, which exist before the panel does.
    @PanelActor
    private final class Note {
        var write: @PanelActor (String) -> Void = { _ in }
    }

    /// Plays a panel in the terminal until a key or a signal ends it.
    ///
    /// - Parameter isReal: Whether commands, webhooks and extensions are real, as with `holdfast up`.
    /// - Throws: `ConfigurationError`, `FileProblem`, `NoTerminal`.
    nonisolated static func play(_ panel: PanelDescription, isReal: Bool) throws {
        let folder = isReal ? try LaunchFolder(for: nil) : nil
        defer { folder?.remove() }
        let plan = try folder.map {
            (programs: try PanelLaunch.extensions(of: panel, in: $0), sockets: try PanelSockets(makingAt: $0.socket))
        }
        let signals = try SignalDescriptor([
            .terminate, .interrupt, .reload, .windowChanged, .childEnded, .brokenPipe,
        ])
        // Each key is delivered at once, and not echoed.
        guard let terminal = TerminalSettings(turningOff: ICANON | ECHO) else { throw NoTerminal() }
        defer { terminal.restore() }
        try EventLoop.panel.run {
            let reality = plan.map { Reality(programs: $0.programs, answering: PanelAnswering($0.sockets)) }
            try await PlayedPanel(panel, reality: reality).run(signals)
        }
    }

    /// Runs the panel until a key or a signal ends it.
    func run(_ signals: SignalDescriptor) async throws {
        // The programs are first: their guard is a fork, and this process has no other thread yet.
        try startPrograms(signals)
        let signalWatch = reality == nil ? try watch(signals) : nil
        try await lock?.enrol()
        try engine.start()
        reality?.answering.engine = engine
        for (index, sensor) in engine.description.sensors.enumerated() {
            // The board has all lines of the panel, so `isActive` cannot fail.
            picture.sensed[index] = (try? board.isActive(sensor.sensor.line.name)) ?? false
        }
        pad?.start()
        // All events of one turn of the loop share one picture.
        engine.observe { [weak self] _ in self?.drawSoon() }
        let keyWatch = try EventLoop.panel.watch(STDIN_FILENO) { [weak self] _ in self?.readKeys() }
        screen.begin()
        draw()
        if !isOver { await withCheckedContinuation { ended = $0 } }
        screen.end()
        keyWatch.cancel()
        signalWatch?.cancel()
        redraw?.cancel()
        tick?.cancel()
        for button in buttons { button.stop() }
        pad?.stop()
        reality?.answering.stop()
        engine.stop()
        lock?.lock.stop()
    }

    private func startPrograms(_ signals: SignalDescriptor) throws {
        guard let reality else { return }
        try reality.answering.listen()
        let launcher = Launcher(
            extensions: reality.programs, write: { [weak self] in self?.note($0) },
            completion: { [weak self] _ in self?.finish() })
        launcher.windowChanged = { [weak self] in self?.drawSoon() }
        self.launcher = launcher
        try launcher.start(signals: signals)
    }

    private func watch(_ signals: SignalDescriptor) throws -> DescriptorWatch {
        try EventLoop.panel.watch(signals.descriptor) { [weak self] _ in
            switch signals.read() {
            case .windowChanged: self?.drawSoon()
            case .terminate, .interrupt, .quit, .reload, .brokenPipe: self?.end()
            case .childEnded, .continued, nil: break
            }
        }
    }

    private func end() {
        if let launcher { launcher.end() } else { finish() }
    }

    private func finish() {
        isOver = true
        ended?.resume()
        ended = nil
    }

    // MARK: Keys

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return end() }
        // Escape with further bytes is a key such as an arrow.
        if bytes[0] == 27 && count > 1 { return missed("of this kind") }
        for byte in bytes.prefix(count) {
            // Ctrl-C, Ctrl-D, Escape.
            if byte == 3 || byte == 4 || byte == 27 { return end() }
            if pad?.strike(byte) == true { missed(nil) } else { strike(Character(Unicode.Scalar(byte))) }
        }
    }

    /// Shows that a key has no effect, until another key has one.
    private func missed(_ key: String?) {
        guard picture.unknownKey != key else { return }
        picture.unknownKey = key
        drawSoon()
    }

    private func strike(_ key: Character) {
        let action = keys.action(of: key)
        let isShown = key.isASCII && !key.isWhitespace && key != "\u{7F}" && key > " "
        missed(action == nil ? (isShown ? "[\(key)]" : "of this kind") : nil)
        switch action {
        case .gesture(let gesture, let button): buttons[button].strike(gesture)
        case .sensor(let index):
            let isActive = !picture.sensed[index]
            onBoard { () throws(GPIOError) in
                try board.sense(engine.description.sensors[index].sensor.line.name, isActive: isActive)
            }
            picture.sensed[index] = isActive
            drawSoon()
        case nil: break
        }
    }

    private func move(_ button: ButtonDescription, isClosed: Bool) {
        if isClosed { picture.pressed.insert(button.name) } else { picture.pressed.remove(button.name) }
        onBoard { () throws(GPIOError) in
            try board.moveContact(button.line.name, isClosed: isClosed)
        }
        drawSoon()
    }

    /// Changes a line of the board. The board has all lines of the panel, so no error is expected; the picture shows
    /// one.
    private func onBoard(_ body: () throws(GPIOError) -> Void) {
        do throws(GPIOError) { try body() } catch { picture.note(error.description) }
    }

    private func padMoved(_ isDown: Bool) {
        picture.isKeyDown = isDown
        drawSoon()
    }

    // MARK: The picture

    private func note(_ text: String) {
        picture.note(text)
        drawSoon()
    }

    private func drawSoon() {
        redraw?.arm(at: EventLoop.panel.now)
    }

    private func draw() {
        screen.draw(picture.lines)
        tick?.arm(at: picture.isLockChanging ? EventLoop.panel.now.advanced(by: .seconds(1)) : nil)
    }
}
