/// What happened at opening that people should be told, though the store is open.
public enum StoreNotice: Sendable, Hashable, CustomStringConvertible {
    /// The file at `path` was damaged: it lies at `kept` now, with its log beside it, and a new store was begun.
    case keptAside(path: String, kept: String, reason: String)
    /// The file at `path` was not the last store: it lies at `kept` now, with its log beside it, and a new store was
    /// begun.
    case rolledBack(path: String, kept: String, reason: String)
    /// There was a store at `path`, which is gone: a new one was begun.
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
