import CSQLite
import EventLoop
import MonotonicTime

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
            "\(path): is no regular file"
        case .writableByOthers(let path, let mode):
            "\(path): others may write it (mode \(Self.octal(mode))); chmod go-w it"
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

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
