import ControlModel
import EventLoop
import Glibc
import Store
import Testing

@testable import LocalAPI
@testable import Panel

/// The audit trail as a service over a socket.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct LogServiceTests {
    typealias Method = PanelInterface.Log

    /// A reader of the trail, with its received entries.
    @PanelActor
    private final class Reader {
        private let client: VarlinkClient
        private let panel: TestPanel
        private(set) var replies: [Method.Reply] = []
        /// The error that ended the call.
        private(set) var failure: String?
        private(set) var isOver = false

        init(_ panel: TestPanel, pin: String? = nil) async {
            client = VarlinkClient(path: panel.socket)
            self.panel = panel
            guard let pin else { return }
            client.call(PanelInterface.Unlock.self, .init(pin: pin)) { _ in }
            await panel.settle()
        }

        func read(_ parameters: Method.Parameters = .init()) async {
            (replies, failure, isOver) = ([], nil, false)
            client.call(Method.self, parameters, more: true) { [weak self] result in
                switch result {
                case .success(let reply):
                    self?.replies.append(reply.value)
                    self?.isOver = !reply.continues
                case .failure(.refused(let name, let parameters)):
                    self?.failure = parameters["reason"] ?? name
                case .failure(let error): self?.failure = "\(error)"
                }
            }
            await panel.settle()
        }

        /// Removes the received entries and returns them as text: who, what and subject, or the number of missing
        /// entries.
        func take() -> [String] {
            defer { replies = [] }
            return replies.compactMap { reply in
                if let entry = reply.entry {
                    return [entry.who, entry.what, entry.subject, entry.outcome].compactMap(\.self)
                        .joined(separator: " ")
                }
                return reply.unwritten.map { "unwritten \($0)" } ?? reply.dropped.map { "dropped \($0)" }
            }
        }

        func close() { client.close() }
    }

    private func makePanel() async throws -> TestPanel {
        let panel = try TestPanel.stored()
        await panel.add("Ada", "271828", "owner")
        return panel
    }

    @Test("a reader receives all entries, from the first to the last, and then an empty answer")
    func reading() async throws {
        let panel = try await makePanel()
        await panel.advance(.milliseconds(1_500))
        await panel.unlock("271828")
        panel.engine.perform("gate")
        await panel.settle()
        let reader = await Reader(panel)
        await reader.read()
        #expect(reader.isOver && reader.failure == nil)
        #expect(reader.replies.last == Method.Reply())
        let entry = try #require(reader.replies.dropFirst().first?.entry)
        #expect(
            entry
                == LogEntry(
                    number: 2, time: 1_704_067_201.5, isSynchronized: true, who: "Ada", what: "unlock",
                    subject: "panel", outcome: "done"))
        #expect(reader.replies.dropFirst(2).first?.entry?.detail == "on")
        #expect(
            reader.replies.map { $0.entry?.title } == [nil, nil, "Gate", nil],
            "a control has a title; a person has none")
        #expect(
            reader.take() == [
                "program of user \(geteuid()) enrol Ada done", "Ada unlock panel done",
                "Ada perform org.example.test.gate done",
            ])
        await reader.read(.init(last: 1))
        #expect(reader.take() == ["Ada perform org.example.test.gate done"])
        await reader.read(.init(seconds: 1))
        #expect(reader.take().count == 2)
        await reader.read(.init(since: 1_704_067_201.5))
        #expect(reader.take().count == 2)
        await reader.read(.init(since: 1_704_067_202))
        #expect(reader.take() == [] && reader.isOver)
        for parameters in [
            Method.Parameters(seconds: 1, last: 1), .init(seconds: -1), .init(seconds: .greatestFiniteMagnitude),
            .init(since: -.greatestFiniteMagnitude),
        ] {
            await reader.read(parameters)
            #expect(reader.failure == "org.varlink.service.InvalidParameter")
        }
        reader.close()
        await panel.stop()
    }

    @Test(
        "root, the panel's user, and a connection with a valid PIN read the trail, a guest nothing, others a part"
    )
    func rights() async throws {
        let panel = try await makePanel()
        #expect(await panel.add("Robin", "582047", "guest") == nil)
        panel.service.administrators = []
        let refusal =
            "it shows who did what: give a PIN that is not a guest's, or ask as root or the panel's own user"
        let reduced = [Method.Reply(isReduced: true), .init()]
        let reader = await Reader(panel)
        await reader.read()
        #expect(reader.failure == nil && reader.replies == reduced)
        let wrong = await Reader(panel, pin: "500010")
        await wrong.read()
        #expect(wrong.failure == nil && wrong.replies == reduced)
        let guest = await Reader(panel, pin: "582047")
        #expect(guest.failure == nil, "the PIN is right")
        await guest.read()
        #expect(guest.failure == refusal)
        let right = await Reader(panel, pin: "271828")
        await right.read(.init(last: 1, follow: true))
        #expect(right.failure == nil && right.take().count == 1)
        await reader.read()
        #expect(reader.replies == reduced, "the PIN was another connection's")
        // The session's end is an entry that this reader no longer receives.
        await panel.advance(.seconds(301))
        await panel.settle()
        #expect(right.take() == [])
        #expect(right.failure == "the PIN was given too long ago: give it again")
        #expect(panel.lock.audit?.readings.isEmpty == true)
        for one in [reader, wrong, guest, right] { one.close() }
        await panel.stop()
    }

    @Test("a panel without a trail refuses a reader with that reason")
    func noTrail() async throws {
        let test = try await TestPanel.locked(SamplePanel.ordinary)
        let service = PanelService()
        service.engine = test.engine
        #expect(test.lock.audit == nil)
        let panel = try await makePanel()
        panel.service.engine = test.engine
        let reader = await Reader(panel)
        await reader.read()
        #expect(reader.failure == "the panel writes nothing down: its store cannot be opened (holdfast status)")
        panel.service.engine = nil
        await reader.read()
        #expect(reader.failure?.hasPrefix("the panel writes nothing down") == true)
        reader.close()
        await panel.stop()
    }

    @Test("a follower receives each entry as it is written, until it disconnects")
    func following() async throws {
        let panel = try await makePanel()
        let reader = await Reader(panel)
        await reader.read(.init(last: 10, follow: true))
        #expect(reader.take().count == 1 && !reader.isOver)
        await panel.unlock("271828")
        #expect(reader.take() == ["Ada unlock panel done"])
        #expect(panel.lock.audit?.readings.count == 1)
        reader.close()
        await panel.settle()
        #expect(panel.lock.audit?.readings.isEmpty == true)
        panel.engine.perform("gate")
        await panel.settle()
        await panel.stop()
    }

    @Test("a oneway call follows nothing, however often a client makes it")
    func oneway() async throws {
        let panel = try await makePanel()
        let client = VarlinkClient(path: panel.socket)
        for _ in 0..<10 {
            client.call(Method.self, .init(follow: true), oneway: true) { _ in }
            await panel.settle()
        }
        #expect(panel.lock.audit?.readings.isEmpty == true)
        client.close()
        await panel.stop()
    }

    @Test("the daemon's end ends a follower's call")
    func stopping() async throws {
        let panel = try await makePanel()
        let reader = await Reader(panel)
        await reader.read(.init(follow: true))
        await panel.stop()
        #expect(panel.lock.audit?.readings.isEmpty == true)
    }

    @Test("reading 10,000 entries pauses for a client that does not read, which later receives all in order")
    func long() async throws {
        let panel = try await makePanel()
        let audit = try #require(panel.lock.audit)
        let detail = String(repeating: "x", count: 200)
        func note(_ count: Int) async {
            for number in 0..<count { audit.note(.perform, by: .panel, of: "door \(number)", .done, detail: detail) }
            await panel.settle()
        }
        await note(9_999)
        let descriptor = try LocalSocket.connect(path: panel.socket)
        let call = Array(#"{"method":"io.holdfast.Panel.Log","parameters":{"follow":true},"more":true}"#.utf8) + [0]
        #expect(send(descriptor, call, call.count, Int32(MSG_NOSIGNAL)) == call.count)
        await panel.settle()
        weak let reading = audit.readings.first
        let last = try #require(reading?.last)
        #expect(last > 100 && last < 5_000, "what the kernel and the connection hold, and a part: \(last)")
        await note(500)
        #expect(reading?.last == last, "what is written meanwhile costs nothing")
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var text: [UInt8] = []
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 { text += bytes[..<count] }
            await EventLoop.panel.settle()
            if count < 0 && reading?.last == panel.store.lastAuditNumber { break }
        }
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            text += bytes[..<count]
            await EventLoop.panel.settle()
        }
        let numbers = text.split(separator: 0).compactMap { message in
            String(decoding: message, as: UTF8.self).firstMatch(of: /"number":(\d+)/).flatMap { Int($0.1) }
        }
        #expect(numbers == Array(1...10_500))
        close(descriptor)
        await panel.settle()
        #expect(audit.readings.isEmpty)
        await panel.stop()
    }

    @Test("A3 the entries of a private control are the same bytes in both directions")
    func privateState() async throws {
        let panel = try await makePanel()
        await panel.unlock("271828")
        let reader = await Reader(panel)
        await reader.read(.init(last: 0, follow: true))
        var lines: [String] = []
        for isOn in [true, false] {
            #expect(panel.engine.snapshot(of: "alarm")?.isOn == !isOn)
            panel.engine.perform("alarm")
            await panel.settle()
            var entry = try #require(reader.replies.last?.entry)
            entry.number = 1
            lines.append(
                String(decoding: try #require(VarlinkCoding.encode(entry, continues: true)), as: UTF8.self))
            #expect(reader.take() == ["Ada perform org.example.test.alarm done"])
        }
        #expect(lines[0] == lines[1])
        reader.close()
        await panel.stop()
    }

    @Test("entries that were dropped for newer ones are distinguished from entries that could not be written")
    func missing() async throws {
        let store = PanelStore.inMemory(auditLimit: 60)
        let log = AuditLog(store) {
            StoredMoment(wall: .init(milliseconds: 0, isSynchronized: false), bootID: "", boottime: 0)
        }
        func note(_ count: Int) async {
            for _ in 0..<count { log.note(.perform, by: .panel, .done) }
            await EventLoop.panel.settle()
        }
        func steps(_ reading: AuditReading) async -> [String] {
            var steps: [String] = []
            while true {
                let step = reading.next()
                switch step {
                case .record(let record): steps.append("\(record.number)")
                case .wait:
                    let isReading = reading.isReading
                    await EventLoop.panel.settle()
                    guard isReading else { return steps }
                case .end: return steps + ["end"]
                case .unwritten, .dropped, .failed: steps.append("\(step)")
                }
            }
        }
        await note(70)
        let whole = log.read(from: .oldest, follows: false)
        #expect(await steps(whole) == (11...70).map { "\($0)" } + ["end"], "earlier entries are no loss")
        let slow = log.read(from: .oldest, follows: true)
        #expect(slow.next() == .wait)
        await EventLoop.panel.settle()
        #expect(slow.next() == .wait)
        await EventLoop.panel.settle()
        await note(100)
        #expect(
            await steps(slow)
                == (11...60).map { "\($0)" } + ["dropped(50)"] + (111...170).map { "\($0)" })
        #expect(log.readings.count == 1 && log.readings.first === slow)
    }

    @Test("a gap in the numbers is reported as the number of unwritten entries, also at the start of a reading")
    func unwritten() throws {
        let store = PanelStore.inMemory()
        let moment = StoredMoment(wall: .init(milliseconds: 0, isSynchronized: true), bootID: "", boottime: 0)
        func record(_ number: Int64, after unwritten: Int64) -> AuditRecord {
            AuditRecord(
                number: number, unwritten: unwritten,
                entry: AuditEntry(moment: moment, who: "a", what: "b", outcome: "c"))
        }
        let reading = AuditReading(store, from: .since(moment), follows: false) { _ in false }
        reading.found(.success(3))
        let records = [record(5, after: 1), record(6, after: 0), record(9, after: 2)]
        reading.take(.success(records))
        #expect(reading.next() == .unwritten(1))
        #expect(reading.next() == .record(records[0]) && reading.next() == .record(records[1]))
        #expect(reading.next() == .unwritten(2) && reading.next() == .record(records[2]))
        reading.take(.failure(.closed(path: "p")))
        #expect(reading.next() == .failed(.closed(path: "p")))
    }
}
