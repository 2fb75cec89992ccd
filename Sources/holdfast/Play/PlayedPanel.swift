import Configuration
import EventLoop
import GPIO
import Glibc
import MonotonicTime
import Panel
import PanelScripts
import SimulatedGPIO

/// A panel on the simulated board whose buttons are a terminal's keys.
@PanelActor
final class PlayedPanel {
    private let board: SimulatedBoard
    private let engine: PanelEngine
    private let keys: ButtonKeys
    private let lock: PlayedLock?
    private var pad: PlayedPad?
    private var held: [HeldKey]
    private var timers: [PanelTimer] = []
    private var redraw: PanelTimer?
    private var tick: PanelTimer?
    private var screen = Screen()
    private var picture: PanelPicture
    private var ended: CheckedContinuation<Void, Never>?

    init(_ panel: PanelDescription) {
        board = SimulatedBoard(covering: panel.lineNames, scheduler: EventLoop.panel)
        let pads = SimulatedPads(board, scheduler: EventLoop.panel)
        let lock = panel.keypads.first.map { PlayedLock(panel.authentication, pad: $0) }
        self.lock = lock
        engine = PanelEngine(
            panel, board: board, scheduler: EventLoop.panel, lock: lock?.lock, keypads: { pads.keypad(at: $0) },
            extensions: StandIn.all(for: panel, scheduler: EventLoop.panel))
        keys = ButtonKeys(names: panel.buttons.map(\.name))
        held = panel.buttons.map { _ in HeldKey() }
        picture = PanelPicture(engine: engine, keys: keys, pin: lock?.digits)
        pad = panel.keypads.first.map { pad in
            PlayedPad(pad, pads) { [weak self] isDown in self?.padMoved(isDown) }
        }
        timers = panel.buttons.indices.map { index in
            EventLoop.panel.makeTimer { [weak self] in self?.open(index) }
        }
        redraw = EventLoop.panel.makeTimer { [weak self] in self?.draw() }
        tick = EventLoop.panel.makeTimer { [weak self] in self?.draw() }
    }

    /// Plays until a key or a signal ends it.
    func run(_ signals: SignalDescriptor) async throws {
        try await lock?.enrol()
        try engine.start()
        pad?.start()
        // One picture for all that happens in a turn of the loop.
        engine.observe { [weak self] _ in self?.redraw?.arm(at: EventLoop.panel.now) }
        let signalWatch = try EventLoop.panel.watch(signals.descriptor) { [weak self] _ in
            if signals.read() != nil { self?.end() }
        }
        let keyWatch = try EventLoop.panel.watch(STDIN_FILENO) { [weak self] _ in self?.readKeys() }
        draw()
        await withCheckedContinuation { ended = $0 }
        keyWatch.cancel()
        signalWatch.cancel()
        redraw?.cancel()
        tick?.cancel()
        for timer in timers { timer.cancel() }
        pad?.stop()
        engine.stop()
        lock?.lock.stop()
    }

    private func end() {
        ended?.resume()
        ended = nil
    }

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return end() }
        // An escape with more behind it is a key such as an arrow.
        if bytes[0] == 27 && count > 1 { return }
        for byte in bytes.prefix(count) {
            // Ctrl-C, Ctrl-D, Escape.
            if byte == 3 || byte == 4 || byte == 27 { return end() }
            if let key = pad?.key(for: byte) {
                pad?.strike(key)
            } else {
                strike(Character(Unicode.Scalar(byte)))
            }
        }
    }

    private func strike(_ key: Character) {
        guard let index = keys.button(for: key) else { return }
        let button = engine.description.buttons[index]
        let now = EventLoop.panel.now
        let isClosed = held[index].deadline != nil
        if key.isUppercase {
            let threshold = button.longHold == nil ? button.holdTime : button.longHoldTime
            held[index].hold(at: now, for: threshold + .milliseconds(200))
        } else {
            held[index].strike(at: now)
        }
        if !isClosed { move(button, isClosed: true) }
        timers[index].arm(at: held[index].deadline)
    }

    private func open(_ index: Int) {
        held[index].open()
        move(engine.description.buttons[index], isClosed: false)
    }

    private func move(_ button: ButtonDescription, isClosed: Bool) {
        if isClosed { picture.pressed.insert(button.name) } else { picture.pressed.remove(button.name) }
        // The board has all lines of the panel, so this cannot fail.
        do throws(GPIOError) {
            if isClosed { try board.closeContact(button.line.name) } else { try board.openContact(button.line.name) }
        } catch {
            Output.printError("holdfast: \(error)")
        }
        redraw?.arm(at: EventLoop.panel.now)
    }

    private func padMoved(_ isDown: Bool) {
        picture.isKeyDown = isDown
        redraw?.arm(at: EventLoop.panel.now)
    }

    private func draw() {
        screen.draw(picture.lines)
        tick?.arm(at: picture.isLockChanging ? EventLoop.panel.now.advanced(by: .seconds(1)) : nil)
    }
}
