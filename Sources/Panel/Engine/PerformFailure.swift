import GPIO

/// Why a control did not do what it was asked to.
enum PerformFailure: Error, Hashable, CustomStringConvertible {
    /// Its line could not be driven.
    case line(GPIOError)
    /// It did not finish in time.
    case timeout(Duration)
    /// A rehearsal wants it so.
    case rehearsed(String)

    var description: String {
        switch self {
        case .line(let error): error.description
        case .timeout(let limit): "not finished within \(limit.components.seconds) s"
        case .rehearsed(let words): words
        }
    }
}
