import Foundation
import Testing

@testable import Authentication

@Suite("The device's key")
struct DeviceKeyTests {
    private let folder: TemporaryFolder
    private let bytes = (0..<32).map { UInt8($0) }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func refusal(_ path: String) -> DeviceKeyError? {
        do throws(DeviceKeyError) {
            _ = try DeviceKey.read(path: path)
            return nil
        } catch { return error }
    }

    @Test("a 32-byte file that only its owner can read is accepted as the device key", arguments: [0o600, 0o400])
    func read(mode: Int) throws {
        let path = try folder.write(bytes, to: "key", mode: mode)
        #expect(try DeviceKey.read(path: path).bytes.withBytes { Array($0) } == bytes)
    }

    @Test("a device key file of any size other than 32 bytes is refused", arguments: [0, 1, 31, 33, 64, 1 << 20])
    func size(count: Int) throws {
        let path = try folder.write([UInt8](repeating: 7, count: count), to: "key")
        #expect(refusal(path) == .wrongSize(path: path))
    }

    @Test(
        "a device key file that other users can access is refused, and the error has its mode",
        arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o666, 0o444, 0o440])
    func mode(mode: Int) throws {
        let path = try folder.write(bytes, to: "key", mode: mode)
        #expect(refusal(path) == .accessibleByOthers(path: path, mode: UInt32(mode)))
        #expect(refusal(path).map { "\($0)".contains("0\(String(mode, radix: 8))") } == true)
    }

    @Test("a missing device key, a link, a folder and a FIFO are refused, and the error names the path")
    func others() throws {
        let path = try folder.write(bytes, to: "key")
        let missing = folder.path + "/none"
        #expect(refusal(missing) == .missing(path: missing))
        #expect(refusal(missing).map { "\($0)".hasPrefix(missing + ": ") } == true)
        let link = folder.path + "/link"
        #expect(symlink(path, link) == 0)
        #expect(refusal(link) == .symbolicLink(path: link))
        #expect(refusal(folder.path) == .notAFile(path: folder.path))
        let fifo = folder.path + "/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(refusal(fifo) == .notAFile(path: fifo))
        // A link in place of a parent folder is accepted: systemd puts a link there for credentials.
        let linked = folder.path + "/folder"
        #expect(symlink(folder.path, linked) == 0)
        #expect(refusal(linked + "/key") == nil)
    }

    @Test("a device key file of another user is refused", .enabled(if: geteuid() == 0))
    func owner() throws {
        let path = try folder.write(bytes, to: "key")
        #expect(chown(path, 4_321, 0) == 0)
        #expect(refusal(path) == .foreignOwner(path: path, owner: 4_321))
    }

    /// An access control list of `system.posix_acl_access`: version 2, then tag, permissions, id.
    private func acl(_ entries: [(tag: UInt16, permissions: UInt16, id: UInt32)]) -> [UInt8] {
        var list: [UInt8] = [2, 0, 0, 0]
        for entry in entries {
            for value in [entry.tag, entry.permissions] { list += [UInt8(value & 0xFF), UInt8(value >> 8)] }
            list += (0..<4).map { UInt8(truncatingIfNeeded: entry.id >> UInt32(8 * $0)) }
        }
        return list
    }

    @Test(
        "a key file that an access control list opens to the panel's user alone, as systemd does, is accepted; others are not"
    )
    func accessControlList() throws {
        typealias Call =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
            ) -> Int32
        let symbol = try #require(dlsym(nil, "setxattr"))
        let setxattr = unsafeBitCast(symbol, to: Call.self)
        let none = UInt32.max
        func path(_ name: String, _ user: UInt32, group: UInt16 = 0, other: UInt16 = 0) throws -> String? {
            let path = try folder.write(bytes, to: name, mode: 0o400)
            let list = acl([(1, 4, none), (2, 4, user), (4, group, none), (0x10, 4, none), (0x20, other, none)])
            let result = setxattr(path, "system.posix_acl_access", list, list.count, 0)
            // A file system without access control lists has nothing to test.
            return result == 0 ? path : nil
        }
        guard let own = try path("own", geteuid()) else { return }
        var status = stat()
        #expect(stat(own, &status) == 0 && status.st_mode & 0o777 == 0o440)
        #expect(refusal(own) == nil)
        let stranger = try #require(try path("stranger", 4_321))
        #expect(refusal(stranger) == .accessibleByOthers(path: stranger, mode: 0o440))
        let group = try #require(try path("group", geteuid(), group: 4))
        #expect(refusal(group) == .accessibleByOthers(path: group, mode: 0o440))
        let other = try #require(try path("other", geteuid(), other: 4))
        #expect(refusal(other) == .accessibleByOthers(path: other, mode: 0o444))
    }

    @Test("making a device key writes 32 new random bytes with mode 0600 and never replaces an existing file")
    func making() throws {
        let path = folder.path + "/new"
        let before = umask(0)
        defer { umask(before) }
        let made = try DeviceKey.make(at: path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o600 && status.st_size == 32)
        #expect(try DeviceKey.read(path: path).bytes.withBytes { Array($0) } == made.bytes.withBytes { Array($0) })
        #expect(throws: DeviceKeyError.exists(path: path)) { try DeviceKey.make(at: path) }
        let other = try DeviceKey.make(at: folder.path + "/other")
        #expect(other.bytes.withBytes { Array($0) } != made.bytes.withBytes { Array($0) })
        let nowhere = folder.path + "/no/key"
        #expect(throws: DeviceKeyError.failed(call: "open", path: nowhere, code: ENOENT)) {
            try DeviceKey.make(at: nowhere)
        }
        // A dangling link is not followed.
        let link = folder.path + "/link"
        #expect(symlink(folder.path + "/target", link) == 0)
        #expect(throws: DeviceKeyError.exists(path: link)) { try DeviceKey.make(at: link) }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/target"))
    }

    @Test("each device key error is one line that names the path")
    func words() {
        let errors: [DeviceKeyError] = [
            .failed(call: "open", path: "/k", code: EIO), .missing(path: "/k"), .symbolicLink(path: "/k"),
            .notAFile(path: "/k"), .foreignOwner(path: "/k", owner: 7), .accessibleByOthers(path: "/k", mode: 0o644),
            .wrongSize(path: "/k"), .exists(path: "/k"),
        ]
        for error in errors {
            let text = "\(error)"
            #expect(text.hasPrefix("/k: ") && !text.contains("\n"))
        }
    }
}
