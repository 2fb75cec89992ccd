import Authentication
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime
import Store
import Testing

@testable import Panel

/// A client cannot push entries out of the trail by repeating permitted or refused actions.
@PanelActor
@Suite("attack: washing out the trail", .timeLimit(.minutes(5)))
struct AuditBudgetTests {
    private static let stranger = Requester.program(session: nil, actor: .program(user: 1_000))
    private static let limit = 100

    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          door: {title: Door, button: {pulse: GPIO23, for: 1s}, authentication: required}
          gate: {title: Gate, toggle: {line: GPIO12}, authentication_turn_on: required}
          alarm: {title: Alarm, toggle: {line: GPIO26}, authentication_turn_off: required, privacy: state}
          morning: {title: Morning, button: {set: {gate: false}}}
        buttons:
          action: {line: GPIO17, hold: door}
        keypad: {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}
        """

    /// A panel that Ada has unlocked once, which is an entry of the trail.
    private func makePanel() async throws -> TestPanel {
        let panel = try TestPanel.stored(Self.yaml, auditLimit: Self.limit)
        await panel.add("Ada", "271828", "owner")
        await panel.unlock("271828")
        panel.engine.lockPanel()
        await panel.settle()
        return panel
    }

    /// An unguarded action of a control whose other direction is guarded.
    enum FreeAction: CaseIterable {
        case direction, privateDirection, scene, failing

        var control: String {
            switch self {
            case .direction, .failing: "gate"
            case .privateDirection: "alarm"
            case .scene: "morning"
            }
        }

        var isOn: Bool? {
            switch self {
            case .direction, .failing: false
            case .privateDirection: true
            case .scene: nil
            }
        }
    }

    @Test(
        "the unguarded direction of a half-guarded control is counted instead of written after a limit",
        arguments: FreeAction.allCases)
    func free(action: FreeAction) async throws {
        let panel = try await makePanel()
        if action == .failing { panel.engine.performOverride = { _ in .fail("it sticks") } }
        var ends = 0
        for requester in [Self.stranger, .panel] {
            for _ in 0..<(10 * Self.limit) {
                _ = panel.engine.perform(action.control, isOn: action.isOn, answers: [:], by: requester) { _ in
                    ends += 1
                }
            }
        }
        await panel.settle()
        #expect(ends == 20 * Self.limit)
        panel.engine.performOverride = nil
        await panel.unlock("271828")
        panel.engine.perform("door")
        await panel.settle()
        let trail = try await panel.trail()
        #expect(trail.count == 5 + 2 * RefusalBudget.capacity)
        #expect(trail.filter { $0 == "Ada | unlock | panel | done" }.count == 2)
        #expect(trail.last == "Ada | perform | org.example.test.door | done")
        // Once there is room again, an entry gives the number of omitted entries.
        await panel.advance(.seconds(60))
        _ = panel.engine.perform(action.control, isOn: action.isOn, answers: [:], by: Self.stranger) { _ in }
        await panel.settle()
        let omitted = 10 * Self.limit - RefusalBudget.capacity
        #expect(try await panel.trail().last?.hasSuffix("and \(omitted) more before it, not written down") == true)
        await panel.stop()
    }

    /// Requesters who may perform both directions of a private toggle, with their names in the trail after the limit is
    /// reached.
    private nonisolated static let both: [(Requester, String?)] = [
        (.panel, "Ada"), (.trusted, "trusted button"),
        (.programWithPIN(actor: .person("Bob", at: .pad)), "Bob"), (.itself, nil),
    ]

    @Test(
        "A3 for a private toggle the trail has both directions of a permitted requester, or neither", arguments: both
    )
    private func privateState(requester: Requester, who: String?) async throws {
        let panel = try await makePanel()
        for _ in 0...RefusalBudget.capacity {
            _ = panel.engine.perform("alarm", isOn: true, answers: [:], by: .panel) { _ in }
        }
        await panel.unlock("271828")
        let before = try await panel.trail().count
        for isOn in [true, false, true, false] {
            _ = panel.engine.perform("alarm", isOn: isOn, answers: [:], by: panel.asking(requester)) { _ in }
            // The next performance is refused until the disk has completed a write.
            await panel.settle()
        }
        let entry = who.map { "\($0) | perform | org.example.test.alarm | done" }
        #expect(try await panel.trail().dropFirst(before) == Array(repeating: entry, count: 4).compactMap(\.self)[...])
        await panel.stop()
    }

    @Test(
        "one guest's performances of a guarded control push out no entry about people, unlocking, or other persons' actions"
    )
    func guest() async throws {
        let panel = try await makePanel()
        await panel.add("Rob", "582047", "guest")
        await panel.unlock("271828")
        panel.engine.perform("door")
        await panel.advance(.seconds(2))
        panel.engine.lockPanel()
        await panel.settle()
        let before = try await panel.trail()
        await panel.unlock("582047")
        for round in 0...(Self.limit + 50) {
            panel.engine.perform("gate", isOn: round.isMultiple(of: 2))
            await panel.settle()
        }
        let trail = try await panel.trail()
        #expect(Array(trail.prefix(before.count)) == before)
        #expect(trail[before.count] == "Rob | unlock | panel | done")
        #expect(trail.count { $0.hasPrefix("Rob | perform") } == Self.limit - 1, "beside Ada's one")
        await panel.stop()
    }

    /// A clock that the test sets.
    @PanelActor
    private final class Clock {
        var minutes: Int64 = 1_000

        var moment: StoredMoment {
            StoredMoment(
                wall: StoredTime(milliseconds: 0, isSynchronized: true), bootID: "boot",
                boottime: minutes * 60_000_000_000)
        }
    }

    @Test("wrong PINs are counted separately per source: a flood of performances hides no guessing, nor the reverse")
    func pins() async throws {
        let store = PanelStore.inMemory(auditLimit: 1_000)
        let clock = Clock()
        let log = AuditLog(store) { clock.moment }
        let program = AuditActor.program(user: 1)
        func entries() async -> [AuditEntry] {
            var records: [AuditRecord] = []
            store.readAudit(after: 0, limit: 1_000) { records = (try? $0.get()) ?? [] }
            await EventLoop.panel.settle()
            return records.map(\.entry)
        }
        for _ in 0..<1_000 { log.note(.perform, by: program, of: "door", .refused) }
        for _ in 0..<1_000 { log.note(.unlock, by: program, of: "connection", .wrong) }
        var before = await entries()
        #expect(before.count { $0.what == "unlock" } == RefusalBudget.capacity)
        #expect(before.count { $0.what == "perform" } == RefusalBudget.capacity)
        // The pad's own budget is still unused.
        log.note(.unlock, by: .panel, of: "panel", .wrong)
        log.note(.perform, by: .panel, of: "door", .refused)
        before = await entries()
        #expect(before.suffix(2).map(\.who) == ["panel", "panel"])
        clock.minutes += 1
        log.note(.unlock, by: program, of: "connection", .wrong)
        log.note(.perform, by: program, of: "door", .refused)
        #expect(
            await entries().dropFirst(before.count).map(\.detail) == [
                "and \(1_000 - RefusalBudget.capacity) PINs before it, not written down",
                "and \(1_000 - RefusalBudget.capacity) more before it, not written down",
            ])
    }

    @Test(
        "a flood of refused or free performances pushes no entry out of the trail and delays no entry of the pad",
        arguments: [false, true])
    func flood(isFree: Bool) async throws {
        let store = PanelStore.inMemory(auditLimit: 100)
        let clock = Clock()
        let log = AuditLog(store) { clock.moment }
        let program = AuditActor.program(user: 1)
        log.note(.unlock, by: .person("Ada", at: .pad), of: "panel", .done)
        let outcome = isFree ? AuditOutcome.done : .refused
        func note() { log.note(.perform, by: program, of: "door", outcome, detail: "off", isFree: isFree) }
        for _ in 0..<100_000 { note() }
        #expect(store.lastAuditNumber == 31)
        log.note(.unlock, by: .panel, of: "panel", .wrong)
        log.note(.perform, by: .person("Ada", at: .remote), of: "door", .done)
        clock.minutes += 1
        for _ in 0..<2 { note() }
        #expect(store.lastAuditNumber == 34)
        clock.minutes += 1_000
        for _ in 0..<100 { note() }
        #expect(store.lastAuditNumber == 64)
        var records: [AuditRecord] = []
        store.readAudit(after: 0, limit: 100) { records = (try? $0.get()) ?? [] }
        await EventLoop.panel.settle()
        #expect(records.first?.entry.who == "Ada")
        #expect(records[33].entry.detail == "off; and 99970 more before it, not written down")
        #expect(records[34].entry.detail == "off; and 1 more before it, not written down")
        #expect(records[35].entry.detail == "off")
    }
}
