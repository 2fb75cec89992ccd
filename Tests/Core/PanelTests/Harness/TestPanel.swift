import Configuration
import EventLoop
import Foundation
import GPIO
import Indicators
import Layout
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Panel

/// A panel on a simulated board in virtual time. A test asks for further parts: an extension that the test controls, a
/// lock, a store on the disk, programs that reach the panel over a socket.
///
/// | made by | parts |
/// |---|---|
/// | `TestPanel(…)` | the given ones |
/// | `TestPanel.extended` | the extension `fake` |
/// | `TestPanel.locked` | a lock in memory, and Alice, who has a PIN |
/// | `TestPanel.stored` | a lock in a store on the disk, a socket |
/// | `TestPanel.arranged` | a layout that programs change, the extension `fake`, a socket |
@PanelActor
final class TestPanel {
    /// The parts that an engine gets at each start.
    struct Parts {
        var leds: (any LEDClass)?
        var display: (any DisplaySink)?
        var localClock: (any LocalClock)?
        var record: DrivenLinesFile?
        var extensions: [String: any ExtensionService] = [:]
        var developerMode = false
        var lock: TestLock?
        var layout: TestLayout?
        var socket: TestSocket?
    }

    static let domain = "org.example.test"

    let clock: VirtualScheduler
    let board: SimulatedBoard
    /// The extension of `extended`, `stored` and `arranged`.
    let fake: FakeExtension
    private(set) var description: PanelDescription
    private(set) var engine: PanelEngine
    private(set) var events: [PanelEvent] = []
    /// The number of edges of output lines, by the lines' names.
    private(set) var edges: [String: Int] = [:]
    private var parts: Parts
    private var isRunning = false

    init(
        _ yaml: String, chips: [SimulatedChip] = [.header], leds: (any LEDClass)? = nil,
        localClock: (any LocalClock)? = nil, record: DrivenLinesFile? = nil,
        extensions: [String: any ExtensionService] = [:], developerMode: Bool = false,
        display: (any DisplaySink)? = nil, clock: VirtualScheduler = VirtualScheduler(), lock: TestLock? = nil,
        layout: TestLayout? = nil, socket: TestSocket? = nil, fake: FakeExtension = FakeExtension(kinds: [])
    ) throws {
        self.clock = clock
        self.fake = fake
        parts = Parts(
            leds: leds, display: display, localClock: localClock, record: record, extensions: extensions,
            developerMode: developerMode, lock: lock, layout: layout, socket: socket)
        description = try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
        board = SimulatedBoard(chips: chips, scheduler: clock)
        engine = Self.makeEngine(description, parts, board, clock)
        board.outputChanged = { [weak self] address, _ in self?.edges[address.name ?? "", default: 0] += 1 }
        observe()
    }

    private static func makeEngine(
        _ description: PanelDescription, _ parts: Parts, _ board: SimulatedBoard, _ clock: VirtualScheduler
    ) -> PanelEngine {
        PanelEngine(
            description, board: board, leds: parts.leds, display: parts.display, clock: parts.localClock,
            scheduler: clock, drivenLines: parts.record, memory: parts.layout?.memory,
            lock: parts.lock?.lock, extensions: parts.extensions,
            developerMode: parts.developerMode)
    }

    private func observe() {
        engine.observe { [weak self] in self?.events.append($0) }
    }

    /// Makes another engine on the same board, with the same parts but for the record of driven lines.
    func replaceEngine(_ description: PanelDescription? = nil, record: DrivenLinesFile? = nil) {
        self.description = description ?? self.description
        parts.record = record
        engine = Self.makeEngine(self.description, parts, board, clock)
        observe()
    }

    // MARK: Life

    /// Starts the panel, and lets its extensions appear.
    func start() async throws {
        try begin()
        await settle()
        forgetEdges()
    }

    func begin(resuming states: [String: Bool] = [:]) throws {
        try engine.start(resuming: states)
        isRunning = true
        parts.socket?.service.engine = engine
    }

    /// Applies a panel's file, as at the start and at SIGHUP. A running panel keeps the state of its control `light`.
    func read(_ yaml: String) throws {
        let editor = arranging.editor
        let layout = editor.read(try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml"))
        parts.socket?.service.editor = editor
        let new = Self.makeEngine(layout.panel, parts, board, clock)
        var states: [String: Bool] = [:]
        if isRunning {
            try new.check(replacing: engine)
            states = engine.stop(keeping: [Self.domain + ".light"])
        }
        (engine, description) = (new, layout.panel)
        observe()
        try begin(resuming: states)
        editor.take(layout)
    }

    /// Ends the daemon, and starts it again with the stores that it keeps.
    ///
    /// - Parameters:
    ///   - yaml: The panel's file from now on, for a panel with a layout.
    ///   - meanwhile: Called with the path of the lock's store while no daemon runs.
    func restart(
        _ yaml: String = SamplePanel.arranged, _ meanwhile: (_ file: String) throws -> Void = { _ in }
    ) async throws {
        engine.stop()
        isRunning = false
        parts.socket?.service.engine = nil
        try parts.lock?.reopen(meanwhile)
        if let layout = parts.layout {
            layout.renewEditor()
            try read(yaml)
        } else {
            replaceEngine()
            try begin()
        }
        await settle()
    }

    /// Stops the panel with all its parts, and checks that nothing is left.
    func stop() async {
        parts.socket?.stop()
        engine.stop()
        parts.lock?.stop()
        await expectNothingLeft()
        #expect(!fake.isStarted)
    }

    /// Checks that the stopped panel holds no line and no timer.
    func expectNothingLeft() async {
        await advance(.milliseconds(10))
        #expect(board.heldRequests == 0)
        #expect(clock.nextDeadline == nil)
    }

    // MARK: Time and people

    /// Advances the virtual time, running all timers and tasks that fall due.
    func advance(_ duration: Duration) async { await clock.advance(by: duration) }

    func settle() async { await advance(.zero) }

    /// Holds a button, and waits until its release is noticed.
    func hold(_ line: String = "GPIO17", for duration: Duration = .milliseconds(600)) async throws {
        try board.moveContact(line, isClosed: true)
        await advance(duration)
        try board.moveContact(line, isClosed: false)
        await advance(.milliseconds(20))
    }

    /// Performs a control and returns the outcome.
    func perform(_ control: String, isOn: Bool? = nil, by requester: Requester) async -> PerformOutcome? {
        var found: PerformOutcome?
        _ = engine.perform(control, isOn: isOn, answers: [:], by: asking(requester)) { found = $0 }
        await settle()
        return found
    }

    // MARK: Observations

    func forgetEdges() { edges = [:] }
    func forgetEvents() { events = [] }
    func forget() { (events, edges) = ([], [:]) }

    var failures: [String] {
        events.compactMap { if case .failed(_, let reason) = $0 { reason } else { nil } }
    }

    var refusals: [String] {
        events.compactMap { if case .refused(_, let reason) = $0 { reason } else { nil } }
    }

    var performed: [String] {
        events.compactMap { if case .performed(let name) = $0 { name } else { nil } }
    }

    // MARK: Parts

    /// The lock; `nil` for a panel without one.
    var lockIfAny: TestLock? { parts.lock }

    /// The lock, its store and its disk.
    var locking: TestLock {
        guard let lock = parts.lock else { preconditionFailure("the panel has no lock") }
        return lock
    }

    /// The layout and its editor.
    var arranging: TestLayout {
        guard let layout = parts.layout else { preconditionFailure("the panel has no layout") }
        return layout
    }

    /// The socket, and a client.
    var programs: TestSocket {
        guard let socket = parts.socket else { preconditionFailure("the panel has no socket") }
        return socket
    }
}
