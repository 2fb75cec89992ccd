import Authentication
import Configuration
import EventLoop
import Foundation
import Store
import Testing

@testable import Panel

/// Guests' hours and `dim` depend on a clock that is trusted as far as the panel can judge it.
@Suite struct ClockTrustTests {
    private func time(_ milliseconds: Int64, isSynchronized: Bool = false) -> StoredTime {
        StoredTime(milliseconds: milliseconds, isSynchronized: isSynchronized)
    }

    @Test("without `clock: rtc` only a synchronized clock is trusted, whoever has set it")
    func synchronized() {
        let source = ClockSource.synchronized
        #expect(source.trusts(time(5, isSynchronized: true), newest: 10, isSetByRTC: false))
        for isSetByRTC in [false, true] {
            #expect(!source.trusts(time(20), newest: 10, isSetByRTC: isSetByRTC))
            #expect(!source.trusts(time(20), newest: nil, isSetByRTC: isSetByRTC))
        }
    }

    @Test(
        "with `clock: rtc` a clock that the kernel set from an RTC is trusted, unless it is before the newest kept time"
    )
    func realTimeClock() {
        let source = ClockSource.rtc
        #expect(source.trusts(time(10), newest: 10, isSetByRTC: true))
        #expect(source.trusts(time(0), newest: nil, isSetByRTC: true))
        #expect(!source.trusts(time(9), newest: 10, isSetByRTC: true))
        #expect(!source.trusts(time(20), newest: 10, isSetByRTC: false), "set by hand, or not at all")
        #expect(!source.trusts(time(20), newest: .max, isSetByRTC: true), "the store cannot be opened")
        #expect(source.trusts(time(9, isSynchronized: true), newest: 10, isSetByRTC: false), "a server knows better")
    }

    @Test("the kernel names the real-time clock that set the wall clock; a folder without one names none")
    func kernel() throws {
        let folder = NSTemporaryDirectory() + "holdfast-rtc-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(!ClockSource.isSetByRTC(in: folder))
        func add(_ name: String, _ text: String?) throws {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            if let text { try text.write(toFile: "\(folder)/\(name)/hctosys", atomically: false, encoding: .utf8) }
        }
        try add("rtc0", "0\n")
        try add("rtc1", nil)
        try add("rtc2", "")
        try add("other", "1\n")
        #expect(!ClockSource.isSetByRTC(in: folder))
        try add("rtc3", "1\n")
        #expect(ClockSource.isSetByRTC(in: folder))
    }

    @Test("the newest trusted time survives a restart; without one the trail's newest right time counts")
    @PanelActor
    func newest() async throws {
        let folder = NSTemporaryDirectory() + "holdfast-newest-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var store = try PanelStore.open(path: folder + "/panel.sqlite")
        #expect(store.newestTime == nil)
        for (wall, isSynchronized) in [(7, true), (5, true), (900, false)] {
            let moment = StoredMoment(
                wall: time(Int64(wall), isSynchronized: isSynchronized), bootID: "boot", boottime: 0)
            store.appendAudit(AuditEntry(moment: moment, who: "a", what: "b", outcome: "c"))
        }
        try store.close()
        store = try PanelStore.open(path: folder + "/panel.sqlite")
        #expect(store.newestTime == 7)
        // A control is about to be performed, and its audit entry needs the time.
        let log = AuditLog(store) { StoredMoment(wall: time(900), bootID: "boot", boottime: 0) }
        log.trustedTime = { 6 }
        await withCheckedContinuation { continuation in
            log.ask(by: .program(user: 0), of: "door") { result in
                #expect((try? result.get()) != nil)
                continuation.resume()
            }
        }
        #expect(store.newestTime == 6, "a clock that was set back by a server is right")
        try store.close()
        store = try PanelStore.open(path: folder + "/panel.sqlite")
        #expect(store.newestTime == 6)
        try store.close()
    }
}
