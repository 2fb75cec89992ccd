/// An output line that a control drives, and how it is left when nobody drives it any more.
public struct OutputDescription: Sendable, Hashable {
    /// The line.
    public var line: LineDescription
    /// Whether a panel that stops, crashes or hangs leaves the line active: `fail: open`.
    public var failsActive: Bool

    /// An output of its parts.
    public init(_ line: LineDescription, failsActive: Bool = false) {
        self.line = line
        self.failsActive = failsActive
    }
}

/// What a toggle's line is when the panel starts.
public enum RestoredState: String, Sendable, Hashable, CaseIterable, Written {
    /// Inactive, whatever it was.
    case inactive
    /// As the toggle was left last.
    case last
    /// Active, whatever it was.
    case active

    var written: String { rawValue }
}

/// What a stop, a crash or a hang leaves of an output.
enum OutputFailure: String, Sendable, CaseIterable, Written {
    /// Inactive: a lock stays locked.
    case secure
    /// Active: a lock that is open while it has power stays open.
    case open

    var written: String { rawValue }
}
