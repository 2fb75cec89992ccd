import Authentication
import ControlModel
import EventLoop
import Glibc
import LocalAPI
import MonotonicTime
import SimulatedGPIO
import Store
import Testing

@testable import Panel

/// The audit trail's entries for actions at the panel and by programs.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct AuditLogTests {
    private let door = "org.example.test.door"
    private let gate = "org.example.test.gate"
    private let alarm = "org.example.test.alarm"
    private let program = "program of user \(geteuid())"

    private func makePanel() async throws -> TestPanel {
        let panel = try TestPanel.stored()
        await panel.add("Ada", "271828", "owner")
        return panel
    }

    /// The entries since the panel was made.
    private func trail(_ panel: TestPanel) async throws -> [String] {
        let trail = try await panel.trail()
        #expect(trail.first == "\(program) | enrol | Ada | done")
        for line in trail { #expect(!line.contains("271828") && !line.contains("50001")) }
        return Array(trail.dropFirst())
    }

    @Test(
        "at the panel, PINs, guarded controls and the lock are written with their person; unguarded controls are not")
    func atThePanel() async throws {
        let panel = try await makePanel()
        panel.engine.perform("lamp")
        panel.engine.perform("door")
        await panel.unlock("500010")
        await panel.unlock("271828")
        await panel.advance(.seconds(4))
        for control in ["gate", "gate", "door", "door"] {
            panel.engine.perform(control)
            await panel.settle()
        }
        panel.engine.perform("shut")
        await panel.unlock("271828")
        await panel.advance(.seconds(61))
        try await panel.hold("GPIO27", for: .milliseconds(700))
        #expect(
            try await trail(panel) == [
                "panel | perform | \(door) | waiting",
                "panel | unlock | panel | wrong", "Ada | unlock | panel | done", "Ada | perform | \(door) | done",
                "Ada | perform | \(gate) | done | on", "Ada | perform | \(gate) | done | off",
                "Ada | perform | \(door) | done", "Ada | perform | \(door) | done",
                "Ada | lock | panel | done", "Ada | unlock | panel | done", "itself | lock | panel | done",
                "trusted button | perform | \(door) | done",
            ])
        await panel.stop()
    }

    @Test("an answer of somebody else than the performance's person has an entry of its own")
    func confirmed() async throws {
        let bell = "org.example.fake.bell"
        for answerer in ["Ada", "Bob"] {
            let panel = try await makePanel()
            await panel.add("Bob", "314159", "owner")
            panel.fake.evaluate = { _ in
                .success(FakeExtension.button(bell, authentication: .requiresAuthentication))
            }
            panel.engine.reload(bell)
            await panel.settle()
            panel.fake.holdsPerformances = true
            func asking(_ name: String) -> Requester {
                panel.asking(.programWithPIN(actor: .person(name, at: .remote)))
            }
            _ = panel.engine.perform(bell, isOn: nil, answers: [:], by: asking("Ada"), completion: nil)
            await panel.settle()
            let performance = try #require(panel.fake.performances.last?.performance)
            var answers: [Bool] = []
            _ = panel.engine.executor.performances.ask(performance, dialog: "Really?") { answers.append($0) }
            panel.engine.executor.performances.answer(bell, isConfirmed: true, by: asking(answerer)) { _ in }
            await panel.settle()
            #expect(answers == [true])
            panel.fake.finishPerforming()
            await panel.settle()
            let expected = ["Bob | perform | \(bell) | confirmed", "Ada | perform | \(bell) | done"]
            #expect(try await trail(panel).suffix(from: 1) == expected.suffix(answerer == "Bob" ? 2 : 1))
            await panel.stop()
        }
    }

    @Test("a reader of a full trail takes an entry that its outcome has replaced for no lost one")
    func replaced() async throws {
        let store = PanelStore.inMemory(auditLimit: 4)
        let log = AuditLog(store) {
            StoredMoment(wall: StoredTime(milliseconds: 0, isSynchronized: true), bootID: "boot", boottime: 0)
        }
        let reading = log.read(from: .oldest, follows: true)
        var (records, others): (Int, [AuditReading.Step]) = (0, [])
        func read() async {
            while true {
                switch reading.next() {
                case .record: records += 1
                case .wait where !reading.isReading: return
                case .wait: await EventLoop.panel.settle()
                case let step: others.append(step)
                }
            }
        }
        for _ in 0..<10 {
            log.ask(by: .program(user: 0), of: "door") { result in
                log.note(.perform, by: .program(user: 0), of: "door", .done, replacing: [(try? result.get()) ?? 0])
            }
            await EventLoop.panel.settle()
            await read()
        }
        #expect(records == 10 && others == [], "\(others)")
        try store.close()
    }

    @Test("a lockout's beginning and end, and its end by hand, are written to the trail")
    func lockout() async throws {
        let panel = try await makePanel()
        for number in 0..<5 { await panel.unlock("50001\(number)") }
        for _ in 0..<9 { await panel.unlock("271828") }
        await panel.advance(.seconds(61))
        await panel.unlock("500019")
        await panel.call(PanelInterface.EndLockout.method, PanelInterface.EndLockout.Parameters(code: nil))
        let wrong = "panel | unlock | panel | wrong"
        #expect(
            try await trail(panel) == [
                wrong, wrong, wrong, wrong, wrong, "panel | lockout | pad | began", "itself | lockout | pad | ended",
                wrong, "panel | lockout | pad | began", "\(program) | end-lockout | done",
            ])
        await panel.stop()
    }

    @Test(
        "a program's entries have its user, or its person after a PIN; entries about people and codes contain no PIN"
    )
    func programs() async throws {
        let panel = try await makePanel()
        let perform = PanelInterface.Perform.Parameters(control: "door")
        await panel.call(PanelInterface.Perform.method, perform)
        await panel.call(PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: "500010"))
        await panel.call(PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: "271828"))
        await panel.call(PanelInterface.Perform.method, perform)
        await panel.call(PanelInterface.Lock.method)
        await panel.add("Bob", "500010")
        await panel.add("Bob", "271828")
        await panel.add("Eve", "123456")
        await panel.call(PanelInterface.RemovePerson.method, PanelInterface.RemovePerson.Parameters(name: "Bob"))
        await panel.call(PanelInterface.MakeRecoveryCode.method)
        let code = String(repeating: "0", count: RecoveryCode.length)
        await panel.call(PanelInterface.EndLockout.method, PanelInterface.EndLockout.Parameters(code: code))
        let connection = try #require(
            try await trail(panel).lazy.compactMap { $0.split(separator: " | ") }
                .first { $0[1] == "unlock" }?[2])
        #expect(connection.hasPrefix("connection "))
        #expect(
            try await trail(panel) == [
                "\(program) | perform | \(door) | refused | it needs a PIN",
                "\(program) | unlock | \(connection) | wrong", "Ada | unlock | \(connection) | done",
                "Ada | perform | \(door) | done", "Ada | enrol | Bob | done",
                "Ada | enrol | Bob | refused | somebody has that name; to change a PIN, remove the person first: "
                    + "holdfast pin remove",
                "Ada | enrol | Eve | refused | this PIN cannot be used", "Ada | remove | Bob | done",
                "Ada | make-recovery-code | done", "Ada | end-lockout | wrong",
            ])
        await panel.stop()
    }

    @Test("a written backup, a failed backup and a restored backup are written to the trail")
    func backups() async throws {
        let panel = try await makePanel()
        let passphrase = "correct horse battery"
        await panel.call(PanelInterface.BackUp.method, PanelInterface.BackUp.Parameters(passphrase: "short", file: ""))
        let backup: String = try await withCheckedThrowingContinuation { continuation in
            panel.client.call(PanelInterface.BackUp.self, .init(passphrase: passphrase, file: "")) { result in
                continuation.resume(with: result.map(\.value.backup))
            }
        }
        await panel.call(
            PanelInterface.Restore.method,
            PanelInterface.Restore.Parameters(backup: backup, passphrase: passphrase))
        let entries = try await trail(panel)
        #expect(entries.count == 3)
        #expect(entries.first?.hasPrefix("\(program) | back-up | failed | ") == true)
        #expect(entries.dropFirst() == ["\(program) | back-up | done", "\(program) | restore | done"])
        for entry in entries { #expect(!entry.contains("short") && !entry.contains(passphrase)) }
        await panel.stop()
    }

    @Test("A3 a private toggle's entries are the same in both directions, whichever direction is free")
    func privateState() async throws {
        let panel = try await makePanel()
        panel.engine.perform("alarm")
        await panel.unlock("271828")
        for _ in 1...2 {
            panel.engine.perform("alarm")
            await panel.settle()
        }
        panel.engine.performOverride = { _ in .fail("the siren is on") }
        panel.engine.perform("alarm")
        await panel.settle()
        let entries = try await trail(panel)
        #expect(
            entries.removing("Ada | unlock | panel | done") == [
                "panel | perform | \(alarm) | done", "Ada | perform | \(alarm) | done",
                "Ada | perform | \(alarm) | done",
                "Ada | perform | \(alarm) | failed | the reason is private",
            ])
        await panel.stop()
    }

    @Test("that a private toggle waits for a PIN is written where both directions need one, and tells no direction")
    func privateWaiting() async throws {
        let safe = "  safe: {title: Safe, toggle: {line: GPIO13}, authentication: required, privacy: state}\n"
        let panel = try TestPanel.stored(SamplePanel.guarded.replacing("  evening:", with: safe + "  evening:"))
        await panel.add("Ada", "271828", "owner")
        panel.engine.perform("safe")
        for _ in 1...2 {
            panel.engine.perform("alarm")
            await panel.settle()
        }
        #expect(
            try await trail(panel) == [
                "panel | perform | org.example.test.safe | waiting",
                "panel | perform | \(alarm) | done",
                "panel | perform | \(alarm) | refused | the reason is private",
            ])
        await panel.stop()
    }

    @Test(
        "a scene's entry has its settings, a failure has its reason, and a performance cut off by a stop is written too"
    )
    func scenesAndFailures() async throws {
        let panel = try await makePanel()
        await panel.unlock("271828")
        panel.engine.perform("evening")
        await panel.settle()
        panel.engine.performOverride = { _ in .fail("no voltage") }
        panel.engine.perform("door")
        await panel.settle()
        panel.engine.performOverride = { _ in .delay(.seconds(5)) }
        panel.engine.perform("gate")
        await panel.settle()
        panel.engine.perform("gate")
        panel.engine.stop()
        #expect(
            try await trail(panel) == [
                "Ada | unlock | panel | done", "Ada | perform | \(gate) | done | on",
                "Ada | perform | org.example.test.evening | done", "Ada | perform | \(door) | failed | no voltage",
                "Ada | perform | \(gate) | refused | still running",
                "Ada | perform | \(gate) | failed | off: the panel stopped; whether it was done is not known",
            ])
        await panel.stop()
    }

    @Test("an extension's guarded intents are written if they run by a control, by name, or after another intent")
    func intents() async throws {
        let panel = try await makePanel()
        let bell = "org.example.fake.bell"
        let evaluation = FakeExtension.button(bell, authentication: .requiresAuthentication)
        let next = IntentReference(type: "Ring", title: "Ring", authentication: .requiresAuthentication)
        panel.fake.evaluate = { _ in .success(evaluation) }
        panel.fake.reply = { request in
            .success(request.kind == nil ? PerformReply() : PerformReply(next: next, evaluation: evaluation))
        }
        panel.engine.reloadAll()
        await panel.advance(.seconds(1))
        panel.engine.perform(bell)
        await panel.call(PanelInterface.Run.method, PanelInterface.Run.Parameters(intent: "Push"))
        await panel.unlock("271828")
        panel.engine.perform(bell)
        await panel.settle()
        _ = panel.engine.executor.intents.run(intent: "Push") { _ in }
        await panel.settle()
        let pushed = "Ada | perform | \(bell) | done"
        #expect(
            try await trail(panel) == [
                "panel | perform | \(bell) | waiting",
                "\(program) | perform | fake/Push | refused | it needs a PIN",
                "Ada | unlock | panel | done", pushed, "Ada | perform | fake/Ring | done", pushed,
                "Ada | perform | fake/Ring | done", "Ada | perform | fake/Push | done",
            ])
        await panel.stop()
    }

    @Test(
        "while the trail cannot be written, guarded controls are refused, free and trusted ones work, and later all work"
    )
    func unwritable() async throws {
        let panel = try await makePanel()
        await panel.unlock("271828")
        panel.counter.fail(true)
        try panel.store.setSecret([1], for: "other")
        await panel.settle()
        #expect(panel.store.failure != nil)
        var outcomes: [String?] = []
        func perform(_ control: String) async {
            panel.engine.perform(control) { outcomes.append($0.failure) }
            await panel.settle()
        }
        let refusal = "it must be logged, but the log cannot be written"
        await perform("door")
        await perform("lamp")
        await perform("gate")
        await perform("evening")
        #expect(outcomes == [refusal, nil, refusal, refusal])
        #expect(panel.engine.pendingControl == nil, "no PIN would help")
        #expect(try !panel.board.isActive("GPIO23") && panel.board.isActive("GPIO18"))
        // The trusted button still opens the door: no person is accountable for that.
        try await panel.hold("GPIO27", for: .milliseconds(700))
        #expect(try panel.board.isActive("GPIO23"))
        await panel.advance(.seconds(4))

        panel.counter.fail(false)
        outcomes = []
        // The refusal is the first entry.
        await perform("door")
        await perform("door")
        #expect(outcomes == [refusal, nil])
        #expect(
            try await trail(panel).suffix(3) == [
                "trusted button | perform | \(door) | done", "Ada | perform | \(door) | refused | \(refusal)",
                "Ada | perform | \(door) | done",
            ])
        await panel.stop()
    }
}

extension [String] {
    fileprivate func removing(_ line: String) -> [String] { filter { $0 != line } }
}
