import Authentication
import Configuration
import ControlModel
import EventLoop
import Foundation
import GPIO
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import Store
import TestSupport
import Testing

@testable import Panel

/// A panel whose effects are recorded as one sequence: edges of lines, events as each viewpoint receives them, notices to
/// programs, entries of the audit trail, calls to the extension, and outcomes of requests.
///
/// Panel scripts show what people see. The order of these effects among one another is visible here alone.
@PanelActor
final class SequencePanel {
    static let pin = "271828"
    static let program = Requester.program(isUnlocked: false, actor: .program(user: 1_000))
    static let unlockedProgram = Requester.program(isUnlocked: true, actor: .program(user: 1_000))
    static let bell = "org.example.fake.bell"
    static let ring = "org.example.fake.ring"

    static let yaml = """
        name: Test
        domain: org.example.test
        board: simulated
        authentication: {auto_lock: 60s, pending: 15s}
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO2}}
          relay: {title: Relay, toggle: {line: GPIO3}, interlock: [pump]}
          pump: {title: Pump, toggle: {line: GPIO4}, interlock: [relay]}
          door: {title: Door, button: {pulse: GPIO5, for: 3s}, authentication: required, status: Open}
          gate: {title: Gate, toggle: {line: GPIO6}, authentication_turn_on: required}
          alarm: {title: Alarm, toggle: {line: GPIO7}, authentication_turn_off: required, privacy: state}
          evening: {title: Evening, button: {set: {lamp: true, gate: true}}}
          fan: {title: Fan, toggle: {timer: 10s, done: {set: {lamp: false}}}}
          look: {title: Look, button: {open: history}}
          shut: {title: Shut, button: lock}
        opened:
          history: {set: {lamp: true}}
        buttons:
          action: {line: GPIO17, hold: lamp}
          side: {line: GPIO27, hold: door}
          exit: {line: GPIO22, hold: door, trusted: true}
          bell: {line: GPIO23, hold: org.example.fake.bell}
          ring: {line: GPIO24, hold: org.example.fake.ring}
        lights:
          lamp: {line: GPIO8, shows: lamp}
          door: {line: GPIO9, shows: door}
          alarm: {line: GPIO10, shows: alarm}
          ring: {line: GPIO11, shows: org.example.fake.ring}
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO12, GPIO13], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}

        """

    private static let worker = Worker()

    let fake = FakeExtension(kinds: [bell, ring])
    /// Writes the store; the disk can stall.
    let disk = StallingWorker()
    let panel: TestPanel
    let lock: PanelLock
    private let store: PanelStore
    private let folder: String
    private let log = SequenceLog()

    var engine: PanelEngine { panel.engine }

    init() async throws {
        let scheduler = VirtualScheduler()
        folder = NSTemporaryDirectory() + "holdfast-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        store = try PanelStore.open(
            path: folder + "/panel.sqlite", counter: FailingCounter(), worker: disk, scheduler: scheduler)
        let clock = SequenceClock(scheduler)
        let gatekeeper = Gatekeeper(
            memory: VolatileLockMemory(), key: .success(.random()), worker: Self.worker, newCost: .fixed(.cheapest),
            authority: Authority(autoLock: .seconds(60)), at: clock.boottime)
        // The trail asks for the time once for each entry: the place of the entry in the sequence.
        let audit = AuditLog(store) { [log] in
            log.addAudit(at: scheduler.now)
            return clock.moment
        }
        lock = PanelLock(gatekeeper, audit: audit, clock: clock, scheduler: scheduler)
        panel = try TestPanel(Self.yaml, extensions: ["fake": fake], clock: scheduler, lock: lock)
        try await enrolAda()
        record(FakeExtension.button(Self.bell))
        try engine.start()
        await panel.advance(.seconds(1))
        watch()
        log.clear(at: scheduler.now)
    }

    private func enrolAda() async throws {
        let entry = PINEntry()
        for digit in Self.pin { entry.append(digit.wholeNumberValue ?? -1) }
        let pin = entry.take()
        let result = await withCheckedContinuation { continuation in
            lock.gatekeeper.add(name: "Ada", role: .owner, pin: pin) { continuation.resume(returning: $0) }
        }
        _ = try result.get()
    }

    /// The bell answers with this evaluation; each call to the extension is recorded.
    private func record(_ evaluation: ControlEvaluation) {
        let (evaluate, reply) = (fake.evaluate, fake.reply)
        fake.evaluate = { [log, panel] request in
            log.add("ext", "evaluate \(request.kind)", at: panel.clock.now)
            return request.kind == Self.bell ? .success(evaluation) : evaluate(request)
        }
        fake.reply = { [log, panel] request in
            log.add("ext", "perform \(request.kind ?? request.intent)", at: panel.clock.now)
            return request.kind == Self.ring ? reply(request) : .success(PerformReply(evaluation: evaluation))
        }
    }

    private func watch() {
        let (log, clock) = (log, panel.clock)
        panel.board.outputChanged = { address, isActive in
            log.add("edge", "\(address.name ?? "?") \(isActive ? "active" : "inactive")", at: clock.now)
        }
        for (viewpoint, label) in [(Viewpoint.panel, "panel"), (.authenticated, "owner"), (.anybody, "public")] {
            engine.observe(as: viewpoint) { [weak engine] event in
                log.add(label, SequenceLog.text(of: event), at: clock.now)
                guard viewpoint == .anybody, let engine,
                    let notice = PanelNotice(event, on: engine, as: viewpoint)
                else { return }
                log.add("notice", "\(notice.event.rawValue) \(notice.name ?? notice.text ?? "")", at: clock.now)
            }
        }
    }

    // MARK: Steps of a scenario

    /// Writes a step of the scenario into the sequence.
    private func step(_ text: String) { log.add("——", text, at: panel.clock.now) }

    func advance(_ duration: Duration) async {
        step("advance \(duration)")
        await panel.advance(duration)
    }

    func hold(_ line: String, for duration: Duration = .milliseconds(600)) async throws {
        step("hold \(line)")
        try await panel.hold(line, for: duration)
    }

    func tap(_ line: String) async throws {
        step("tap \(line)")
        try await panel.hold(line, for: .milliseconds(100))
        await panel.advance(.milliseconds(400))
    }

    func type(_ digits: String = pin) async {
        step(digits == Self.pin ? "the right PIN" : "a wrong PIN")
        lock.enter(digits)
        await panel.advance(.zero)
    }

    func perform(_ control: String, isOn: Bool? = nil, by requester: Requester = .panel, label: String) async {
        step("\(label) performs \(control)\(isOn.map { $0 ? " on" : " off" } ?? "")")
        let (log, clock) = (log, panel.clock)
        _ = engine.perform(control, isOn: isOn, answers: [:], by: requester) { outcome in
            let text = outcome.failure.map { "\(outcome.isRefused ? "refused" : "failed"): \($0)" } ?? "performed"
            log.add("answer", "\(control) \(text)", at: clock.now)
        }
        await panel.advance(.zero)
    }

    /// The extension asks people to confirm its running performance.
    func askToConfirm() throws {
        step("the extension asks for a confirmation")
        let (log, clock) = (log, panel.clock)
        let name = try #require(fake.performances.last?.performance)
        _ = engine.services.confirm(performance: name, dialog: "Really?") { answer in
            log.add("ext", "answer \(answer)", at: clock.now)
        }
    }

    /// Extensions let their performances end.
    func finishPerforming() async {
        step("the extension replies")
        fake.finishPerforming()
        await panel.advance(.zero)
    }

    func lose() async {
        step("the extension is lost")
        fake.vanished?()
        await panel.advance(.zero)
    }

    func come() async {
        step("the extension comes back")
        fake.appeared?()
        await panel.advance(.zero)
    }

    /// Ends the panel; returns the sequence, one effect a line.
    func end() async throws -> String {
        engine.stop()
        lock.stop()
        let trail = try await trail()
        try store.close()
        await panel.advance(.zero)
        await panel.expectNothingLeft()
        try FileManager.default.removeItem(atPath: folder)
        return log.text(trail: trail)
    }

    private func trail() async throws -> [String] {
        await panel.advance(.zero)
        var answer: Result<[AuditRecord], StoreError>?
        store.readAudit(after: 0, limit: 1_000) { answer = $0 }
        await panel.advance(.zero)
        return try #require(answer).get().map(\.entry).map { entry in
            [entry.who, entry.what, entry.subject, entry.outcome, entry.detail].compactMap(\.self)
                .joined(separator: " | ")
        }
    }
}

/// The lock's clocks by a test's time; the wall clock is right.
@PanelActor
private final class SequenceClock: LockClock {
    private let scheduler: VirtualScheduler

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    var boottime: BoottimeInstant { BoottimeInstant(nanoseconds: scheduler.now.nanoseconds) }

    var local: LocalMoment? { LocalMoment(localSeconds: moment.wall.milliseconds / 1_000, isSynchronized: true) }

    var moment: StoredMoment {
        StoredMoment(
            wall: StoredTime(
                milliseconds: 1_704_067_200_000 + boottime.nanoseconds / 1_000_000, isSynchronized: true),
            bootID: "boot", boottime: boottime.nanoseconds)
    }
}
