/// Why the store cannot be opened, or does not take a write. `StoreError+Description.swift` has the words.
public enum StoreError: Error, Sendable, Hashable {
    /// A system call on a file or folder failed; `code` is its `errno`.
    case failed(call: String, path: String, code: Int32)
    /// A call of SQLite failed; `code` is its extended result code, `message` what it says of it.
    case database(call: String, path: String, code: Int32, message: String)
    /// The folder that shall hold the file is not there.
    case noFolder(path: String)
    /// What lies at the path is a symbolic link.
    case symbolicLink(path: String)
    /// What lies at the path is a folder, a device or a socket.
    case notAFile(path: String)
    /// The group or everybody may write the file or folder; `mode` is its permissions.
    case writableByOthers(path: String, mode: UInt32)
    /// The file or folder belongs to the user `owner`, who is neither this process's nor root.
    case foreignOwner(path: String, owner: UInt32)
    /// This process may not write the file, or its file system is read-only.
    case readOnly(path: String)
    /// Another process, or another store in this one, has the file open.
    case locked(path: String)
    /// A later Holdfast wrote the file; this one knows the versions up to `known`.
    case newerVersion(path: String, version: Int64, known: Int64)
    /// The file is a database of another program.
    case foreignDatabase(path: String)
    /// The file is no database, or a damaged one.
    case damaged(path: String, reason: String)
    /// The file is a store, but an older one than the last that its counter knows, or that cannot be told.
    case rolledBack(path: String, reason: String)
    /// What shall be kept is too small or too large; `bytes` is what it may have, as UTF-8 where it is a text.
    case outOfBounds(path: String, what: String, bytes: ClosedRange<Int>)
    /// Somebody shall be kept by a number that is not greater than 0.
    case invalidIdentity(path: String, id: Int64)
    /// The file was moved or removed while it was open.
    case moved(path: String)
    /// The disk has not finished a write within `limit`; it may do so later.
    case stalled(path: String, limit: Duration)
    /// The store was closed before.
    case closed(path: String)
}
