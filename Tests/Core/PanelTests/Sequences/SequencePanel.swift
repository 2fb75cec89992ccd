import ControlModel
import EventLoop
import GPIO
import LocalAPI
import SimulatedGPIO
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
    static let program = Requester.program(session: nil, actor: .program(user: 1_000))
    static let unlockedProgram = Requester.programWithPIN(actor: .program(user: 1_000))
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

    let panel: TestPanel
    private let log = SequenceLog()

    var fake: FakeExtension { panel.fake }
    /// Writes the store; the disk can stall.
    var disk: StallingWorker { panel.disk }
    var engine: PanelEngine { panel.engine }

    init() async throws {
        let clock = VirtualScheduler()
        let fake = FakeExtension(kinds: [Self.bell, Self.ring])
        // The text of an entry is read later; here is its place in the sequence.
        let lock = try TestLock(clock, .trail, autoLock: .seconds(60)) { [log] in log.addAudit($0, at: clock.now) }
        panel = try TestPanel(Self.yaml, extensions: ["fake": fake], clock: clock, lock: lock, fake: fake)
        try await panel.enrol("Ada", Self.pin)
        record(FakeExtension.button(Self.bell))
        try await panel.start()
        await panel.advance(.seconds(1))
        watch()
        log.clear(at: clock.now)
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
                let gesture = notice.event == .gesture ? notice.text.map { " \($0)" } ?? "" : ""
                log.add(
                    "notice", "\(notice.event.rawValue) \(notice.name ?? notice.text ?? "")\(gesture)", at: clock.now)
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
        await panel.unlock(digits)
    }

    func perform(_ control: String, isOn: Bool? = nil, by requester: Requester = .panel, label: String) async {
        step("\(label) performs \(control)\(isOn.map { $0 ? " on" : " off" } ?? "")")
        let (log, clock) = (log, panel.clock)
        _ = engine.perform(control, isOn: isOn, answers: [:], by: panel.asking(requester)) { outcome in
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
        panel.lock.stop()
        await panel.settle()
        let trail = try await panel.locking.numberedTrail()
        await panel.stop()
        return log.text(trail: trail)
    }
}
