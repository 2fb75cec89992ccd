import CSodium

/// People, the key of the device on which they were enrolled, and the panel's file, for a move to another board.
///
/// ```
///   "HOLDFAST-BACKUP-1\n"  operations  memory   salt  nonce │ device key, salt, cost, recovery, people, file │ authenticator
///   18 bytes               u32         u64      16    24    │ under Argon2id(passphrase)                     │ 16
///   └──────────────── authenticated, readable ──────────────┴────────── XChaCha20-Poly1305 ──────────────────┘
/// ```
///
/// Numbers are little-endian.
public struct PeopleBackup: Sendable {
    /// The shortest passphrase, in bytes: an attacker with the file can guess for years.
    public static let shortestPassphrase = 12
    /// The largest panel file that a backup holds, in bytes; a panel of 100 controls has 10 kB.
    public static let largestPanelFile = 256 << 10
    /// The largest backup that is read, in bytes; 64 people need 16 kB.
    public static let largestFile = largestPanelFile + 64 << 10

    /// The people and the parameters of their PINs' tags.
    public let credentials: Credentials
    /// The key of the PINs' tags.
    public let key: DeviceKey
    /// The bytes of the panel's file.
    public let panelFile: [UInt8]

    /// Creates a backup of `credentials`, their `key`, and a panel's file.
    public init(credentials: Credentials, key: DeviceKey, panelFile: [UInt8]) {
        (self.credentials, self.key, self.panelFile) = (credentials, key, panelFile)
    }

    private static let family = "HOLDFAST-BACKUP-"
    private static let header = "HOLDFAST-BACKUP-1\n"
    private static let saltStart = 30
    private static let nonceStart = 46
    private static let bodyStart = 70
    private static let authenticatorByteCount = 16

    // MARK: Writing

    /// Encrypts the backup and returns the bytes of the file. Blocks for the time of one hash of `cost`.
    public func sealed(passphrase: SecretBytes, cost: HashCost = .backup) throws(BackupError) -> [UInt8] {
        guard passphrase.count >= Self.shortestPassphrase else {
            throw .shortPassphrase(minimum: Self.shortestPassphrase)
        }
        guard panelFile.count <= Self.largestPanelFile else {
            throw .largePanelFile(limit: Self.largestPanelFile)
        }
        var header = Array(Self.header.utf8)
        withUnsafeBytes(of: UInt32(cost.operations).littleEndian) { header.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt64(cost.memory).littleEndian) { header.append(contentsOf: $0) }
        let random = SecretBytes.random(count: Self.bodyStart - Self.saltStart)
        random.withBytes { header.append(contentsOf: $0) }
        let key = try Self.key(of: header, passphrase: passphrase, cost: cost)
        let body = BackupBody.written(self)
        let nonce = Array(header[Self.nonceStart...])
        var sealed = [UInt8](repeating: 0, count: body.count + Self.authenticatorByteCount)
        // The function fails only for invalid lengths.
        _ = body.bytes.withPointer { plain in
            key.withPointer { key in
                crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed, nil, plain, UInt64(body.count), header, UInt64(header.count), nil, nonce, key)
            }
        }
        return header + sealed
    }

    private static func key(
        of header: [UInt8], passphrase: SecretBytes, cost: HashCost
    ) throws(BackupError) -> SecretBytes {
        let salt = Array(header[saltStart..<nonceStart])
        guard let key = Primitives().argon2id(passphrase, salt: salt, cost: cost) else { throw .outOfMemory }
        return key
    }

    // MARK: Reading

    /// Decrypts an untrusted file. Blocks for the time of one hash of the file's cost.
    ///
    /// - Throws: `BackupError` where the file is no backup, has another version, is cut off, needs another passphrase,
    ///   or has impossible contents.
    public init(opening file: [UInt8], passphrase: SecretBytes) throws(BackupError) {
        guard file.count <= Self.largestFile else { throw .tooLarge(limit: Self.largestFile) }
        guard file.starts(with: Self.family.utf8) else { throw .notABackup }
        guard file.starts(with: Self.header.utf8) else {
            // A file that ends within its first line does not show its version.
            throw Self.header.utf8.starts(with: file) ? .truncated : .otherVersion
        }
        guard file.count >= Self.bodyStart + Self.authenticatorByteCount else { throw .truncated }
        let header = Array(file[..<Self.bodyStart])
        let (operations, memory) = header.withUnsafeBytes { header in
            (
                UInt32(littleEndian: header.loadUnaligned(fromByteOffset: 18, as: UInt32.self)),
                UInt64(littleEndian: header.loadUnaligned(fromByteOffset: 22, as: UInt64.self))
            )
        }
        guard let cost = HashCost(operations: Int(operations), memory: Int(clamping: memory)) else {
            throw .unusableCost
        }
        let key = try Self.key(of: header, passphrase: passphrase, cost: cost)
        let plain = SecretBytes(count: file.count - Self.bodyStart - Self.authenticatorByteCount)
        let nonce = Array(header[Self.nonceStart...])
        let sealed = Array(file[Self.bodyStart...])
        let result = plain.withPointer { plain in
            key.withPointer { key in
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    plain, nil, nil, sealed, UInt64(sealed.count), header, UInt64(header.count), nonce, key)
            }
        }
        guard result == 0 else { throw .wrongPassphrase }
        self = try BackupBody.read(plain)
    }
}

/// The reason why a backup cannot be written or read.
public enum BackupError: Error, Sendable, Equatable {
    /// The panel has no people or no device key.
    case nothingToKeep
    /// The people were enrolled with a key other than the panel's.
    case otherKey
    /// The passphrase has fewer bytes than `minimum`.
    case shortPassphrase(minimum: Int)
    /// The panel's file is larger than a backup takes; `limit` is in bytes.
    case largePanelFile(limit: Int)
    /// There is no memory for the hash of the passphrase.
    case outOfMemory
    /// The file is larger than any backup; `limit` is in bytes.
    case tooLarge(limit: Int)
    /// The file is not a backup.
    case notABackup
    /// Another Holdfast wrote the file, in a format that this Holdfast does not know.
    case otherVersion
    /// The file ends too early.
    case truncated
    /// The cost of the passphrase's hash, or of the hash of the people's PINs, exceeds the limits of a panel.
    case unusableCost
    /// The file has another passphrase, or was changed after writing.
    case wrongPassphrase
    /// The file is authentic, but its contents are impossible.
    case malformed
}

extension BackupError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .nothingToKeep: "there is nobody to back up"
        case .otherKey: "people were enrolled with another device key, without which their PINs are worth nothing"
        case .shortPassphrase(let minimum): "a backup's passphrase has at least \(minimum) bytes"
        case .largePanelFile(let limit): "the panel's file has more than \(limit) bytes, which a backup does not take"
        case .outOfMemory: "there is no memory for hashing the passphrase"
        case .tooLarge(let limit): "is not a backup: it has more than \(limit) bytes"
        case .notABackup: "is not a backup of Holdfast's"
        case .otherVersion: "was written by another version of Holdfast; update Holdfast"
        case .truncated: "is cut off"
        case .unusableCost: "asks for a hash that costs more, or less, than a panel's"
        case .wrongPassphrase: "was written under another passphrase, or has been changed"
        case .malformed: "says what cannot be"
        }
    }
}
