import Authentication
import EventLoop
import Foundation
import LocalAPI
import MonotonicTime
import Store
import Testing

@testable import Panel

/// People and lockouts in a store on the disk.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct StoredLockMemoryTests {
    @Test(
        "people in their order, their limits, lockouts and the recovery code survive a restart")
    func restart() async throws {
        let panel = try TestPanel.stored()
        #expect(panel.lockFault == "lock: nobody has a PIN; enrol an owner: holdfast pin add NAME --role owner")
        await panel.add("Zoe", "271828", "owner")
        await panel.add("ada", "161803")
        await panel.add("Bob", "314150", "guest", limits: "days=mon,tue hours=00:00-24:00 uses=2")
        await panel.add("Ned", "170582", "duress")
        await panel.call(PanelInterface.RemovePerson.method, PanelInterface.RemovePerson.Parameters(name: "ada"))
        await panel.add("Eve", "161803")
        await panel.call(PanelInterface.MakeRecoveryCode.method)
        #expect(panel.lockFault == nil)
        for number in 0..<6 {
            await panel.unlock("50001\(number)")
            await panel.advance(.seconds(61))
        }
        let before = try #require(panel.gatekeeper.credentials)
        #expect(before.people.map(\.person.name) == ["Zoe", "Bob", "Ned", "Eve"])
        #expect(before.recovery != nil)
        #expect(panel.store.lockouts == ["pad": Store.StoredLockout(row: 6, used: 6, isWaiting: true)])

        try await panel.restart()
        #expect(panel.gatekeeper.credentials == before)
        let contents = try StoredLockMemory(panel.store).load()
        #expect(contents.pad == panel.gatekeeper.lockout(of: .pad).stored && contents.remote == nil)
        #expect(contents.pad?.attemptsLeft == 6)
        #expect(await !panel.unlock("271828"))
        await panel.advance(.seconds(301))
        #expect(await panel.unlock("314150"))
        try await panel.restart()
        #expect(panel.gatekeeper.credentials?.people[1].person.validity.usesLeft == 1)
        await panel.stop()
    }

    @Test("a device key other than the one that people were enrolled with is a fault of the lock until it is back")
    func otherKey() async throws {
        let panel = try TestPanel.stored()
        await panel.add("Ada", "271828")
        let key = panel.locking.key
        panel.locking.key = .random()
        try await panel.restart()
        let fault = try #require(panel.lockFault)
        #expect(fault.hasPrefix("lock: people were enrolled with another device key; put that one back"))
        #expect(await !panel.unlock("271828"))
        #expect(await panel.add("Bob", "161803").map { fault.hasSuffix($0) } == true)
        #expect(panel.store.people.keys.sorted() == ["Ada"])
        panel.locking.key = key
        try await panel.restart()
        #expect(panel.lockFault == nil)
        #expect(await panel.unlock("271828"))
        await panel.stop()
    }

    @Test("the reason why a lock was lost is one line, whatever the store says")
    func reason() throws {
        for fault in [LockState.lost(reason: "a\nb"), .rolledBack(reason: "a\nb")] {
            let store = PanelStore.inMemory()
            store.setLockFault(fault)
            let error = #expect(throws: LockMemoryError.self) { try StoredLockMemory(store).load() }
            #expect(error?.reason.hasSuffix("a b") == true)
            try store.close()
        }
    }

    @Test("each change is one transaction and counted once outside the store; an unchanged value is not written")
    func oneTransaction() async throws {
        let panel = try TestPanel.stored()
        await panel.add("Ada", "271828")
        #expect(panel.counter.read() == .value(1))
        await panel.add("Bob", "314150", "guest", limits: "uses=2")
        #expect(panel.counter.read() == .value(2))
        let memory = StoredLockMemory(panel.store)
        var told = 0
        memory.save(panel.gatekeeper.credentials) { if $0 == nil { told += 1 } }
        #expect(told == 0, "not inside the call")
        await panel.settle()
        #expect(told == 1 && panel.counter.read() == .value(2))
        memory.save(nil) { if $0 == nil { told += 1 } }
        await panel.settle()
        #expect(told == 2 && panel.counter.read() == .value(3))
        #expect(panel.store.people.isEmpty && panel.store.secrets.isEmpty)
        #expect(try memory.load() == LockContents())
        await panel.stop()
    }

    @Test("a panel with a damaged, lost or older store stays locked, with the reason, until a new enrolment")
    func lostAndEnrolledAnew() async throws {
        let losses: [(String, (String, Data) throws -> Void)] = [
            (
                "what was kept of people is lost: it has only 4 bytes",
                { file, _ in
                    try Data("text".utf8).write(to: URL(fileURLWithPath: file))
                    chmod(file, 0o600)
                }
            ),
            (
                "what was kept of people is lost: it is gone, and counter has counted 2 changes of the lock",
                { file, _ in
                    try FileManager.default.removeItem(atPath: file)
                }
            ),
            (
                "what was kept of people may not be the last: it knows 1 changes of the lock; counter has counted 2",
                { file, older in
                    try older.write(to: URL(fileURLWithPath: file))
                    chmod(file, 0o600)
                }
            ),
        ]
        for (reason, damage) in losses {
            let panel = try TestPanel.stored()
            await panel.add("Ada", "271828")
            var older = Data()
            try await panel.restart { older = try Data(contentsOf: URL(fileURLWithPath: $0)) }
            await panel.add("Bob", "314150")
            try await panel.restart { try damage($0, older) }
            let fault = "lock: \(reason); enrol people again: holdfast pin add NAME"
            #expect(panel.lockFault == fault)
            #expect(await !panel.unlock("271828"))
            var refusal: String?
            panel.engine.perform("door") { refusal = $0.failure }
            #expect(refusal == "it needs a PIN, and \(fault.dropFirst("lock: ".count))")
            for method in [PanelInterface.MakeRecoveryCode.method, PanelInterface.EndLockout.method] {
                #expect(await panel.call(method)?.hasSuffix("enrol people again: holdfast pin add NAME") == true)
            }
            try await panel.restart()
            #expect(panel.lockFault == fault, "over restarts")
            #expect(await panel.add("Eve", "111111") == "one digit again and again is guessed first; take another PIN")
            #expect(panel.lockFault == fault)

            _ = await panel.add("Eve", "170582")
            #expect(panel.lockFault == nil && panel.store.lockState == .sound)
            #expect(await !panel.unlock("271828"), "who was there before is not any more")
            #expect(await panel.unlock("170582"))
            try await panel.restart()
            #expect(panel.lockFault == nil && panel.store.notices.isEmpty)
            #expect(await panel.unlock("170582"))
            await panel.stop()
        }
    }

    @Test("a new enrolment that cannot be written leaves the panel locked with its fault, over restarts")
    func unwritable() async throws {
        let panel = try TestPanel.stored()
        await panel.add("Ada", "271828")
        try await panel.restart { file in
            try Data("text".utf8).write(to: URL(fileURLWithPath: file))
            chmod(file, 0o600)
        }
        let fault = try #require(panel.lockFault)
        panel.counter.fail(true)
        let refusal = await panel.add("Eve", "170582")
        #expect(refusal == "nothing was changed: counter: pwrite: Input/output error")
        #expect(panel.lockFault == fault && panel.gatekeeper.credentials == nil)
        panel.counter.fail(false)
        try await panel.restart()
        #expect(panel.lockFault == fault && panel.store.people.isEmpty)
        _ = await panel.add("Eve", "170582")
        #expect(panel.lockFault == nil)
        // From here on no person is lost: a missing person was removed.
        await panel.call(PanelInterface.RemovePerson.method, PanelInterface.RemovePerson.Parameters(name: "Eve"))
        #expect(panel.lockFault == "lock: nobody has a PIN; enrol an owner: holdfast pin add NAME --role owner")
        #expect(panel.store.lockState == .sound)
        await panel.stop()
    }

    @Test(
        "invalid people in the store count as lost people, with a reason, until a new enrolment",
        arguments: [
            "there is no salt", "the salt has not 16 bytes", "the cost of a hash cannot be so",
            "the tag of the recovery code cannot be so", "the tag of the device's key cannot be so",
            "'Ada' has no role that there is", "the limits of 'Ada' cannot be so",
            "the PIN's tag of 'Ada' cannot be so",
            "'Ada': dates, days, hours and uses are for guests", "'a b': a name has no characters that cannot be seen",
            "two people have the same PIN", "there are more than 64 people",
        ])
    func malformed(words: String) async throws {
        let panel = try TestPanel.stored()
        await panel.add("Ada", "271828")
        let store = panel.store
        let ada = try #require(store.people["Ada"])
        func person(_ id: Int64 = 7, role: String = "member", mac: [UInt8]? = nil, limits: String = "") -> StoredPerson
        {
            StoredPerson(id: id, role: role, mac: mac ?? Array(repeating: 7, count: 32), limits: limits)
        }
        switch words {
        case "there is no salt": try store.setSecret(nil, for: "salt")
        case "the salt has not 16 bytes": try store.setSecret([1], for: "salt")
        case "the cost of a hash cannot be so":
            try store.setSecret(Array(repeating: 0xFF, count: 16), for: "cost")
        case "the tag of the recovery code cannot be so": try store.setSecret([], for: "recovery")
        case "the tag of the device's key cannot be so": try store.setSecret([1], for: "key check")
        case "'Ada' has no role that there is": try store.setPerson(person(role: "boss"), of: "Ada")
        case "the limits of 'Ada' cannot be so":
            try store.setPerson(person(role: "guest", limits: "uses=few"), of: "Ada")
        case "the PIN's tag of 'Ada' cannot be so": try store.setPerson(person(mac: [1]), of: "Ada")
        case "'Ada': dates, days, hours and uses are for guests":
            try store.setPerson(person(limits: "uses=3"), of: "Ada")
        case "'a b': a name has no characters that cannot be seen": try store.setPerson(person(), of: "a\nb")
        case "two people have the same PIN": try store.setPerson(person(mac: ada.mac), of: "Bob")
        default:
            for id in 1...64 {
                try store.setPerson(person(Int64(id), mac: Array(repeating: UInt8(id), count: 32)), of: "p\(id)")
            }
        }
        try await panel.restart()
        #expect(
            panel.lockFault
                == "lock: what is kept of people is damaged: \(words); enrol people again: holdfast pin add NAME"
        )
        #expect(await !panel.unlock("271828"))
        _ = await panel.add("Eve", "271828")
        #expect(panel.lockFault == nil && panel.store.people.keys.sorted() == ["Eve"])
        try await panel.restart()
        #expect(await panel.unlock("271828"))
        await panel.stop()
    }

    @Test("counts beyond the bucket's size are damage: they cause the longest wait and a notice")
    func damagedCount() async throws {
        let panel = try TestPanel.stored()
        await panel.add("Ada", "271828")
        try panel.store.setLockout(Store.StoredLockout(row: 0, used: 13, isWaiting: false), of: "pad")
        try await panel.restart()
        #expect(panel.gatekeeper.notices.contains(.damagedLockout(.pad)))
        #expect(await !panel.unlock("271828"))
        #expect(panel.engine.lockout == .seconds(6 * 3_600))
        await panel.stop()
    }

    @Test("the cost of a hash survives a restart")
    func costs() {
        let costs: [HashCost] = [.cheapest, .least, .backup]
        for cost in costs { #expect(HashCost(bytes: cost.bytes) == cost) }
        #expect(HashCost(bytes: []) == nil)
        #expect(HashCost(bytes: Array(repeating: 0, count: 16)) == nil)
        #expect(HashCost(bytes: HashCost.least.bytes + [0]) == nil)
        // 2 passes over 1 GiB, which a unit of 256 MB does not have.
        #expect(HashCost(bytes: [2, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0x40, 0, 0, 0, 0]) == nil)
    }
}
