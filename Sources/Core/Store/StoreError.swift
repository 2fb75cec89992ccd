import CSQLite
import EventLoop
import MonotonicTime

/// The reason why the store cannot be opened, or a write failed.
public enum StoreError: Error, Sendable, Hashable {
    /// A system call on a file or folder failed; `code` is its `errno`.
    case failed(call: String, path: String, code: Int32)
    /// A call of SQLite failed; `code` is the extended result code, `message` is SQLite's text for the error.
    case database(call: String, path: String, code: Int32, message: String)
    /// The folder of the file does not exist.
    case noFolder(path: String)
    /// The file at the path is a symbolic link.
    case symbolicLink(path: String)
    /// The file at the path is a folder, a device or a socket.
    case notAFile(path: String)
    /// The group or others may write the file or folder; `mode` is its permissions.
    case writableByOthers(path: String, mode: UInt32)
    /// The file or folder belongs to the user `owner`, who is neither this process's user nor root.
    case foreignOwner(path: String, owner: UInt32)
    /// This process may not write the file, or its file system is read-only.
    case readOnly(path: String)
    /// Another process, or another store in this process, has the file open.
    case locked(path: String)
    /// A later Holdfast wrote the file; this Holdfast knows the versions up to `known`.
    case newerVersion(path: String, version: Int64, known: Int64)
    /// The file is a database of another program.
    case foreignDatabase(path: String)
    /// The file is not a database, or is damaged.
    case damaged(path: String, reason: String)
    /// The file is a store older than its counter, or the counter is gone and the store's age is unknown.
    case rolledBack(path: String, reason: String)
    /// A value is too small or too large. `bytes` is the permitted size; texts are measured in UTF-8.
    case outOfBounds(path: String, what: String, bytes: ClosedRange<Int>)
    /// A person's number is not greater than 0.
    case invalidIdentity(path: String, id: Int64)
    /// The file was moved or removed while it was open.
    case moved(path: String)
    /// The disk did not finish a write within `limit`; the write may still finish later.
    case stalled(path: String, limit: Duration)
    case closed(path: String)
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .failed(let call, let path, let code):
            "\(path): \(call): \(SystemCall.message(code))"
        case .database(let call, let path, let code, let message):
            "\(path): \(call): \(message) (SQLite \(code))\(Self.advice(code))"
        case .noFolder(let path):
            "\(path): there is no such folder; make it, of mode 0700 and owned by the panel's user"
        case .symbolicLink(let path):
            "\(path): is a symbolic link; the store must be a file"
        case .notAFile(let path):
            "\(path): is not a regular file"
        case .writableByOthers(let path, let mode):
            "\(path): others may write it (mode \(SystemCall.octal(mode))); chmod go-w it"
        case .foreignOwner(let path, let owner):
            "\(path): belongs to user \(owner), not to the panel's; chown it"
        case .readOnly(let path):
            "\(path): cannot be written; is the file system mounted read-only?"
        case .locked(let path):
            "\(path): locked by another process; only one panel can have a store"
        case .newerVersion(let path, let version, let known):
            "\(path): was written by a later Holdfast (version \(version); this one knows \(known)); update Holdfast"
        case .foreignDatabase(let path):
            "\(path): is a database of another program; choose another path"
        case .damaged(let path, let reason):
            "\(path): is damaged: \(reason)"
        case .rolledBack(let path, let reason):
            "\(path): is not the last store: \(reason)"
        case .outOfBounds(let path, let what, let bytes):
            "\(path): \(what) must have from \(bytes.lowerBound) to \(bytes.upperBound) bytes"
        case .invalidIdentity(let path, let id):
            "\(path): a person's number must be greater than 0, not \(id)"
        case .moved(let path):
            "\(path): was moved or removed while it was in use; restart the panel"
        case .stalled(let path, let limit):
            "\(path): the disk has not finished a write within \(limit.text); is the disk or card all right?"
        case .closed(let path):
            "\(path): the store is closed"
        }
    }

    private static func advice(_ code: Int32) -> String {
        switch code & 0xff {
        case SQLITE_FULL: "; free some space"
        case SQLITE_IOERR: "; is the disk or card all right?"
        default: ""
        }
    }
}

/// A finding at opening that users should see, although the store is open.
public enum StoreNotice: Sendable, Hashable, CustomStringConvertible {
    /// The file at `path` was damaged. It was renamed to `kept`, with its log, and a new store was created.
    case keptAside(path: String, kept: String, reason: String)
    /// The file at `path` was not the last store. It was renamed to `kept`, with its log, and a new store was created.
    case rolledBack(path: String, kept: String, reason: String)
    /// The store at `path` is gone; a new store was created.
    case gone(path: String, reason: String)

    public var description: String {
        switch self {
        case .keptAside(let path, let kept, let reason):
            "\(path): was damaged (\(reason)); kept as \(kept), and a new store was begun"
        case .rolledBack(let path, let kept, let reason):
            "\(path): was not the last store (\(reason)); kept as \(kept), and a new store was begun"
        case .gone(let path, let reason):
            "\(path): was lost (\(reason)); a new store was begun"
        }
    }
}
