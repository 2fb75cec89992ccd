import Configuration
import ControlModel
import EventLoop
import Foundation
import MonotonicTime
import Panel
import PanelScripts
import SimulatedGPIO
import SimulatedPanel
import Store
import TestSupport
import Testing

/// A household with its panel, whose store is on the disk and has the full trail of earlier years.
@PanelActor
final class Household {
    /// An action of a resident at the panel.
    enum Action: String, CaseIterable {
        /// Hold the button of a toggle that is off after a start.
        case hold
        /// Hold the button of a toggle with `restore: last`.
        case restored
        /// Hold the button of a timer, which ends by itself.
        case timer
        /// Hold the button of a guarded control, and type the PIN; the panel locks itself later.
        case guarded
        /// Hold the button of a guarded control, and go away.
        case abandoned
        /// Type a wrong PIN, an attempt that the pad regains six hours later.
        case wrongPIN = "wrong PIN"
        /// Tap a button, which shows a hint.
        case tap
    }

    static let yaml = """
        name: Home
        domain: org.example.test
        board: simulated
        authentication: {auto_lock: 60s, pending: 15s}
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          porch: {title: Porch, toggle: {line: GPIO23, restore: last}}
          egg: {title: Egg, toggle: {timer: 5m}}
          door: {title: Front Door, button: {pulse: GPIO24, for: 3s}, authentication: required, status: Open}
        buttons:
          lamp: {line: GPIO17, hold: lamp}
          porch: {line: GPIO27, hold: porch}
          egg: {line: GPIO22, hold: egg}
          door: {line: GPIO10, hold: door}
        lights:
          lamp: {line: GPIO26, shows: lamp}
          door: {line: GPIO25, shows: door}
        keypad: {rows: [GPIO5, GPIO6, GPIO13, GPIO19], columns: [GPIO16, GPIO20, GPIO21], keys: ["123", "456", "789", "*0#"]}
        display: {device: /dev/lcd, columns: 16, rows: 2}
        """

    private static let buttons = ["GPIO17", "GPIO27", "GPIO22", "GPIO10"]

    /// The actions of a day but the last one, which differs from day to day.
    private static let usual: [Action] =
        Array(repeating: .hold, count: 9) + Array(repeating: .restored, count: 6) + Array(repeating: .timer, count: 2)
        + Array(repeating: .guarded, count: 5) + Array(repeating: .tap, count: 7)

    /// The writes of one kind of action.
    struct Record {
        var times = 0
        /// The most that one of these actions has caused.
        var most = DiskTally.Writes()

        mutating func add(_ writes: DiskTally.Writes) {
            times += 1
            most = most.maximum(writes)
        }
    }

    let panel: TestPanel
    /// The size of the store's file when its trail became full, in bytes.
    let filledSize: Int
    /// The writes of each kind of action.
    private(set) var records: [Action: Record] = [:]
    /// The times between actions in which the panel has written.
    private(set) var quietWrites = Record()
    private let folder: StoreFolder
    private let tally: DiskTally
    private let pads: SimulatedPads
    private let display = PanelRecord()
    private var random = SplitMix64(seed: 1)

    /// - Parameter auditLimit: The greatest number of entries about controls in the trail.
    init(auditLimit: Int) async throws {
        let clock = VirtualScheduler()
        let lock = try TestLock(clock, .disk, autoLock: .seconds(60), auditLimit: auditLimit, countsOnDisk: true)
        folder = try #require(lock.folder)
        try await lock.enrol("alice", TestPanel.digits)
        try Self.fillTrail(of: lock.store, controls: auditLimit, at: TestLockClock(clock).moment)
        var filledSize = 0
        try lock.reopen { filledSize = try Self.size(of: $0) }
        self.filledSize = filledSize
        let wallClock = TestLockClock(clock)
        let memory = PanelMemory(lock.store, scheduler: clock) { wallClock.moment }
        panel = try TestPanel(
            Self.yaml, localClock: FakeClock(hour: 0, clock), display: display, clock: clock, lock: lock,
            layout: TestLayout(memory))
        pads = SimulatedPads(panel.board, scheduler: clock)
        tally = DiskTally(folder, lock.counter)
        try panel.read(Self.yaml)
        await panel.settle()
    }

    /// Fills the trail up to its bounds with entries of earlier residents.
    private static func fillTrail(of store: PanelStore, controls: Int, at moment: StoredMoment) throws {
        try store.perform { () throws(StoreError) in
            for number in 0..<controls {
                let who = "resident \(number % 8)"
                store.appendAudit(
                    AuditEntry(
                        moment: moment, who: who, what: "perform", subject: "org.example.test.door", outcome: "done"))
                guard number.isMultiple(of: 2) else { continue }
                store.appendAudit(
                    AuditEntry(
                        moment: moment, who: who, what: "unlock", subject: "panel", outcome: "done", isOfLock: true))
            }
        }
        try store.flush()
    }

    // MARK: The store

    /// The writes so far.
    var writes: DiskTally.Count { tally.count }

    /// The sizes of the database and of its write-ahead log, in bytes.
    var sizes: (database: Int, log: Int) {
        get throws { (try Self.size(of: folder.file), try Self.size(of: folder.file + "-wal")) }
    }

    private static func size(of file: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        return try #require(attributes[.size] as? NSNumber).intValue
    }

    /// The entries of the trail: those about controls, and those about the lock.
    func countTrail() async throws -> (controls: Int, lock: Int) {
        var (controls, lock, last) = (0, 0, Int64(0))
        while true {
            var answer: Result<[AuditRecord], StoreError>?
            panel.store.readAudit(after: last, limit: 1_000) { answer = $0 }
            await EventLoop.panel.settle()
            let records = try #require(answer).get()
            guard let newest = records.last else { return (controls, lock) }
            last = newest.number
            controls += records.count { !$0.entry.isOfLock }
            lock += records.count { $0.entry.isOfLock }
        }
    }

    // MARK: Days

    /// Lives a day with thirty actions, half an hour apart, from six o'clock on.
    ///
    /// - Parameter evening: The day's last action.
    func liveDay(evening: Action) async throws {
        let midnight = panel.clock.now
        for (index, action) in (Self.usual.shuffled(using: &random) + [evening]).enumerated() {
            let minutes = 6 * 60 + 30 * Int64(index) + random.number(in: 0...20)
            await rest(until: midnight.advanced(by: .seconds(60 * minutes)))
            let before = tally.count
            try await perform(action)
            records[action, default: Record()].add((tally.count - before).ofChanges)
        }
        await end(dayOf: midnight)
    }

    /// Reads the panel's file again, as at SIGHUP: another engine takes the place of the panel's.
    func reload() async throws {
        try panel.read(Self.yaml)
        await panel.settle()
        panel.forget()
    }

    /// Lets a day pass on which the household is away.
    func stayAway() async {
        await end(dayOf: panel.clock.now)
    }

    private func end(dayOf midnight: MonotonicInstant) async {
        await rest(until: midnight.advanced(by: .seconds(86_400)))
        // The test's own notes.
        panel.forget()
        display.lines = []
    }

    private func rest(until instant: MonotonicInstant) async {
        let before = tally.count
        await panel.clock.advance(to: instant) { await EventLoop.panel.settle() }
        let writes = tally.count - before
        if writes.total.calls > 0 { quietWrites.add(writes.ofChanges) }
    }

    /// Ends the household, whose panel leaves nothing behind.
    func end() async {
        tally.stop()
        await panel.stop()
    }

    // MARK: Actions

    /// Performs an action, and waits for the end of its effects.
    private func perform(_ action: Action) async throws {
        switch action {
        case .hold: try await toggle("GPIO18", by: "GPIO17")
        case .restored: try await toggle("GPIO23", by: "GPIO27")
        case .timer:
            try await panel.hold("GPIO22")
            #expect(panel.engine.snapshot(of: "egg")?.isOn == true)
            await panel.advance(.seconds(5 * 60))
            #expect(panel.engine.snapshot(of: "egg")?.isOn == false)
        case .guarded:
            try await panel.hold("GPIO10")
            #expect(try !panel.board.isActive("GPIO24"))
            try await type(TestPanel.digits)
            #expect(try panel.board.isActive("GPIO24"))
            #expect(panel.engine.isUnlocked)
            await panel.advance(.seconds(70))
            #expect(try !panel.board.isActive("GPIO24"))
            #expect(!panel.engine.isUnlocked)
        case .abandoned:
            try await panel.hold("GPIO10")
            await panel.advance(.seconds(20))
            #expect(try !panel.board.isActive("GPIO24"))
        case .wrongPIN:
            let before = panel.events.count { $0 == .wrongPIN }
            try await type("9\(random.number(in: 10_000...99_999))")
            #expect(panel.events.count { $0 == .wrongPIN } == before + 1)
        case .tap:
            let button = Self.buttons[Int(random.next() % UInt64(Self.buttons.count))]
            try await panel.hold(button, for: .milliseconds(100))
            #expect(panel.engine.hint != nil)
        }
        await panel.advance(.seconds(10))
    }

    private func toggle(_ output: String, by button: String) async throws {
        let wasActive = try panel.board.isActive(output)
        try await panel.hold(button)
        #expect(try panel.board.isActive(output) != wasActive)
    }

    private func type(_ digits: String) async throws {
        let keypad = try #require(panel.description.keypads.first)
        for key in digits + "#" {
            for isDown in [true, false] {
                try pads.move(String(key), of: keypad, isDown: isDown)
                await panel.advance(.milliseconds(100))
            }
        }
    }
}
