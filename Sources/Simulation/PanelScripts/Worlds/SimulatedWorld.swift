import Configuration
import EventLoop
import GPIO
import Keypads
import MonotonicTime
import SimulatedGPIO
import SimulatedPanel

/// The simulated board in virtual time. The same script gives the same events on machines of any speed.
@PanelActor
public final class SimulatedWorld: ScriptWorld {
    private let clock: VirtualScheduler
    /// The board in memory.
    public let simulated: SimulatedBoard
    private var work: [any OutstandingWork] = []
    /// The PIN pads of the panel.
    let pads: SimulatedPads
    /// Contacts that moved while their chip was unplugged. Fingers need no chip.
    private var moved: [(button: ButtonDescription, isClosed: Bool)] = []
    /// The chips that the script has unplugged. Restored power does not plug them in.
    private var unplugged: [String?] = []

    public init(for panel: PanelDescription) {
        let clock = VirtualScheduler()
        self.clock = clock
        simulated = SimulatedBoard(for: panel, scheduler: clock)
        pads = SimulatedPads(simulated, scheduler: clock)
    }

    public var board: any Board { simulated }
    public var scheduler: any Scheduler { clock }
    public var elapsed: Duration { MonotonicInstant.zero.duration(to: clock.now) }
    public var firings: Int { clock.firings - simulated.firings }

    public func advance(to time: Duration) async {
        await clock.advance(to: .zero.advanced(by: time)) { await settle() }
    }

    public func settle() async {
        await EventLoop.panel.settle()
        // Work that one extension has ended may start work in another.
        while let busy = work.first(where: { $0.hasOutstandingWork }) {
            await withCheckedContinuation { continuation in busy.whenIdle { continuation.resume() } }
            await EventLoop.panel.settle()
        }
    }

    public func wait(for work: [any OutstandingWork]) {
        self.work = work
    }

    public func wait(until isSo: @PanelActor () -> Bool) async {}

    public func moveContact(_ button: ButtonDescription, isClosed: Bool, chatters: Bool) throws(GPIOError) {
        moved.removeAll { $0.button == button }
        do throws(GPIOError) {
            if chatters {
                try simulated.moveContact(button.line.name, isClosed: isClosed)
            } else {
                try simulated.sense(button.line.name, isActive: isClosed)
            }
        } catch .noChips, .noSuchChip, .noSuchLine {
            // The board has all lines of the panel, so the chip is unplugged.
            moved.append((button, isClosed))
        }
    }

    public func sense(_ line: String, isActive: Bool) throws(GPIOError) {
        try simulated.sense(line, isActive: isActive)
    }

    func unplug(_ chip: String?) throws(GPIOError) {
        try simulated.unplug(chip)
        unplugged.append(chip)
    }

    func replug(_ chip: String?) throws(GPIOError) {
        try simulated.replug(chip)
        if chip == nil { unplugged = [] } else { unplugged.removeAll { $0 == chip } }
        try moveLate()
    }

    func setPower(_ isOn: Bool) throws(GPIOError) {
        guard isOn else { return try simulated.unplug() }
        try simulated.replug()
        for chip in unplugged { try simulated.unplug(chip) }
        try moveLate()
    }

    private func moveLate() throws(GPIOError) {
        let late = moved
        for (button, isClosed) in late { try moveContact(button, isClosed: isClosed, chatters: false) }
    }

    public func isActive(_ line: LineDescription) throws(GPIOError) -> Bool {
        do throws(GPIOError) {
            return try simulated.isActive(line.name)
        } catch .noChips, .noSuchChip, .noSuchLine {
            // The line's chip is unplugged or has no power, so nothing drives the line.
            return false
        }
    }
}
