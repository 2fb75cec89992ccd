import CFileAccess
import CSodium
import EventLoop
import Glibc

/// The device's own secret, part of all tags: without the key, an attacker cannot guess at the store's contents.
public struct DeviceKey: Sendable {
    /// The size of the key, in bytes.
    public static let byteCount = 32

    let bytes: SecretBytes

    /// Creates a random key for a simulation; it is stored nowhere.
    public static func random() -> DeviceKey { DeviceKey(bytes: .random(count: byteCount)) }

    /// Compares two keys in constant time.
    func isSame(as other: DeviceKey) -> Bool { bytes.isSame(as: other.bytes) }

    /// A tag that identifies this key beside a store with `salt`, and reveals nothing about the key.
    ///
    /// The salt is the tag's only input. The other inputs of this key, PINs' hashes and recovery codes, are longer, so
    /// their tags are never confused.
    func check(salt: [UInt8]) -> SecretTag {
        let input = SecretBytes(count: Credentials.saltByteCount)
        for (index, byte) in salt.prefix(input.count).enumerated() { input[index] = byte }
        let output = SecretBytes(count: SecretTag.byteCount)
        Primitives().mac(input, key: bytes, into: output)
        return output.withBytes { SecretTag(copying: UnsafeRawBufferPointer($0)) }
    }

    /// Reads the key at `path`: a regular file of exactly 32 bytes, owned by root or this process's user, that no other
    /// user may read.
    ///
    /// The last part of the path must not be a link. Folders in the path may be links, as systemd's credential folders
    /// are.
    public static func read(path: String) throws(DeviceKeyError) -> DeviceKey {
        // O_NONBLOCK: a FIFO in the file's place must not stop the panel.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch SystemCall.lastError {
            case ENOENT, ENOTDIR: throw .missing(path: path)
            case ELOOP: throw .symbolicLink(path: path)
            case let code: throw .failed(call: "open", path: path, code: code)
            }
        }
        defer { close(descriptor) }
        try check(descriptor, path: path)
        // One extra byte detects a longer file.
        let bytes = SecretBytes(count: byteCount + 1)
        let count = try readAll(descriptor, into: bytes, path: path)
        guard count == byteCount else { throw .wrongSize(path: path) }
        return DeviceKey(
            bytes: bytes.withBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<byteCount])) })
    }

    private static func check(_ descriptor: Int32, path: String) throws(DeviceKeyError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .failed(call: "fstat", path: path, code: SystemCall.lastError)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw .foreignOwner(path: path, owner: status.st_uid)
        }
        let mode = status.st_mode & 0o7777
        let isPrivate =
            switch holdfast_file_acl(descriptor, geteuid()) {
            case HOLDFAST_ACL_NONE: mode & 0o077 == 0
            // With an access control list, the group's bits are a mask. No user needs to write.
            case HOLDFAST_ACL_PRIVATE: mode & 0o027 == 0
            default: false
            }
        guard isPrivate else { throw .accessibleByOthers(path: path, mode: mode) }
    }

    private static func readAll(
        _ descriptor: Int32, into bytes: SecretBytes, path: String
    ) throws(DeviceKeyError) -> Int {
        var total = 0
        while total < bytes.count {
            let count = bytes.withBytes { bytes in
                Glibc.read(descriptor, bytes.baseAddress.map { $0 + total }, bytes.count - total)
            }
            if count == 0 { break }
            if count > 0 {
                total += count
            } else if SystemCall.lastError != EINTR {
                throw .failed(call: "read", path: path, code: SystemCall.lastError)
            }
        }
        return total
    }

    // MARK: Making one

    /// Creates a new key at `path`, where no file may exist. The file has mode 0600 and is durable on return.
    @discardableResult
    public static func make(at path: String) throws(DeviceKeyError) -> DeviceKey {
        let key = DeviceKey.random()
        try key.write(to: path)
        return key
    }

    /// Writes this key, from a backup, to `path`, where no file may exist. The file has mode 0600 and is durable on
    /// return.
    public func write(to path: String) throws(DeviceKeyError) {
        do throws(NewFile.Failure) {
            try bytes.withBytes { bytes throws(NewFile.Failure) in
                try NewFile.write(UnsafeRawBufferPointer(bytes), to: path)
            }
        } catch {
            if error.call == "open", error.code == EEXIST { throw .exists(path: path) }
            throw .failed(call: error.call, path: path, code: error.code)
        }
    }
}

/// The reason why the device's key cannot be read or created.
public enum DeviceKeyError: Error, Sendable, Equatable {
    /// A system call on the file failed; `code` is its `errno`.
    case failed(call: String, path: String, code: Int32)
    /// No file exists at the path.
    case missing(path: String)
    /// The file at the path is a symbolic link.
    case symbolicLink(path: String)
    /// The file at the path is a folder, a device or a socket.
    case notAFile(path: String)
    /// The file belongs to the user `owner`, who is neither this process's user nor root.
    case foreignOwner(path: String, owner: UInt32)
    /// The group, others, or a user named in an access control list may read or write the file; `mode` is its
    /// permissions.
    case accessibleByOthers(path: String, mode: UInt32)
    /// The file has fewer or more than 32 bytes.
    case wrongSize(path: String)
    /// A file already exists where a key is to be created.
    case exists(path: String)
}

extension DeviceKeyError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .failed(let call, let path, let code):
            "\(path): \(call): \(SystemCall.message(code))"
        case .missing(let path):
            "\(path): there is no device key; make one: holdfast pin key FILE"
        case .symbolicLink(let path):
            "\(path): is a symbolic link; the device key must be a file"
        case .notAFile(let path):
            "\(path): is not a regular file; the device key must be one, of 32 bytes"
        case .foreignOwner(let path, let owner):
            "\(path): the device key belongs to user \(owner), not to the panel's or root; chown it"
        case .accessibleByOthers(let path, let mode):
            "\(path): others can get at the device key (mode \(SystemCall.octal(mode))); chmod 0600 it"
        case .wrongSize(let path):
            "\(path): is not a device key, which has 32 bytes; if it never was one, remove it and make one: "
                + "holdfast pin key FILE"
        case .exists(let path):
            "\(path): is there already; a device key is never written over, since all PINs go with it"
        }
    }
}
