import EventLoop
import Testing

@testable import Authentication

/// A store whose people were enrolled with another device key than the panel has now.
@Suite("Another device key", .timeLimit(.minutes(5)))
@PanelActor
struct OtherKeyTests {
    private let other = Result<DeviceKey, DeviceKeyError>.success(.random())

    private func error<Value: Sendable>(
        _ call: (@escaping Gatekeeper.ChangeCompletion<Value>) -> Void
    ) async -> EnrolmentError? {
        let result = await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
        return if case .failure(let error) = result { error } else { nil }
    }

    private func recoveryCode(_ panel: TestPanel) async throws -> RecoveryCode {
        try await withCheckedContinuation { continuation in
            panel.gatekeeper.makeRecoveryCode { continuation.resume(returning: $0) }
        }.get()
    }

    /// A panel with Ada that was started again with another key, and its recovery code.
    private func foreign() async throws -> (panel: TestPanel, code: RecoveryCode) {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let code = try await recoveryCode(panel)
        return (TestPanel(panel.memory, key: other), code)
    }

    @Test("another device key is a fault: no PIN is hashed or counted, no person is enrolled, and no backup is made")
    func fault() async throws {
        let (panel, code) = try await foreign()
        let fault = LockFault.otherKey
        #expect(panel.gatekeeper.fault == fault)
        #expect(
            "\(fault)"
                == "people were enrolled with another device key; put that one back and restart the panel, or "
                + "remove them (holdfast pin remove NAME) and enrol them again")
        let before = panel.memory.contents
        for _ in 0..<20 { #expect(await panel.type("271828") == .refused(.fault(fault))) }
        let result = await panel.add("Bob", "161803")
        #expect(throws: EnrolmentError.fault(fault)) { try result.get() }
        #expect(panel.gatekeeper.refusal(toEnrol: "Bob", role: .owner) == .fault(fault))
        #expect(await error { panel.gatekeeper.makeRecoveryCode(completion: $0) } == .fault(fault))
        #expect(await error { panel.gatekeeper.recover(with: code, completion: $0) } == .fault(fault))
        var refusal: BackupError?
        panel.gatekeeper.backUp(passphrase: secret("correct horse"), panelFile: []) {
            if case .failure(let error) = $0 { refusal = error }
        }
        #expect(refusal == .otherKey)
        #expect(panel.hashes == 0 && panel.memory.contents == before)
        // The original key makes the people usable again.
        let again = TestPanel(panel.memory)
        #expect(again.gatekeeper.fault == nil)
        #expect(await again.type("271828").name == "Ada")
    }

    @Test("the fault of another device key ends once people are removed, or replaced from a backup of this key")
    func ending() async throws {
        let (panel, code) = try await foreign()
        let before = try #require(panel.gatekeeper.credentials)
        let ada = try #require(before.people.first).person
        #expect(await error { panel.gatekeeper.remove(ada.id, completion: $0) } == nil)
        #expect(panel.gatekeeper.fault == .nobodyEnrolled)
        // No recovery code is made, because the first enrolment would discard it.
        #expect(await error { panel.gatekeeper.makeRecoveryCode(completion: $0) } == .fault(.nobodyEnrolled))
        #expect(try await panel.add("Bob", "161803").get().name == "Bob")
        #expect(panel.gatekeeper.fault == nil)
        #expect(panel.gatekeeper.credentials?.salt != before.salt, "a salt belongs to one key")
        #expect(await panel.type("161803").name == "Bob")
        #expect(await error { panel.gatekeeper.recover(with: code, completion: $0) } == .wrongRecoveryCode)
        let again = TestPanel(panel.memory, key: other)
        #expect(again.gatekeeper.fault == nil)

        let (restored, _) = try await foreign()
        let people = try #require(panel.gatekeeper.credentials)
        #expect(await error { restored.gatekeeper.replace(by: people, completion: $0) } == nil)
        #expect(restored.gatekeeper.fault == nil)
        #expect(await restored.type("161803").name == "Bob")
    }

    @Test("another device key is detected after a right PIN, not an enrolment, if the store had no tag of its key")
    func older() async throws {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        panel.memory.contents.credentials?.keyCheck = nil
        let older = TestPanel(panel.memory)
        await older.add("Bob", "161803")
        #expect(await older.type("314150").isWrong)
        #expect(panel.memory.contents.credentials?.keyCheck == nil)
        #expect(TestPanel(panel.memory, key: other).gatekeeper.fault == nil)
        #expect(await older.type("271828").name == "Ada")
        #expect(TestPanel(panel.memory, key: other).gatekeeper.fault == .otherKey)
        #expect(TestPanel(panel.memory).gatekeeper.fault == nil)
        let saves = panel.memory.peopleSaves
        #expect(await older.type("161803").name == "Bob")
        #expect(panel.memory.peopleSaves == saves, "once")
    }

    @Test("a right PIN unlocks although the key's tag cannot be stored; a guest's PIN needs the use to be stored")
    func unkept() async throws {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        await panel.add("Robin", "161803", role: .guest, validity: try #require(Validity(text: "uses=2")))
        panel.memory.contents.credentials?.keyCheck = nil
        let older = TestPanel(panel.memory)
        let full = LockMemoryError(reason: "/store: the disk is full")
        older.memory.peopleError = full
        #expect(await older.type("271828").name == "Ada")
        #expect(await older.type("161803") == .refused(.storeFailed(full)))
        older.memory.peopleError = nil
        #expect(await older.type("271828").name == "Ada")
        #expect(panel.memory.contents.credentials?.keyCheck != nil)
    }

    @Test("an older store without people keeps its recovery code and stores the key's tag at the first enrolment")
    func olderAndEmpty() async throws {
        let panel = TestPanel()
        let ada = try await panel.add("Ada", "271828").get()
        let code = try await recoveryCode(panel)
        #expect(await error { panel.gatekeeper.remove(ada.id, completion: $0) } == nil)
        panel.memory.contents.credentials?.keyCheck = nil
        let older = TestPanel(panel.memory)
        await older.add("Bob", "161803")
        #expect(await error { older.gatekeeper.recover(with: code, completion: $0) } == nil)
        #expect(TestPanel(panel.memory, key: other).gatekeeper.fault == .otherKey)
    }

    @Test("the recovery code survives the removal of all people and an enrolment with the same key")
    func sameKey() async throws {
        let panel = TestPanel()
        let ada = try await panel.add("Ada", "271828").get()
        let code = try await recoveryCode(panel)
        #expect(await error { panel.gatekeeper.remove(ada.id, completion: $0) } == nil)
        await panel.add("Bob", "161803")
        #expect(await error { panel.gatekeeper.recover(with: code, completion: $0) } == nil)
    }
}
