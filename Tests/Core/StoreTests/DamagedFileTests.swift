import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("Damaged files", .timeLimit(.minutes(5)))
struct DamagedFileTests {
    /// Makes the files of a store with a few pages of each table, and the contents after each transaction. With `log`,
    /// the files are as a power cut leaves them.
    private func makeFiles(log: Bool = false) throws -> (files: [String: [UInt8]], states: [StoredContents]) {
        let folder = try StoreFolder()
        var files: [String: [UInt8]] = [:]
        var states: [StoredContents] = []
        try withExtendedLifetime(try OpenedDatabase.open(path: folder.file).connection) { connection in
            states = try fill(connection)
            files = try folder.files
        }
        return (log ? files : try folder.files, states)
    }

    private static let layout =
        #"{"file":[{"kind":"org.example.hallway.lamp"}],"now":[{"kind":"org.example.hallway.door"}]}"#

    private static func fillLock(_ number: Int, _ connection: Connection) throws(StoreError) {
        let person = StoredPerson(
            id: Int64(number) + 1, ordinal: number, role: "guest", mac: Array(repeating: UInt8(number), count: 32),
            limits: "uses=\(number)")
        let lockout = StoredLockout(row: number, used: 1, isWaiting: number.isMultiple(of: 2))
        let entry = AuditEntry(moment: .at(7), who: "pad", what: "unlock", subject: "person", outcome: "refused")
        try StoreChange.person(name: "person \(number)", person).write(to: connection)
        try StoreChange.lockout(source: "source \(number % 3)", lockout).write(to: connection)
        try StoreChange.secret(key: "key \(number)", [UInt8(number)]).write(to: connection)
        try connection.setGeneration(Int64(number))
        let record = AuditRecord(number: Int64(number + 1), entry: entry)
        _ = try AuditTable(connection: connection).append(
            [AuditAddition(record: record)], bounds: AuditBounds(controls: 100))
    }

    private func fill(_ connection: Connection) throws -> [StoredContents] {
        var states = [StoredContents()]
        for number in 0..<60 {
            let output = OutputState(isOn: true, since: StoredMoment.at(7).wall)
            let deadline = StoredDeadline(kind: "k", purpose: "timer", duration: .seconds(9), at: .at(0))
            try connection.transaction { () throws(StoreError) in
                try StoreChange.output(kind: "output \(number)", output).write(to: connection)
                try StoreChange.setting(key: "key \(number)", String(repeating: "value", count: number))
                    .write(to: connection)
                try StoreChange.setting(key: "layout:buttons.button\(number).hold", Self.layout).write(to: connection)
                try StoreChange.deadline(kind: "k\(number)", purpose: "timer", deadline).write(to: connection)
                try Self.fillLock(number, connection)
            }
            states.append(try StoredContents(reading: connection))
        }
        return states
    }

    /// Opens the files in `folder`. The result is either the earlier store, or a new one with the files kept aside byte
    /// for byte. Returns whether they were kept aside.
    private func open(_ folder: StoreFolder, of damaged: [String: [UInt8]]) throws -> (
        contents: StoredContents, isKept: Bool
    ) {
        let opened = try OpenedDatabase.open(path: folder.file)
        guard !opened.notices.isEmpty else { return (opened.contents, false) }
        #expect(
            opened.notices.map { "\($0)".contains("kept as \(folder.file).damaged-1,") } == [true])
        #expect(!opened.notices.contains { "\($0)".contains("\n") }, "a log has it in one line: \(opened.notices)")
        let files = try folder.files
        for (name, bytes) in damaged {
            #expect(files[name.replacing("panel.db", with: "panel.db.damaged-1")] == bytes, "\(name)")
        }
        #expect(opened.contents == StoredContents())
        // The new store accepts writes.
        try StoreChange.setting(key: "a", "1").write(to: opened.connection)
        return (try StoredContents(reading: opened.connection), true)
    }

    @Test("a file that is cut off at any length is kept aside")
    func truncated() throws {
        let (files, states) = try makeFiles()
        let whole = try #require(files["panel.db"])
        #expect(whole.count > 8 * 4_096)
        let folder = try StoreFolder()
        let edges = stride(from: 4_096, to: whole.count, by: 4_096).flatMap { [$0 - 1, $0, $0 + 1] }
        for length in [1, 15, 16, 17, 99, 100, 101, 511, 512, 513] + edges + stride(from: 700, to: whole.count, by: 997)
        {
            let damaged = ["panel.db": Array(whole.prefix(length))]
            try folder.replaceFiles(by: damaged)
            #expect(try open(folder, of: damaged).isKept, "of \(length) bytes")
        }
        try folder.replaceFiles(by: files)
        let (read, isKept) = try open(folder, of: files)
        #expect(!isKept && read == states.last)
    }

    @Test("a file with changed bytes is opened, kept aside, or refused for its new version or owner")
    func flipped() throws {
        let (files, _) = try makeFiles()
        let whole = try #require(files["panel.db"])
        let folder = try StoreFolder()
        var random = SplitMix64(seed: 1)
        var kept = 0
        for round in 0..<400 {
            var bytes = whole
            var changed: [Int] = []
            // Every second round changes only the header and the schema, which are a small part of the file.
            let end = round.isMultiple(of: 2) ? 4_096 : bytes.count
            for _ in 0...random.number(in: 0...3) {
                let index = Int(random.number(in: 0...Int64(end - 1)))
                bytes[index] ^= UInt8(random.number(in: 1...255))
                changed.append(index)
            }
            try folder.replaceFiles(by: ["panel.db": bytes])
            do {
                if try open(folder, of: ["panel.db": bytes]).isKept { kept += 1 }
            } catch StoreError.newerVersion {
                #expect(changed.contains { (60..<64).contains($0) }, "user_version")
            } catch StoreError.foreignDatabase {
                #expect(changed.contains { (68..<72).contains($0) }, "application_id")
            }
        }
        #expect(kept > 200, "\(kept) of 400")
    }

    @Test("an index that does not match its table is damage")
    func index() throws {
        let (files, _) = try makeFiles()
        let whole = try #require(files["panel.db"])
        let folder = try StoreFolder()
        // The name is in the table, and in the index of names.
        let name = Array("person 37".utf8)
        let places = whole.indices.dropLast(name.count).filter { Array(whole[$0..<$0 + name.count]) == name }
        #expect(places.count == 2)
        for place in places {
            var bytes = whole
            bytes[place + 7] = UInt8(ascii: "x")
            try folder.replaceFiles(by: ["panel.db": bytes])
            #expect(try open(folder, of: ["panel.db": bytes]).isKept, "at \(place)")
        }
    }

    @Test("a store with changed first bytes is never refused, unless they make it another program's")
    func header() throws {
        let (files, _) = try makeFiles()
        let whole = try #require(files["panel.db"])
        let folder = try StoreFolder()
        for index in [0..<60, 64..<68, 72..<100].joined() {
            for value: UInt8 in [0, 3, 0xff] where value != whole[index] {
                var bytes = whole
                bytes[index] = value
                try folder.replaceFiles(by: ["panel.db": bytes])
                let isKept = try open(folder, of: ["panel.db": bytes]).isKept
                // The header text and the format versions above 2 are damage; version 1 is that of the other journal
                // mode.
                if index < 16 || (18...19).contains(index) && value > 2 { #expect(isKept, "\(value) at \(index)") }
            }
        }
    }

    @Test("a log that is changed or cut off gives an earlier state or none, never an error")
    func damagedLog() throws {
        let (files, states) = try makeFiles(log: true)
        let log = try #require(files["panel.db-wal"])
        let folder = try StoreFolder()
        try folder.replaceFiles(by: files)
        #expect(try open(folder, of: files).contents == states.last)
        var random = SplitMix64(seed: 2)
        for round in 0..<100 {
            var damaged = files
            var bytes = log
            if round.isMultiple(of: 2) {
                bytes[Int(random.number(in: 0...Int64(log.count - 1)))] ^= UInt8(random.number(in: 1...255))
            } else {
                bytes = Array(log.prefix(Int(random.number(in: 0...Int64(log.count - 1)))))
            }
            damaged["panel.db-wal"] = bytes
            try folder.replaceFiles(by: damaged)
            let (read, isKept) = try open(folder, of: damaged)
            #expect(isKept || states.contains(read))
        }
    }

    @Test("an empty file becomes a new store; a text, or a log without its database, is kept aside")
    func noDatabase() throws {
        let folder = try StoreFolder()
        try folder.replaceFiles(by: ["panel.db": []])
        #expect(try !open(folder, of: [:]).isKept)
        let texts = ["x", "name: Hallway\n", String(repeating: "text ", count: 5_000)].map { Array($0.utf8) }
        for bytes in texts + [Array(repeating: 0, count: 8_192)] {
            try folder.replaceFiles(by: ["panel.db": bytes])
            #expect(try open(folder, of: ["panel.db": bytes]).isKept)
        }
        let (files, _) = try makeFiles(log: true)
        let log = try #require(files["panel.db-wal"])
        for damaged in [["panel.db": [], "panel.db-wal": log], ["panel.db-wal": log]] {
            try folder.replaceFiles(by: damaged)
            #expect(try open(folder, of: damaged).isKept)
        }
    }

    @Test("each damaged file is kept under its own number")
    func numbers() throws {
        let folder = try StoreFolder()
        for number in 1...3 {
            try Data("text \(number)".utf8).write(to: URL(fileURLWithPath: folder.file))
            chmod(folder.file, 0o600)
            let opened = try OpenedDatabase.open(path: folder.file)
            let kept = "\(folder.file).damaged-\(number)"
            let reason = "it has only 6 bytes"
            #expect(opened.notices == [.keptAside(path: folder.file, kept: kept, reason: reason)])
        }
        #expect(try folder.files.count == 4)
        #expect(try folder.files["panel.db.damaged-2"] == Array("text 2".utf8))
    }
}
