import Foundation
import TestSupport
import Testing

@testable import Store

@Suite("The counter's file")
struct CounterFileTests {
    @Test("the counter counts in a file of fixed size that only its owner can access")
    func counts() throws {
        let folder = try StoreFolder()
        let counter = CounterFile(path: folder.file + ".count")
        #expect(try counter.read() == .missing)
        for value: Int64 in [0, 1, 2, 3, 1_000, 1 << 61] {
            try counter.write(value)
            #expect(try counter.read() == .value(value))
        }
        #expect(try folder.mode(of: "panel.db.count") == 0o600)
        #expect(try folder.files["panel.db.count"]?.count == CounterSlots.fileSize)
        #expect(try folder.files.count == 1)
    }

    @Test("a counter's write that is cut off anywhere leaves the last number or the new one")
    func torn() {
        var bytes = [UInt8](repeating: 0, count: CounterSlots.fileSize)
        var random = SplitMix64(seed: 1)
        var last: Int64 = 0
        for value: Int64 in [0, 1, 2, 3, 255, 256, 257, 65_535, 65_536, 1 << 40, (1 << 40) + 1] {
            let change = CounterSlots(bytes).change(to: value)
            var next = bytes
            next.replaceSubrange(change.offset..<change.offset + change.bytes.count, with: change.bytes)
            for count in 0..<change.bytes.count {
                var torn = bytes
                torn.replaceSubrange(change.offset..<change.offset + count, with: change.bytes.prefix(count))
                let read = CounterSlots(torn).value
                #expect(read == last || read == value || value == 0 && read == nil)
                // The torn slot no longer contains a number.
                torn[change.offset + count] ^= UInt8(random.number(in: 1...255))
                let other = CounterSlots(torn).value
                #expect(other == last || value < 2 && other == nil)
                // The next write repairs the slot.
                let repair = CounterSlots(torn).change(to: value)
                torn.replaceSubrange(repair.offset..<repair.offset + repair.bytes.count, with: repair.bytes)
                #expect(CounterSlots(torn).value == value)
            }
            #expect(CounterSlots(next).value == value)
            (bytes, last) = (next, value)
        }
    }

    @Test("any contents of the counter's file are a number, damage, or no counter")
    func anything() throws {
        var random = SplitMix64(seed: 2)
        let folder = try StoreFolder()
        let counter = CounterFile(path: folder.path + "/count")
        for length in [0, 1, 23, 24, 4_096, 4_119, 4_120, 9_000] {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            try folder.replaceFiles(by: ["count": bytes])
            #expect(try counter.read() == .damaged)
            try counter.write(7)
            #expect(try counter.read() == .value(7))
        }
        // A number beyond a store's greatest generation.
        let slot = CounterSlots([]).change(to: (1 << 61) + 1)
        #expect(CounterSlots(slot.bytes).value == nil)
        #expect(CounterSlots(CounterSlots([]).change(to: -1).bytes).value == nil)
    }

    @Test("a file that is not the panel's own counter is refused by name and left alone")
    func refused() throws {
        let folder = try StoreFolder()
        let path = folder.path + "/count"
        let counter = CounterFile(path: path)
        func refuses(_ error: StoreError, location: SourceLocation = #_sourceLocation) {
            #expect(throws: error, sourceLocation: location) { try counter.read() }
            #expect(throws: error, sourceLocation: location) { try counter.write(1) }
            unlink(path)
            rmdir(path)
        }
        symlink(folder.file, path)
        refuses(.symbolicLink(path: path))
        #expect(try folder.files.isEmpty)
        mkdir(path, 0o700)
        #expect(throws: StoreError.notAFile(path: path)) { try counter.read() }
        refuses(.notAFile(path: path))
    }

    @Test("a counter's file of another user, or that others may write, is refused")
    func foreign() throws {
        let folder = try StoreFolder()
        let path = folder.path + "/count"
        let counter = CounterFile(path: path)
        try counter.write(1)
        chmod(path, 0o602)
        #expect(throws: StoreError.writableByOthers(path: path, mode: 0o602)) { try counter.read() }
        chmod(path, 0o600)
        if geteuid() == 0 {
            chown(path, 12_345, 0)
            #expect(throws: StoreError.foreignOwner(path: path, owner: 12_345)) { try counter.write(2) }
            chown(path, 0, 0)
        } else {
            chmod(path, 0o400)
            #expect(throws: StoreError.readOnly(path: path)) { try counter.write(2) }
        }
        mkfifo(folder.path + "/pipe", 0o600)
        let pipe = folder.path + "/pipe"
        #expect(throws: StoreError.notAFile(path: pipe)) { try CounterFile(path: pipe).read() }
        #expect(throws: StoreError.self) { try CounterFile(path: folder.path + "/none/count").write(1) }
        #expect(try CounterFile(path: folder.path + "/none/count").read() == .missing)
    }
}
