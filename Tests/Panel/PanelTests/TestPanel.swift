import Configuration
import EventLoop
import GPIO
import Indicators
import LocalAPI
import MonotonicTime
import Panel
import SimulatedGPIO
import Testing

/// A panel on a simulated board in virtual time.
@PanelActor
final class TestPanel {
    let clock: VirtualScheduler
    let board: SimulatedBoard
    let description: PanelDescription
    private(set) var engine: PanelEngine
    private(set) var events: [PanelEvent] = []
    /// The number of edges of output lines, by the lines' names.
    private(set) var edges: [String: Int] = [:]

    init(
        _ yaml: String, chips: [SimulatedChip] = [.header], leds: (any LEDClass)? = nil,
        localClock: (any LocalClock)? = nil, record: DrivenLinesFile? = nil,
        extensions: [String: any ExtensionService] = [:], developerMode: Bool = false,
        display: (any DisplaySink)? = nil, clock: VirtualScheduler = VirtualScheduler(), lock: PanelLock? = nil
    ) throws {
        self.clock = clock
        description = try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
        board = SimulatedBoard(chips: chips, scheduler: clock)
        engine = PanelEngine(
            description, board: board, leds: leds, display: display, clock: localClock, scheduler: clock,
            drivenLines: record, lock: lock, extensions: extensions, developerMode: developerMode)
        engine.observe { [weak self] in self?.events.append($0) }
        board.outputChanged = { [weak self] address, _ in self?.edges[address.name ?? "", default: 0] += 1 }
    }

    /// Makes another panel on the same board.
    func replaceEngine(_ description: PanelDescription? = nil, record: DrivenLinesFile? = nil) {
        engine = PanelEngine(description ?? self.description, board: board, scheduler: clock, drivenLines: record)
        engine.observe { [weak self] in self?.events.append($0) }
    }

    func forgetEdges() { edges = [:] }
    func forgetEvents() { events = [] }

    /// Advances the virtual time, running all timers and tasks that fall due.
    func advance(_ duration: Duration) async { await clock.advance(by: duration) }

    func hold(_ line: String, for duration: Duration) async throws {
        try board.closeContact(line)
        await advance(duration)
        try board.openContact(line)
        await advance(.milliseconds(20))
    }

    /// Checks that the stopped panel holds no line and no timer.
    func expectNothingLeft() async {
        await advance(.milliseconds(10))
        #expect(board.heldRequests == 0)
        #expect(clock.nextDeadline == nil)
    }
}

/// A panel with a part of each common kind.
let ordinaryPanel = """
    name: Test
    domain: org.example.test
    controls:
      lamp: {title: Lamp, toggle: {line: GPIO18}}
      relay: {title: Relay, toggle: {line: GPIO12, active: low}}
      door: {title: Door, button: {pulse: GPIO23, for: 3s}, status: Open}
    buttons:
      action: {line: GPIO17, hold: lamp, double_tap: relay}
      side: {line: GPIO27, hold: door}
    lights:
      lamp: {line: GPIO26, shows: lamp}
    """
