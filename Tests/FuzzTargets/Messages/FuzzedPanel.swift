import Authentication
import Configuration
import EventLoop
import FoundationEssentials
import Layout
import LocalAPI
import MonotonicTime
import Panel
import SimulatedGPIO
import Store

/// A panel on a simulated board in virtual time that answers on a socket, as the daemon does.
@PanelActor
final class FuzzedPanel {
    private static let yaml = """
        name: Hallway
        domain: org.example.hallway
        board: simulated
        controls:
          light: {title: Light, toggle: {line: GPIO18}}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: required, status: Open}
          alarm: {title: Alarm, toggle: {line: GPIO25}, authentication_turn_off: required, privacy: state}
          egg: {title: Egg, toggle: {timer: 5m}}
          evening: {title: Evening, button: {set: {light: true, alarm: true}}}
          view: {title: View, button: {open: history}}
        buttons:
          action: {line: GPIO17, hold: light}
          timer: {line: GPIO22, hold: {kind: org.example.focus.timer, configuration: {timer: work}}}
        lights:
          light: {line: GPIO26, shows: light}
          status: {red: GPIO9, green: GPIO10, blue: GPIO11, shows: status}
        keypad: {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}
        display: {device: /dev/lcd, columns: 16, rows: 2}
        lock_screen: [light, {kind: org.example.focus.timer, configuration: {timer: rest}}]
        control_center: [{control: light, size: large}]
        extensions:
          - {name: focus, domain: org.example.focus}
        """

    /// The description is read once, because reading takes a third of an input's time.
    private static let description = Result { () throws(ConfigurationError) in
        try PanelFile.parse(Array(yaml.utf8), file: "panel.yaml")
    }
    private static let firings = 2_000
    private static let worker = Worker()

    let folder: FuzzFolder
    private let clock = VirtualScheduler()
    private let board: SimulatedBoard
    private let service = PanelService()
    private let lock: PanelLock?
    private let engine: PanelEngine
    private let server: VarlinkServer

    var socket: String { "\(folder.path)/panel" }

    /// - Parameter hasLock: Whether the panel has a store for PINs.
    init(
        in folder: FuzzFolder, extensions: [String: any ExtensionService], hasLock: Bool
    ) throws {
        self.folder = folder
        board = SimulatedBoard(scheduler: clock)
        board.bounce = .none
        let lockClock = FuzzClock(clock)
        lock =
            hasLock
            ? PanelLock(
                Gatekeeper(
                    memory: StoredLockMemory(.inMemory()), key: .success(.random()), worker: Self.worker,
                    newCost: .fixed(.cheapest), authority: Authority(SessionLimits(autoLock: .seconds(30))),
                    at: lockClock.boottime),
                clock: lockClock, scheduler: clock) : nil
        let memory = PanelMemory(scheduler: clock)
        let editor = LayoutEditor(memory.store)
        let layout = editor.read(try Self.description.get())
        engine = PanelEngine(
            layout.panel, board: board, scheduler: clock, memory: memory, lock: lock, extensions: extensions)
        server = VarlinkServer(
            product: "Fuzzed", version: "1", interfaces: [service.panelInterface, service.hostInterface])
        try server.listen(path: socket, mode: 0o600)
        service.editor = editor
        try engine.start()
        editor.take(layout)
        service.engine = engine
    }

    /// Advances the time, running everything that falls due.
    func advance(_ duration: Duration) async throws {
        let before = clock.firings
        try await clock.advance(to: clock.now.advanced(by: duration)) {
            let firings = clock.firings - before
            try require(firings < Self.firings, "\(firings) timers in \(duration)")
            await EventLoop.panel.settle()
        }
    }

    /// Sends `calls` one by one, and checks that every answer is a JSON object.
    @discardableResult
    func answers(to calls: [String]) async throws -> [[UInt8]] {
        let client = try RawSocket.connected(to: socket)
        var answers: [[UInt8]] = []
        for call in calls {
            client.send(Array(call.utf8) + [0])
            try await advance(.zero)
            let heard = client.heard()
            try require(!heard.isEmpty && !client.isOver, "no answer to \(call)")
            for answer in heard { try Self.judge(answer) }
            answers += heard
        }
        return answers
    }

    /// Checks that an answer is a JSON object within the size limit of messages.
    static func judge(_ answer: [UInt8]) throws(FuzzFinding) {
        let words = String(decoding: answer.prefix(200), as: UTF8.self)
        try require(answer.count <= VarlinkLimits().message, "an answer of \(answer.count) bytes: \(words)")
        let object = try? JSONDecoder().decode(NoParameters.self, from: Data(answer))
        try require(object != nil, "no object in JSON: \(words)")
    }

    /// Checks that the panel serves others, ends, and leaves no resource behind.
    func end() async throws {
        try await answers(to: [#"{"method":"org.varlink.service.GetInfo"}"#, #"{"method":"io.holdfast.Panel.Status"}"#])
        await EventLoop.panel.settle()
        try require(server.connectionCount == 0, "\(server.connectionCount) connections of clients that have gone")
        server.stop()
        engine.stop()
        service.engine = nil
        lock?.stop()
        try await advance(.milliseconds(1))
        try require(board.heldRequests == 0, "lines are still held")
        try require(clock.nextDeadline == nil, "a timer is left")
    }
}

/// The lock's clocks, in virtual time.
@PanelActor
private final class FuzzClock: LockClock {
    private let scheduler: VirtualScheduler

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    var boottime: BoottimeInstant { BoottimeInstant(nanoseconds: scheduler.now.nanoseconds) }

    var local: LocalMoment? {
        LocalMoment(localSeconds: 1_704_067_200 + scheduler.now.nanoseconds / 1_000_000_000, isSynchronized: true)
    }
}
