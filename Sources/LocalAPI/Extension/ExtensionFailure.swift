/// Why an extension did not do what it was asked to.
public enum ExtensionFailure: Error, Sendable, Hashable {
    /// It could not be reached: nothing was asked of it.
    case absent(reason: String)
    /// It went away before it answered: whether it did what it was asked to is not known.
    case lost
    /// What it answered is no answer; `problem` says why.
    case invalid(problem: String)
    /// It answered with an error.
    case refused(reason: String)
}

extension ExtensionFailure: CustomStringConvertible {
    /// The reason in words, to follow the extension's name.
    public var description: String {
        switch self {
        case .absent(let reason): "cannot be reached: \(reason)"
        case .lost: "went away before it answered"
        case .invalid(let problem): "gave an answer that is none: \(problem)"
        case .refused(let reason): reason
        }
    }
}
