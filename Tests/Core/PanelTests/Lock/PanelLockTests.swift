import EventLoop
import MonotonicTime
import TestSupport
import Testing

@testable import Panel

@PanelActor
@Suite("A panel's lock", .timeLimit(.minutes(1)))
struct PanelLockTests {
    private let scheduler = VirtualScheduler()
    private let test: TestLock
    private var lock: PanelLock { test.lock }

    init() async throws {
        test = try TestLock(scheduler, .volatile, autoLock: .seconds(60))
        try await test.enrol("Ada", "271828")
    }

    private func type(_ digits: String) {
        for digit in digits.compactMap(\.wholeNumberValue) { lock.press(.digit(digit), on: "") }
    }

    private func enter(_ digits: String) async {
        lock.enter(digits)
        await EventLoop.panel.settle()
    }

    @Test("a lock that has stopped is locked")
    func stopped() async {
        await enter("271828")
        #expect(lock.isUnlocked)
        lock.stop()
        #expect(!lock.isUnlocked)
    }

    @Test("the check of the last PIN before a lockout shows no lockout, which a right PIN does not cause")
    func lastChance() async {
        var tries = 0
        while true {
            lock.enter("31415\(tries % 10)")
            #expect(lock.lockout == nil, "while the PIN is checked")
            await EventLoop.panel.settle()
            tries += 1
            guard lock.lockout == nil, tries < 20 else { break }
        }
        #expect(tries < 20)
        test.stop()
    }

    @Test("digits are forgotten after a while, and a PIN that was entered is not")
    func patience() async {
        var cleared = 0
        lock.onEvent = { if case .cleared = $0 { cleared += 1 } }
        await enter("271828")
        await scheduler.advance(by: .seconds(30))
        #expect(cleared == 0)
        type("27")
        await scheduler.advance(by: .seconds(15))
        #expect(cleared == 1)
        test.stop()
    }

    @Test("a program that locks a locked panel leaves the digits that somebody is typing")
    func lockedAlready() async {
        type("2718")
        lock.lock(by: .program(user: 1_000))
        await enter("28")
        #expect(lock.isUnlocked)
        test.stop()
    }
}
