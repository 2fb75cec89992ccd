/// Why people cannot be written to a backup, or read from one.
public enum BackupError: Error, Sendable, Equatable {
    /// Nobody is enrolled, or there is no key.
    case nothingToKeep
    /// Those who are enrolled were enrolled with another key than the panel's.
    case otherKey
    /// The passphrase has fewer bytes than `minimum`.
    case shortPassphrase(minimum: Int)
    /// There is no memory for what the passphrase's hash needs.
    case outOfMemory
    /// The file has more bytes than any backup.
    case tooLarge(limit: Int)
    /// The file is something else.
    case notABackup
    /// Another Holdfast wrote it, in a form that this one does not know.
    case otherVersion
    /// The file ends too early.
    case truncated
    /// The hash that the file asks for is beyond what is done for one.
    case unusableCost
    /// It was written under another passphrase, or changed since.
    case wrongPassphrase
    /// It is authentic, and says what cannot be.
    case malformed
}
