import EventLoop
import Testing

@testable import Authentication

@Suite("The gatekeeper", .timeLimit(.minutes(5)))
@PanelActor
struct GatekeeperTests {
    private let failure = LockMemoryError(reason: "/store: the disk is full")

    @Test("a right PIN unlocks only the surface on which it was typed")
    func right() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828", role: .owner)
        await panel.add("Bob", "314159265", role: .member)
        #expect(!panel.isUnlocked())
        #expect(await panel.type("314159265").name == "Bob")
        #expect(panel.isUnlocked() && !panel.isUnlocked(.connection(1)))
        #expect(await panel.type("271828", on: .connection(1)).name == "Ada")
        #expect(panel.isUnlocked(.connection(1)) && !panel.isUnlocked(.connection(2)))
        #expect(panel.duress.isEmpty)
    }

    @Test("a wrong PIN unlocks nothing and is counted")
    func wrong() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        for digits in ["271829", "27182", "2718280", "271828271828", String(repeating: "2", count: 50)] {
            #expect(await panel.type(digits).isWrong)
        }
        #expect(!panel.isUnlocked())
        #expect(panel.memory.contents.pad == Lockout.Stored(failuresInRow: 5, attemptsLeft: 7, isDelayOver: false))
        #expect(panel.gatekeeper.deadline(at: panel.now, localTime: panel.localTime) == .seconds(60))
    }

    @Test("the fifth wrong PIN starts a lockout with a known end, during which no PIN is evaluated")
    func lockout() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        for number in 0..<4 { #expect(await panel.type("31415\(number)") == .wrong(lockedUntil: nil)) }
        #expect(await panel.type("314154") == .wrong(lockedUntil: .seconds(60)))
        let hashes = panel.hashes
        let saves = panel.memory.lockoutSaves
        panel.now = .seconds(59)
        #expect(await panel.type("271828") == .refused(.lockedOut(until: .seconds(60))))
        #expect(panel.hashes == hashes && panel.memory.lockoutSaves == saves)
        panel.gatekeeper.advance(to: .seconds(60), localTime: panel.localTime)
        #expect(panel.events == [.lockoutEnded(.pad)])
        panel.now = .seconds(60)
        #expect(await panel.type("271828").name == "Ada")
        await EventLoop.panel.settle()
        #expect(panel.memory.contents.pad == Lockout.Stored(failuresInRow: 0, attemptsLeft: 7, isDelayOver: true))
    }

    @Test("a lockout survives a restart, which starts its wait again, and a crash between any two writes")
    func restart() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        for number in 0..<5 { await panel.type("31415\(number)") }
        panel.now = .seconds(50)
        let again = await panel.restarted()
        #expect(await again.type("271828") == .refused(.lockedOut(until: .seconds(110))))
        again.now = .seconds(110)
        #expect(await again.type("271828").name == "Ada")
    }

    @Test("no PIN is checked before its charge is durable")
    func durable() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let hashes = panel.hashes
        panel.memory.hold(isWritten: false)
        var outcome: AttemptOutcome?
        panel.gatekeeper.attempt(pin("271828"), on: .panel, at: .zero, localTime: .usual) { outcome = $0 }
        await EventLoop.panel.settle()
        #expect(outcome == nil && panel.hashes == hashes)
        panel.memory.release()
        await EventLoop.panel.settle()
        #expect(outcome?.name == "Ada" && panel.hashes == hashes + 1)
    }

    @Test("a charge that cannot be written leads to no check and is not counted")
    func unwritable() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let hashes = panel.hashes
        panel.memory.writeError = failure
        for digits in ["271828", "314159"] { #expect(await panel.type(digits) == .refused(.storeFailed(failure))) }
        #expect(panel.hashes == hashes && !panel.isUnlocked())
        panel.memory.writeError = nil
        #expect(await panel.type("271828").name == "Ada")
        #expect(panel.gatekeeper.lockout(of: .pad) == Lockout(source: .pad))
    }

    @Test("repeating one of the last wrong PINs costs no attempt; each source has its own list")
    func repeats() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        for second in 0..<20 {
            panel.now = .seconds(Double(second))
            #expect(await panel.type("271829") == .wrong(lockedUntil: nil))
        }
        #expect(panel.gatekeeper.lockout(of: .pad).failuresInRow == 1)
        #expect(panel.gatekeeper.lockout(of: .pad).attemptsLeft == 11)
        #expect(await panel.type("271829", on: .connection(1)).isWrong)
        #expect(panel.gatekeeper.lockout(of: .remote).failuresInRow == 1)
        await EventLoop.panel.settle()
        #expect(panel.memory.contents.pad?.failuresInRow == 1)
        // A repeat is free for five minutes from its counted attempt, however often it is repeated.
        for (second, failures) in [(299.0, 1), (300, 2), (599, 2), (600, 3)] {
            panel.now = .seconds(second)
            #expect(await panel.type("271829").isWrong)
            #expect(panel.gatekeeper.lockout(of: .pad).failuresInRow == failures, "at \(second) s")
        }
    }

    @Test("without people, without a key or with a damaged store the lock gives its reason and evaluates no PIN")
    func faults() async {
        let stranger = TestPanel()
        #expect(await stranger.type("271828") == .refused(.fault(.nobodyEnrolled)))
        let missing = DeviceKeyError.missing(path: "/key")
        let keyless = TestPanel(key: .failure(missing))
        #expect(await keyless.type("271828") == .refused(.fault(.key(missing))))
        #expect(await keyless.add("Ada", "271828") == .failure(.fault(.key(missing))))
        let memory = TestMemory()
        memory.loadError = failure
        let damaged = TestPanel(memory)
        #expect(await damaged.type("271828") == .refused(.fault(.store(failure))))
        #expect(await damaged.add("Ada", "271828") == .failure(.fault(.store(failure))))
        for panel in [stranger, keyless, damaged] {
            #expect(panel.hashes == 0 && !panel.isUnlocked() && panel.memory.lockoutSaves == 0)
            #expect(panel.gatekeeper.fault != nil)
        }
    }

    @Test("damaged counters cause the longest lockout and a notice")
    func damagedCounts() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        panel.memory.contents.pad = Lockout.Stored(failuresInRow: -1, attemptsLeft: 99, isDelayOver: true)
        let again = await panel.restarted()
        #expect(again.gatekeeper.notices == [.damagedLockout(.pad)])
        #expect(await again.type("271828") == .refused(.lockedOut(until: .hours(6))))
        #expect(await again.type("271828", on: .connection(1)).name == "Ada")
    }

    @Test("an empty entry makes no attempt")
    func none() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let saves = panel.memory.lockoutSaves
        #expect(await panel.type("") == .refused(.nothingTyped))
        #expect(panel.memory.lockoutSaves == saves)
    }

    @Test("PINs are checked one at a time: each source queues one, the pad's goes first, and a further one is refused")
    func oneAtATime() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        var order: [String] = []
        func type(_ name: String, _ digits: String, _ surface: Surface) {
            panel.gatekeeper.attempt(pin(digits), on: surface, at: .zero, localTime: .usual) { outcome in
                order.append(outcome == .refused(.busy) ? "\(name) busy" : name)
            }
        }
        type("page", "100001", .connection(1))
        type("page 2", "100002", .connection(2))
        #expect(order == ["page 2 busy"])
        panel.gatekeeper.remove(99) { _ in order.append("people") }
        type("pad", "271828", .panel)
        type("pad 2", "100003", .panel)
        await EventLoop.panel.settle()
        #expect(order == ["page 2 busy", "pad 2 busy", "page", "pad", "people"])
        #expect(panel.isUnlocked())
    }

    @Test("a duress PIN looks like a member's PIN to every observer but the notified one")
    func duress() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        await panel.add("Help", "161803", role: .duress)
        let before = panel.trace.steps.count
        let (saves, peopleSaves) = (panel.memory.lockoutSaves, panel.memory.peopleSaves)
        let ordinary = await panel.type("271828")
        let between = panel.trace.steps.count
        let forced = await panel.type("161803")
        #expect(panel.trace.steps.count - between == between - before)
        await EventLoop.panel.settle()
        #expect(panel.memory.lockoutSaves - saves == 4 && panel.memory.peopleSaves == peopleSaves)
        guard case .unlocked(let ada) = ordinary, case .unlocked(let help) = forced else {
            Issue.record("\(ordinary), \(forced)")
            return
        }
        #expect(help.role == ada.role && help.role == .member && help.validity == ada.validity)
        #expect(panel.isUnlocked())
        #expect(panel.gatekeeper.authority.person(on: .panel, at: .zero, localTime: .usual)?.role == .member)
        #expect(panel.duress == ["Help"])
    }

    @Test("a guest out of hours is refused with the reason, is not counted, and does not end the row of failures")
    func outOfHours() async throws {
        let panel = TestPanel()
        let validity = try #require(Validity(text: "hours=09:00-17:00"))
        await panel.add("Guest", "271828", role: .guest, validity: validity)
        for number in 0..<3 { await panel.type("31415\(number)") }
        panel.localTime = .at(2026, 5, 1, .friday, 20, 0)
        #expect(await panel.type("271828") == .refused(.notValid(.otherHour)))
        #expect(panel.gatekeeper.lockout(of: .pad).failuresInRow == 3)
        #expect(panel.gatekeeper.lockout(of: .pad).attemptsLeft == 9)
        panel.localTime = .at(2026, 5, 1, .friday, 12, 0, isSynchronized: false)
        #expect(await panel.type("271828") == .refused(.notValid(.clockNotSet)))
        #expect(!panel.isUnlocked())
        await EventLoop.panel.settle()
        #expect(panel.memory.contents.pad == Lockout.Stored(failuresInRow: 3, attemptsLeft: 9, isDelayOver: true))
        panel.localTime = .usual
        #expect(await panel.type("271828").name == "Guest")
    }

    @Test("a guest's use is durably spent before the PIN unlocks; a failed write unlocks nothing")
    func uses() async throws {
        let panel = TestPanel()
        let validity = try #require(Validity(text: "uses=2"))
        await panel.add("Guest", "271828", role: .guest, validity: validity)
        #expect(await panel.type("271828").name == "Guest")
        #expect(panel.memory.contents.credentials?.people[0].person.validity.usesLeft == 1)
        let again = await panel.restarted()
        again.memory.peopleError = failure
        #expect(await again.type("271828") == .refused(.storeFailed(failure)))
        #expect(!again.isUnlocked())
        again.memory.peopleError = nil
        #expect(await again.type("271828").name == "Guest")
        #expect(await again.type("271828") == .refused(.notValid(.usedUp)))
    }

    @Test("a surface locks after its time, on command, or with all others, and reports it")
    func locking() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        await panel.type("271828")
        panel.gatekeeper.use(.panel, at: .seconds(30), localTime: panel.localTime)
        #expect(panel.gatekeeper.deadline(at: panel.now, localTime: panel.localTime) == .seconds(90))
        panel.gatekeeper.advance(to: .seconds(89), localTime: panel.localTime)
        #expect(panel.events.isEmpty)
        panel.gatekeeper.advance(to: .seconds(90), localTime: panel.localTime)
        #expect(
            panel.events == [.locked(.panel)]
                && panel.gatekeeper.deadline(at: panel.now, localTime: panel.localTime) == nil)
        await panel.type("271828")
        await panel.type("271828", on: .connection(1))
        panel.gatekeeper.lock(.panel)
        panel.gatekeeper.lock(.panel)
        #expect(panel.events == [.locked(.panel), .locked(.panel)])
        #expect(panel.isUnlocked(.connection(1)))
        panel.gatekeeper.lockAll()
        #expect(panel.events.last == .locked(.connection(1)))
    }

    @Test("a regained attempt is stored, so that a restart keeps it")
    func regained() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        await panel.type("314159")
        #expect(panel.gatekeeper.deadline(at: panel.now, localTime: panel.localTime) == .hours(6))
        panel.gatekeeper.advance(to: .hours(6), localTime: panel.localTime)
        await EventLoop.panel.settle()
        #expect(panel.memory.contents.pad?.attemptsLeft == 12)
    }

    @Test("a new time for the automatic lock counts for a session that has begun")
    func newAutoLock() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        await panel.type("271828")
        panel.gatekeeper.setLimits(SessionLimits(autoLock: .seconds(10)))
        #expect(panel.gatekeeper.deadline(at: panel.now, localTime: panel.localTime) == .seconds(10))
    }

    @Test("the gatekeeper's deadline covers the lockout of programs")
    func remoteDeadline() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        for number in 0..<5 { await panel.type("31415\(number)", on: .connection(1)) }
        #expect(panel.gatekeeper.deadline(at: panel.now, localTime: panel.localTime) == .seconds(60))
        panel.gatekeeper.advance(to: .seconds(60), localTime: panel.localTime)
        #expect(panel.events == [.lockoutEnded(.remote)])
    }

    @Test("a lockout ends, with one event, when both its wait and the emptiness of its bucket are over")
    func lockoutEnd() {
        let memory = TestMemory()
        memory.contents.pad = Lockout.Stored(failuresInRow: 11, attemptsLeft: 0, isDelayOver: false)
        memory.contents.remote = Lockout.Stored(failuresInRow: 0, attemptsLeft: 0, isDelayOver: true)
        let panel = TestPanel(memory)
        panel.gatekeeper.advance(to: .hours(4), localTime: panel.localTime)
        #expect(panel.events.isEmpty, "the wait is over, and the bucket is empty")
        panel.gatekeeper.advance(to: .hours(6), localTime: panel.localTime)
        #expect(panel.events == [.lockoutEnded(.pad)])
        panel.gatekeeper.advance(to: .hours(12), localTime: panel.localTime)
        #expect(panel.events == [.lockoutEnded(.pad), .lockoutEnded(.remote)], "the pad's second attempt ends nothing")
    }

    @Test("an attempt that waits while the last person is removed is refused, and neither checked nor counted")
    func removedMeanwhile() async throws {
        let panel = TestPanel()
        let ada = try await panel.add("Ada", "271828").get()
        let hashes = panel.hashes
        panel.memory.hold(isWritten: true)
        panel.gatekeeper.remove(ada.id) { _ in }
        var outcome: AttemptOutcome?
        panel.gatekeeper.attempt(pin("271828"), on: .panel, at: .zero, localTime: .usual) { outcome = $0 }
        panel.memory.release()
        await EventLoop.panel.settle()
        #expect(outcome == .refused(.fault(.nobodyEnrolled)))
        #expect(panel.hashes == hashes && panel.memory.lockoutSaves == 0)
    }

    @Test("an attempt is refused at once with the panel's fault or the lockout, also while people are changed")
    func atOnce() async throws {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        let bob = try await panel.add("Bob", "161803").get()
        for number in 0..<5 { await panel.type("31415\(number)") }
        panel.memory.hold(isWritten: false)
        panel.gatekeeper.remove(bob.id) { _ in }
        var outcome: AttemptOutcome?
        panel.gatekeeper.attempt(pin("271828"), on: .panel, at: .zero, localTime: .usual) { outcome = $0 }
        #expect(outcome == .refused(.lockedOut(until: .seconds(60))))
        panel.memory.release()
        // The fault comes first: after the lockout no PIN unlocks either.
        let memory = TestMemory()
        memory.contents.pad = panel.memory.contents.pad
        #expect(await TestPanel(memory).type("271828") == .refused(.fault(.nobodyEnrolled)))
    }

    @Test("a PIN whose hash finds no memory is neither right nor wrong, is not counted, and enrols no person")
    func outOfMemory() async {
        let panel = TestPanel()
        await panel.add("Ada", "271828")
        panel.gatekeeper.primitives.hasMemory = false
        for digits in ["271828", "314159"] { #expect(await panel.type(digits) == .refused(.outOfMemory)) }
        #expect(!panel.isUnlocked() && panel.gatekeeper.lockout(of: .pad) == Lockout(source: .pad))
        let result = await panel.add("Bob", "161803")
        #expect(throws: EnrolmentError.outOfMemory) { try result.get() }
        panel.gatekeeper.primitives.hasMemory = true
        #expect(await panel.type("271828").name == "Ada")
    }
}
