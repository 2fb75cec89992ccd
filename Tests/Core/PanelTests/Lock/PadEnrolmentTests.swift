import Authentication
import EventLoop
import Indicators
import LocalAPI
import SimulatedGPIO
import Testing

@testable import Panel

/// Enrolling a person at the pad.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct PadEnrolmentTests {
    private static let yaml = """
        name: Test
        domain: org.example.test
        controls:
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: required}
        buttons:
          action: {line: GPIO17, hold: door}
        keypad: {rows: [GPIO19], columns: [GPIO20, GPIO21], keys: ["1#"]}
        authentication: {auto_lock: 30s}
        """
    private static let fresh = "904127"

    /// The events of an enrolment.
    @PanelActor
    private final class Told {
        var news: [PadEnrolment.News] = []
    }

    private func makePanel(isEnrolled: Bool = true) async throws -> TestPanel {
        let test = try await TestPanel.locked(Self.yaml, isEnrolled: isEnrolled)
        try await test.start()
        return test
    }

    private func begin(_ test: TestPanel, _ name: String = "jo", _ role: Role = .member) throws -> (
        Told, PadEnrolment
    ) {
        let told = Told()
        let enrolment = try test.engine.desk.enrolAtPad(
            name: name, role: role, validity: .always, by: .program(user: 0)
        ) { told.news.append($0) }
        return (told, enrolment)
    }

    private func names(_ test: TestPanel) -> [String] {
        (test.lock.gatekeeper.credentials?.people ?? []).map(\.person.name)
    }

    @Test("an owner's PIN and the new PIN, typed twice, enrol the person, who can then unlock")
    func enrols() async throws {
        let test = try await makePanel()
        let (told, _) = try begin(test)
        #expect(test.lock.enrolment?.step == .owner)
        await test.unlock()
        #expect(test.lock.enrolment?.step == .pin)
        await test.unlock(Self.fresh)
        await test.unlock(Self.fresh)
        #expect(
            told.news == [
                .asks(.owner, refusal: nil), .asks(.pin, refusal: nil), .asks(.again, refusal: nil), .done,
            ])
        #expect(names(test) == ["alice", "jo"])
        #expect(test.events.contains(.statusShown("jo has a PIN")))
        test.engine.lockPanel()
        #expect(!test.engine.isUnlocked)
        await test.unlock(Self.fresh)
        #expect(test.engine.isUnlocked)
        await test.stop()
    }

    @Test("the keys of the first person's enrolment are shown nowhere, and keys before it are")
    func hiddenKeys() async throws {
        let test = try await makePanel(isEnrolled: false)
        try await press(test)
        #expect(test.events.contains(.statusShown("Key 1: row 1, column 1")))
        await test.advance(.seconds(60))
        _ = try begin(test, "alice", .owner)
        let count = test.events.count
        try await press(test)
        #expect(
            !test.events.dropFirst(count).contains {
                if case .statusShown = $0 { true } else { false }
            })
        await test.stop()
    }

    /// Presses the key 1.
    private func press(_ test: TestPanel) async throws {
        // A key that is down at the panel's start counts as stuck.
        await test.advance(.milliseconds(100))
        try test.board.moveContact(between: "GPIO19", and: "GPIO20", isClosed: true)
        await test.advance(.milliseconds(100))
        try test.board.moveContact(between: "GPIO19", and: "GPIO20", isClosed: false)
        await test.advance(.milliseconds(200))
    }

    @Test("without enrolled people an enrolment begins with the new PIN")
    func first() async throws {
        let test = try await makePanel(isEnrolled: false)
        let (told, _) = try begin(test, "alice", .owner)
        await test.unlock(Self.fresh)
        await test.unlock(Self.fresh)
        #expect(told.news == [.asks(.pin, refusal: nil), .asks(.again, refusal: nil), .done])
        #expect(names(test) == ["alice"])
        await test.stop()
    }

    @Test("a member's, a duress or a guest's PIN begins no enrolment", arguments: [Role.member, .duress, .guest])
    func needsOwner(role: Role) async throws {
        let test = try await makePanel()
        try await test.enrol("bob", "830164", role)
        let (told, _) = try begin(test)
        await test.unlock("830164")
        #expect(told.news.last == .failed("it takes an owner's PIN"))
        #expect(test.lock.enrolment == nil)
        await test.unlock(Self.fresh)
        #expect(names(test) == ["alice", "bob"])
        await test.stop()
    }

    @Test("an unacceptable or differently repeated PIN is asked for again, with the same words for every reason")
    func asksAnew() async throws {
        let test = try await makePanel()
        let (told, _) = try begin(test)
        await test.unlock()
        var refusals: Set<String?> = []
        for pin in ["123456", "1111", "121212", "4444444444444"] {
            await test.unlock(pin)
            guard case .asks(.pin, let refusal) = told.news.last else {
                Issue.record("\(pin) is taken")
                continue
            }
            refusals.insert(refusal)
        }
        #expect(refusals == ["a PIN has 6 to 12 digits, and is not easy to guess"])
        await test.unlock(Self.fresh)
        await test.unlock("904128")
        #expect(told.news.last == .asks(.pin, refusal: "the two differ"))
        // Another person's PIN: the words do not say whose.
        await test.unlock(TestPanel.digits)
        await test.unlock(TestPanel.digits)
        #expect(told.news.last == .asks(.pin, refusal: "this PIN cannot be used; choose another"))
        await test.unlock(Self.fresh)
        await test.unlock(Self.fresh)
        #expect(told.news.last == .done)
        await test.stop()
    }

    @Test("two unavailable PINs end the enrolment, because their refusal reveals that they exist")
    func collisions() async throws {
        let test = try await makePanel()
        try await test.enrol("bob", "830164", .member)
        let (told, _) = try begin(test)
        await test.unlock()
        for pin in [TestPanel.digits, "830164"] {
            await test.unlock(pin)
            await test.unlock(pin)
        }
        #expect(told.news.last == .failed("two PINs could not be used"))
        #expect(test.lock.enrolment == nil)
        await test.stop()
    }

    @Test("the clear key erases the entry, and pressed again ends the enrolment; neither counts as a wrong PIN")
    func givesUp() async throws {
        let test = try await makePanel()
        let (told, _) = try begin(test)
        await test.unlock()
        test.lock.press(.digit(9), on: "")
        test.lock.press(.clear, on: "")
        #expect(test.lock.enrolment != nil)
        test.lock.press(.clear, on: "")
        #expect(told.news.last == .failed("it was given up at the pad"))
        #expect(test.lock.gatekeeper.lockout(of: .pad).stored.failuresInRow == 0)
        #expect(names(test) == ["alice"])
        await test.stop()
    }

    @Test("an owner's wrong PINs in an enrolment count like others, and their lockout ends it")
    func lockout() async throws {
        let test = try await makePanel()
        let (told, _) = try begin(test)
        for last in 0..<5 {
            #expect(test.lock.enrolment != nil)
            await test.unlock("73019\(last)")
        }
        #expect(told.news.last == .failed("too many PINs were wrong"))
        #expect(told.news.filter { $0 == .asks(.owner, refusal: "the PIN is wrong") }.count == 4)
        #expect(throws: PadEnrolmentRefusal.lockedOut) { try begin(test) }
        await test.stop()
    }

    @Test("a time limit, locking, the console's end, and the panel's end each end an enrolment")
    func ends() async throws {
        let test = try await makePanel()
        var (told, enrolment) = try begin(test)
        await test.advance(.seconds(29))
        test.lock.press(.digit(1), on: "")
        await test.advance(.seconds(29))
        #expect(test.lock.enrolment != nil)
        await test.advance(.seconds(1))
        #expect(told.news.last == .failed("nobody has typed for too long"))

        (told, enrolment) = try begin(test)
        await test.unlock()
        test.engine.lockPanel()
        #expect(told.news.last == .failed("the panel was locked"))

        (told, enrolment) = try begin(test)
        #expect(throws: PadEnrolmentRefusal.another) { try begin(test, "robin") }
        enrolment.abandon?("it was given up at the console")
        #expect(told.news.last == .failed("it was given up at the console"))
        #expect(test.lock.enrolment == nil)

        (told, enrolment) = try begin(test)
        await test.stop()
        #expect(told.news.last == .failed("the panel ends"))
        #expect(test.lock.enrolment == nil)
    }

    @Test("a taken or invalid name is refused before a PIN is typed")
    func refusedAtOnce() async throws {
        let test = try await makePanel()
        #expect(throws: PadEnrolmentRefusal.person(.nameTaken)) { try begin(test, "alice") }
        #expect(throws: PadEnrolmentRefusal.person(.person(.pathName))) { try begin(test, "../jo") }
        #expect(throws: PadEnrolmentRefusal.person(.person(.emptyName))) { try begin(test, "") }
        #expect(test.lock.enrolment == nil)
        await test.stop()
    }

    @Test("a held control does not wait for the PINs of an enrolment")
    func pending() async throws {
        let test = try await makePanel()
        try await test.hold("GPIO17", for: .seconds(1))
        #expect(test.engine.pendingControl == "org.example.test.door")
        _ = try begin(test)
        #expect(test.engine.pendingControl == nil)
        await test.unlock()
        #expect(test.edges["GPIO23"] == nil)
        await test.stop()
    }
}
