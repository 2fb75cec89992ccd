import EventLoop
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Durability", .timeLimit(.minutes(5)))
@PanelActor
struct DurabilityTests {
    @Test("the version of an open store is in the file's header, where the package of an older Holdfast reads it")
    func versionInHeader() throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        defer { try? store.close() }
        // PRAGMA user_version: bytes 60 to 63, the highest first (SQLite's file format, 1.3.14).
        let header = try Data(contentsOf: URL(filePath: folder.file)).prefix(64)
        #expect(Array(header.suffix(4)) == [0, 0, 0, UInt8(Migration.all.count)])
    }

    /// The files that a power cut would have left on the disk, and the promises made before it.
    private struct Remains: Sendable {
        var files: [String: [UInt8]]
        /// The number of the last change that was reported durable.
        var told: Int
        /// The number of the last change that was made.
        var made: Int
    }

    /// Collects the remains before each write of a folder, and in the middle of it.
    private final class Witness: Sendable {
        let told = Mutex(0)
        let made = Mutex(0)
        let remains = Mutex<[Remains]>([])

        init(_ folder: StoreFolder) {
            DiskTap.set(folder.path) { [unowned self, unowned folder] call in
                guard let files = try? folder.files else { return nil }
                var states = [files]
                if case .write(let bytes, let offset) = call.change {
                    var torn = files
                    let name = (call.path as NSString).lastPathComponent
                    torn[name] = Self.write(bytes.prefix(bytes.count / 2), at: Int(offset), into: files[name] ?? [])
                    states.append(torn)
                }
                let (told, made) = (told.withLock { $0 }, made.withLock { $0 })
                remains.withLock { remains in
                    remains += states.map { Remains(files: $0, told: told, made: made) }
                }
                return nil
            }
        }

        private static func write(_ bytes: ArraySlice<UInt8>, at offset: Int, into file: [UInt8]) -> [UInt8] {
            var file = file
            file += Array(repeating: 0, count: max(0, offset + bytes.count - file.count))
            file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return file
        }
    }

    @Test("a power cut at any write leaves a prefix of the changes with at least all that were reported durable")
    func powerCuts() async throws {
        let folder = try StoreFolder()
        var options = OpenedDatabase.Options()
        // The limit makes SQLite write the log back into the database several times.
        options.logPages = 12
        let store = PanelStore(
            try OpenedDatabase.open(path: folder.file, options: options), scheduler: VirtualScheduler())
        let witness = Witness(folder)
        var random = SplitMix64(seed: 3)
        var models = [store.contentsForTests]
        for number in 1...60 {
            witness.made.withLock { $0 = number }
            let told: PanelStore.Completion = { error in
                #expect(error == nil)
                witness.told.withLock { $0 = max($0, number) }
            }
            switch random.next() % 4 {
            case 0:
                let state = OutputState(isOn: random.once(in: 2), since: StoredMoment.at(Int64(number)).wall)
                store.setOutput(state, of: "output \(random.next() % 4)", completion: told)
            case 1:
                // Waits as a change of the layout does: for all changes before it.
                store.setSetting(String(repeating: "w", count: Int(random.next() % 9_000)), for: "layout")
                store.whenWritten(told)
            case 2:
                store.setDeadline(
                    StoredDeadline(kind: "k", purpose: "timer", duration: .seconds(60), at: .at(Int64(number))),
                    completion: told)
            default:
                let value = random.once(in: 3) ? nil : String(repeating: "v", count: Int(random.next() % 9_000))
                store.setSetting(value, for: "key \(random.next() % 4)", completion: told)
            }
            models.append(store.contentsForTests)
            if random.once(in: 2) { await EventLoop.panel.settle() }
            if random.once(in: 16) { try store.flush() }
        }
        try store.close()
        DiskTap.set(folder.path, nil)

        let remains = witness.remains.withLock { $0 }
        #expect(remains.count > 300, "\(remains.count)")
        #expect(remains.contains { $0.files["panel.db"] != remains.first?.files["panel.db"] })
        try await verify(remains, models)
    }

    /// Runs off the loop, which other tests need.
    private nonisolated func verify(_ remains: [Remains], _ models: [StoredContents]) async throws {
        let disk = try StoreFolder()
        for cut in remains {
            try disk.replaceFiles(by: cut.files)
            let opened = try OpenedDatabase.open(path: disk.file)
            #expect(opened.notices.isEmpty)
            #expect(models[cut.told...cut.made].contains(opened.contents), "\(cut.told)…\(cut.made)")
        }
    }

    @Test("a power cut at any write of the first opening leaves a file that can be opened")
    nonisolated func powerCutsAtFirst() throws {
        let folder = try StoreFolder()
        let witness = Witness(folder)
        _ = try OpenedDatabase.open(path: folder.file)
        DiskTap.set(folder.path, nil)
        let remains = witness.remains.withLock { $0 }
        #expect(remains.count > 20, "\(remains.count)")
        let disk = try StoreFolder()
        for cut in remains {
            try disk.replaceFiles(by: cut.files)
            let opened = try OpenedDatabase.open(path: disk.file)
            #expect(opened.notices.isEmpty, "\(cut.files.mapValues(\.count))")
            try StoreChange.setting(key: "a", "1").write(to: opened.connection)
        }
    }

    @Test(
        "a failed write of the first opening is reported, and the opening succeeds once the disk works",
        arguments: [ENOSPC, EIO])
    nonisolated func failingOpening(code: Int32) throws {
        var failures = 0
        for number in 0..<200 {
            let folder = try StoreFolder()
            let writes = Mutex(0)
            DiskTap.set(folder.path) { _ in
                writes.withLock { count in
                    count += 1
                    return count > number ? code : nil
                }
            }
            do throws(StoreError) {
                _ = try OpenedDatabase.open(path: folder.file)
            } catch {
                failures += 1
                guard case .database(_, folder.file, let result, _) = error else {
                    Issue.record("write \(number): \(error)")
                    continue
                }
                #expect([10, 13].contains(result & 0xff), "write \(number): \(error)")
            }
            DiskTap.set(folder.path, nil)
            #expect(try OpenedDatabase.open(path: folder.file).notices.isEmpty, "write \(number)")
            if writes.withLock({ $0 }) <= number { break }
        }
        #expect(failures > 5, "\(failures)")
    }

    @Test("after a failed write all durable changes stay, and the others are written with the next successful one")
    func failingWrites() async throws {
        for number in 0..<40 {
            let folder = try StoreFolder()
            var options = OpenedDatabase.Options()
            options.logPages = 4
            let store = PanelStore(
                try OpenedDatabase.open(path: folder.file, options: options), scheduler: VirtualScheduler())
            let writes = Mutex(0)
            DiskTap.set(folder.path) { _ in
                writes.withLock { count in
                    count += 1
                    return count == number + 1 || count == number + 2 ? EIO : nil
                }
            }
            var told: [String: String] = [:]
            for change in 0..<6 {
                store.setSetting("\(change)", for: "key \(change)") { error in
                    if error == nil { told["key \(change)"] = "\(change)" }
                }
                await EventLoop.panel.settle()
                let copy = try StoreFolder()
                try copy.replaceFiles(by: folder.files)
                let settings = try copy.contents().settings
                #expect(told.allSatisfy { settings[$0.key] == $0.value }, "write \(number)")
            }
            DiskTap.set(folder.path, nil)
            try store.close()
            #expect(try folder.contents().settings.count == 6)
        }
    }

    @Test("the end of a transaction is synced, and free pages keep nothing of a deleted row")
    func pragmas() throws {
        let folder = try StoreFolder()
        let connection = try OpenedDatabase.open(path: folder.file).connection
        let values: [(String, Int64)] = [
            ("synchronous", 2), ("secure_delete", 1), ("foreign_keys", 1), ("trusted_schema", 0),
            ("cell_size_check", 1),
            ("busy_timeout", 0), ("temp_store", 2), ("wal_autocheckpoint", 256), ("cache_size", 8),
        ]
        for (name, expected) in values {
            #expect(try connection.value("PRAGMA \(name)", as: Int64.self) == expected, "\(name)")
        }
        #expect(try connection.value("PRAGMA journal_mode", as: String.self) == "wal")
        #expect(try connection.value("PRAGMA locking_mode", as: String.self) == "exclusive")
        #expect(try connection.value("PRAGMA encoding", as: String.self) == "UTF-8")
    }
}
