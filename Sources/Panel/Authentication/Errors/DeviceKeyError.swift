/// Why the device's key cannot be read, or made.
public enum DeviceKeyError: Error, Sendable, Equatable {
    /// A system call on the file failed; `code` is its `errno`.
    case failed(call: String, path: String, code: Int32)
    /// There is nothing at the path.
    case missing(path: String)
    /// What lies at the path is a symbolic link.
    case symbolicLink(path: String)
    /// What lies at the path is a folder, a device or a socket.
    case notAFile(path: String)
    /// The file belongs to the user `owner`, who is neither this process's nor root.
    case foreignOwner(path: String, owner: UInt32)
    /// The group, others, or somebody named in an access control list may read or write it; `mode` is its permissions.
    case accessibleByOthers(path: String, mode: UInt32)
    /// It has fewer or more than 32 bytes.
    case wrongSize(path: String)
    /// A key is to be made where something is already.
    case exists(path: String)
}
