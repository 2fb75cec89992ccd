import EventLoop
import Testing

@testable import Authentication

@Suite("Enrolment", .timeLimit(.minutes(5)))
@PanelActor
struct EnrolmentTests {
    private let failure = LockMemoryError(reason: "/store: the disk is full")

    private func result<Value: Sendable>(
        _ call: (@escaping Gatekeeper.ChangeCompletion<Value>) -> Void
    ) async -> Result<Value, EnrolmentError> {
        await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
    }

    private func error<Value>(_ result: Result<Value, EnrolmentError>) -> EnrolmentError? {
        if case .failure(let error) = result { error } else { nil }
    }

    @Test("enrolment refuses a weak PIN, an invalid name, and a name or PIN that another person has")
    func refused() async {
        let panel = TestPanel()
        #expect(error(await panel.add("Ada", "123456")) == .pin(.run))
        #expect(error(await panel.add("Ada", "27182")) == .pin(.tooShort(minimum: 6)))
        #expect(error(await panel.add("a/b", "271828")) == .person(.pathName))
        // The audit trail uses these names for actors that are not people.
        for name in [
            "panel", "Itself", "trusted button", "Trusted\u{A0} button", "program of user 0", "MQTT", "mqtt", "Root",
            "a program",
        ] {
            #expect(error(await panel.add(name, "271828")) == .person(.reservedName))
        }
        #expect(panel.gatekeeper.credentials == nil && panel.hashes == 0)
        #expect(error(await panel.add("Ada", "271828")) == nil)
        #expect(error(await panel.add("Ada", "159753")) == .pin(.common))
        #expect(error(await panel.add("Ada", "314150")) == .nameTaken)

        #expect(error(await panel.add("Bob", "271828")) == .pinTaken)
        #expect(panel.gatekeeper.credentials?.people.map(\.person.name) == ["Ada"])
        panel.gatekeeper.rule = PINRule(minimum: 4)
        #expect(error(await panel.add("Bob", "2718")) == nil)
        #expect(await panel.type("2718").name == "Bob")
    }

    @Test("enrolment accepts 64 people with distinct numbers and refuses one more")
    func full() async {
        let panel = TestPanel()
        for number in 0..<64 { #expect(error(await panel.add("p\(number)", "5000\(10 + number)")) == nil) }
        #expect(error(await panel.add("one more", "600017")) == .full)
        #expect(Set(panel.gatekeeper.credentials?.people.map(\.person.id) ?? []).count == 64)
        #expect(await panel.type("500073").name == "p63")
        let again = await panel.restarted()
        #expect(await again.type("500010").name == "p0")
    }

    @Test("enrolment completes once it is durable; a failed write enrols no person")
    func durable() async {
        let panel = TestPanel()
        panel.memory.writeError = failure
        #expect(error(await panel.add("Ada", "271828")) == .storeFailed(failure))
        #expect(panel.gatekeeper.credentials == nil)
        panel.memory.writeError = nil
        panel.memory.hold(isWritten: false)
        var isTold = false
        panel.gatekeeper.add(name: "Ada", role: .owner, pin: pin("271828")) { _ in isTold = true }
        await EventLoop.panel.settle()
        #expect(!isTold)
        panel.memory.release()
        #expect(isTold && panel.memory.contents.credentials?.people.count == 1)
    }

    @Test("a removed person is locked out and the PIN is free again; removing the last person locks the panel")
    func removing() async throws {
        let panel = TestPanel()
        let ada = try await panel.add("Ada", "271828").get()
        await panel.add("Bob", "161803")
        await panel.type("271828")
        await panel.type("161803", on: .connection(1))
        panel.memory.writeError = failure
        #expect(error(await result { panel.gatekeeper.remove(ada.id, completion: $0) }) == .storeFailed(failure))
        #expect(panel.isUnlocked())
        panel.memory.writeError = nil
        #expect(try await result { panel.gatekeeper.remove(ada.id, completion: $0) }.get() == ada)
        #expect(!panel.isUnlocked() && panel.isUnlocked(.connection(1)))
        #expect(panel.events == [.locked(.panel)])
        #expect(await panel.type("271828").isWrong)
        #expect(error(await result { panel.gatekeeper.remove(ada.id, completion: $0) }) == .unknownPerson)
        let bob = try #require(panel.gatekeeper.credentials?.people.first).person
        #expect(error(await result { panel.gatekeeper.remove(bob.id, completion: $0) }) == nil)
        #expect(panel.gatekeeper.fault == .nobodyEnrolled)
        #expect(error(await panel.add("Eve", "271828")) == nil)
        #expect(await panel.type("271828").name == "Eve")
    }

    @Test("after people are lost the panel stays locked, over restarts, until a new enrolment is durable")
    func lost() async throws {
        let loss = LockMemoryError(reason: "/store: is damaged", isLoss: true)
        let memory = TestMemory()
        memory.loadError = loss
        let panel = TestPanel(memory)
        #expect(panel.gatekeeper.fault == .store(loss))
        #expect(
            panel.gatekeeper.fault.map { "\($0)" }
                == "/store: is damaged; enrol people again: holdfast pin add NAME")
        let fault = EnrolmentError.fault(.store(loss))
        let code = try #require(RecoveryCode(typed: secret(RecoveryCode.random().text)))
        #expect(error(await result { panel.gatekeeper.endLockouts(completion: $0) }) == fault)
        #expect(error(await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }) == fault)
        #expect(error(await result { panel.gatekeeper.recover(with: code, completion: $0) }) == fault)
        #expect(error(await result { panel.gatekeeper.remove(1, completion: $0) }) == fault)
        // A refused enrolment and a failed write change nothing.
        #expect(error(await panel.add("Ada", "111111")) == .pin(.sameDigit))
        memory.writeError = failure
        #expect(error(await panel.add("Ada", "271828")) == .storeFailed(failure))
        memory.writeError = nil
        let stranger = try Credentials(
            people: [], salt: Array(repeating: 1, count: 16), cost: .cheapest, recovery: nil, keyCheck: nil)
        #expect(error(await result { panel.gatekeeper.replace(by: stranger, completion: $0) }) == nil)
        #expect(await panel.type("271828") == .refused(.fault(.store(loss))))
        #expect(panel.hashes == 1, "of the enrolment alone")

        #expect(error(await panel.add("Ada", "271828")) == nil)
        #expect(panel.gatekeeper.fault == nil)
        #expect(await panel.type("271828").name == "Ada")
        #expect(error(await result { panel.gatekeeper.endLockouts(completion: $0) }) == nil)
        // Without a device key enrolment fails, also after a loss.
        let keyless = TestPanel(memory, key: .failure(.missing(path: "/key")))
        #expect(error(await keyless.add("Bob", "161803")) == .fault(.key(.missing(path: "/key"))))
    }

    @Test("restoring people from a backup ends the loss of people")
    func restoredAfterLoss() async throws {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let people = try #require(panel.gatekeeper.credentials)
        let memory = TestMemory()
        memory.loadError = LockMemoryError(reason: "/store: is gone", isLoss: true)
        let lost = TestPanel(memory)
        #expect(error(await result { lost.gatekeeper.replace(by: people, completion: $0) }) == nil)
        #expect(lost.gatekeeper.fault == nil && memory.contents.credentials == people)
        #expect(await lost.type("271828").name == "Ada")
    }

    @Test("people of a backup or an old store who have a reserved name get another name, and keep their PINs")
    func reservedNames() async throws {
        let old = TestPanel()
        await old.add("Ada", "271828")
        await old.add("MQTT (person)", "314150")
        await old.add("Bob", "161803")
        let people = try #require(old.gatekeeper.credentials?.people)
        let named = try people.map { one in
            let name = ["Ada": "mqtt", "Bob": String(repeating: "ä", count: 30) + "root"][one.person.name]
            return EnrolledPerson(
                person: try Person(id: one.person.id, name: name ?? one.person.name, role: .owner), tag: one.tag)
        }
        old.memory.contents.credentials?.people = named
        let backup = try #require(old.memory.contents.credentials)
        let users: Set<String> = [String(repeating: "Ä", count: 30) + "root"]
        let loaded = TestPanel(old.memory, users: users)
        let restored = TestPanel(users: users)
        #expect(error(await result { restored.gatekeeper.replace(by: backup, completion: $0) }) == nil)
        for panel in [loaded, restored] {
            #expect(
                panel.gatekeeper.credentials?.people.map(\.person.name)
                    == ["mqtt (person)", "MQTT (person)", String(repeating: "ä", count: 27) + " (person)"])
            #expect(await panel.type("271828").name == "mqtt (person)")
            #expect(
                error(await panel.add(String(repeating: "Ä", count: 30) + "ROOT", "602214")) == .person(.reservedName))
        }
    }

    @Test("a reset durably ends the lockouts of both sources")
    func reset() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        for number in 0..<5 {
            await panel.type("10001\(number)")
            await panel.type("10002\(number)", on: .connection(1))
        }
        #expect(error(await result { panel.gatekeeper.endLockouts(completion: $0) }) == nil)
        #expect(panel.memory.contents.pad == Lockout(source: .pad).stored)
        #expect(panel.memory.contents.remote == Lockout(source: .remote).stored)
        #expect(await panel.type("271828").name == "Ada")
        #expect(await panel.type("271828", on: .connection(1)).name == "Ada")
    }

    @Test("the right recovery code, in any spelling, ends a lockout once; a wrong code does not")
    func recovery() async throws {
        let panel = TestPanel()
        #expect(error(await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }) == .fault(.nobodyEnrolled))
        await panel.add("Ada", "271828")
        let code = try await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }.get()
        #expect(code.text.count == 26)
        for number in 0..<5 { await panel.type("10001\(number)") }
        let again = await panel.restarted()
        func recover(_ text: String) async throws -> EnrolmentError? {
            let typed = try #require(RecoveryCode(typed: secret(text)))
            return error(await result { again.gatekeeper.recover(with: typed, completion: $0) })
        }
        #expect(try await recover(RecoveryCode.random().text) == .wrongRecoveryCode)
        #expect(await again.type("271828") == .refused(.lockedOut(until: .seconds(60))))
        let typed = code.text.lowercased()
        #expect(try await recover(typed.prefix(13) + "-" + typed.dropFirst(13)) == nil)
        #expect(await again.type("271828").name == "Ada")
        #expect(try await recover(code.text) == .wrongRecoveryCode)
        #expect(again.memory.contents.credentials?.recovery == nil)
    }

    @Test(
        "a reset or a recovery fails if the lockout of either source cannot be stored, and the code stays usable",
        arguments: AttemptSource.allCases)
    func unstoredReset(source: AttemptSource) async throws {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let code = try await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }.get()
        panel.memory.lockoutErrors[source] = failure
        #expect(error(await result { panel.gatekeeper.endLockouts(completion: $0) }) == .storeFailed(failure))
        #expect(error(await result { panel.gatekeeper.recover(with: code, completion: $0) }) == .storeFailed(failure))
        panel.memory.lockoutErrors = [:]
        #expect(error(await result { panel.gatekeeper.recover(with: code, completion: $0) }) == nil)
    }

    @Test("a new recovery code replaces the previous one")
    func newCode() async throws {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let first = try await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }.get()
        let second = try await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }.get()
        #expect(error(await result { panel.gatekeeper.recover(with: first, completion: $0) }) == .wrongRecoveryCode)
        #expect(error(await result { panel.gatekeeper.recover(with: second, completion: $0) }) == nil)
    }

    @Test("a recovery code parses from its own text, and malformed text is refused")
    func codes() throws {
        for _ in 0..<500 {
            let code = RecoveryCode.random()
            let read = try #require(RecoveryCode(typed: secret(code.text)))
            #expect(read.bytes.withBytes { Array($0) } == code.bytes.withBytes { Array($0) })
        }
        let zeros = String(repeating: "0", count: 26)
        #expect(try #require(RecoveryCode(typed: secret(zeros))).text == zeros)
        #expect(
            RecoveryCode(typed: secret("7" + String(repeating: "Z", count: 25)))?.text == "7"
                + String(repeating: "Z", count: 25))
        // O is read as 0, I and L as 1.
        #expect(RecoveryCode(typed: secret("OoIiLl" + zeros.dropFirst(6)))?.text == "001111" + zeros.dropFirst(6))
        for text in [
            "", zeros.dropFirst() + "", zeros + "0", "8" + zeros.dropFirst(), "U" + zeros.dropFirst(), "é" + zeros,
        ] {
            #expect(RecoveryCode(typed: secret(text)) == nil, "\(text)")
        }
        #expect(RecoveryCode(typed: SecretBytes(count: 1 << 16)) == nil)
    }

    @Test("the first enrolment chooses the hash cost, and later ones keep it")
    func cost() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        #expect(panel.gatekeeper.credentials?.cost == .cheapest)
        #expect(HashCostChoice.fixed(.least).resolve() == .least)
        #expect(HashCostChoice.tuned(towards: .zero).resolve() == .least)
    }
}
