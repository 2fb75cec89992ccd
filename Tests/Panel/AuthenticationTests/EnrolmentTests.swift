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

    @Test("what is refused: the PIN, the name, a name or PIN that somebody has")
    func refused() async {
        let panel = TestPanel()
        #expect(error(await panel.add("Ada", "123456")) == .pin(.run))
        #expect(error(await panel.add("Ada", "27182")) == .pin(.tooShort(minimum: 6)))
        #expect(error(await panel.add("a/b", "271828")) == .person(.pathName))
        // By these the trail calls others.
        for name in ["panel", "Itself", "trusted button", "program of user 0"] {
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

    @Test("64 people, and no more; each with a number of their own")
    func full() async {
        let panel = TestPanel()
        for number in 0..<64 { #expect(error(await panel.add("p\(number)", "5000\(10 + number)")) == nil) }
        #expect(error(await panel.add("one more", "600017")) == .full)
        #expect(Set(panel.gatekeeper.credentials?.people.map(\.person.id) ?? []).count == 64)
        #expect(await panel.type("500073").name == "p63")
        let again = await panel.restarted()
        #expect(await again.type("500010").name == "p0")
    }

    @Test("it is durable before it is told; unwritten, nobody is enrolled")
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

    @Test("who is removed is locked out, and their PIN is free again; with nobody left the panel is locked")
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

    @Test("people who are lost: locked, over restarts, until somebody is enrolled anew, and that is durable")
    func lost() async throws {
        let loss = LockMemoryError(reason: "/store: is damaged", isLoss: true)
        let memory = TestMemory()
        memory.loadError = loss
        let panel = TestPanel(memory)
        #expect(panel.gatekeeper.fault == .store(loss))
        #expect(
            panel.gatekeeper.fault.map { "\($0)" }
                == "locked: /store: is damaged; enrol people anew: holdfast pin add NAME")
        let fault = EnrolmentError.fault(.store(loss))
        let code = try #require(RecoveryCode(typed: secret(RecoveryCode.random().text)))
        #expect(error(await result { panel.gatekeeper.endLockouts(completion: $0) }) == fault)
        #expect(error(await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }) == fault)
        #expect(error(await result { panel.gatekeeper.recover(with: code, completion: $0) }) == fault)
        #expect(error(await result { panel.gatekeeper.remove(1, completion: $0) }) == fault)
        // What is refused or cannot be written changes nothing.
        #expect(error(await panel.add("Ada", "111111")) == .pin(.sameDigit))
        memory.writeError = failure
        #expect(error(await panel.add("Ada", "271828")) == .storeFailed(failure))
        memory.writeError = nil
        let nobody = try Credentials(
            people: [], salt: Array(repeating: 1, count: 16), cost: .cheapest, recovery: nil, keyCheck: nil)
        #expect(error(await result { panel.gatekeeper.replace(by: nobody, completion: $0) }) == nil)
        #expect(await panel.type("271828") == .refused(.fault(.store(loss))))
        #expect(panel.hashes == 1, "of the enrolment alone")

        #expect(error(await panel.add("Ada", "271828")) == nil)
        #expect(panel.gatekeeper.fault == nil)
        #expect(await panel.type("271828").name == "Ada")
        #expect(error(await result { panel.gatekeeper.endLockouts(completion: $0) }) == nil)
        // Without a key nobody can be enrolled, whatever was lost.
        let keyless = TestPanel(memory, key: .failure(.missing(path: "/key")))
        #expect(error(await keyless.add("Bob", "161803")) == .fault(.key(.missing(path: "/key"))))
    }

    @Test("people of a backup make up for those who are lost")
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

    @Test("a reset ends the lockouts of both sources, durably")
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

    @Test("the recovery code ends a lockout, once, however it is typed; another does not")
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

    @Test("a new recovery code takes the place of the one before")
    func newCode() async throws {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let first = try await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }.get()
        let second = try await result { panel.gatekeeper.makeRecoveryCode(completion: $0) }.get()
        #expect(error(await result { panel.gatekeeper.recover(with: first, completion: $0) }) == .wrongRecoveryCode)
        #expect(error(await result { panel.gatekeeper.recover(with: second, completion: $0) }) == nil)
    }

    @Test("a recovery code reads as it was written; what cannot be one does not")
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
        // O is 0, I and L are 1.
        #expect(RecoveryCode(typed: secret("OoIiLl" + zeros.dropFirst(6)))?.text == "001111" + zeros.dropFirst(6))
        for text in [
            "", zeros.dropFirst() + "", zeros + "0", "8" + zeros.dropFirst(), "U" + zeros.dropFirst(), "é" + zeros,
        ] {
            #expect(RecoveryCode(typed: secret(text)) == nil, "\(text)")
        }
        #expect(RecoveryCode(typed: SecretBytes(count: 1 << 16)) == nil)
    }

    @Test("where nobody is enrolled yet, the first one's cost is chosen, and kept")
    func cost() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        #expect(panel.gatekeeper.credentials?.cost == .cheapest)
        #expect(HashCostChoice.fixed(.least).resolve() == .least)
        #expect(HashCostChoice.tuned(towards: .zero).resolve() == .least)
    }
}
