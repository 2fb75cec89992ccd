/// A GPIO line as a panel's file names it.
public struct LineDescription: Sendable, Hashable {
    /// The line's name (`GPIO17`), or `CHIP:OFFSET`.
    public var name: String
    /// Whether the line is active while its voltage is low.
    public var isActiveLow: Bool
    /// Where the file names it.
    public var position: SourcePosition

    /// A line of its parts.
    public init(name: String, isActiveLow: Bool, position: SourcePosition) {
        self.name = name
        self.isActiveLow = isActiveLow
        self.position = position
    }
}

/// The resistor inside the chip that holds an input while its contact is open.
public enum LineBias: String, Sendable, Hashable, CaseIterable {
    /// Holds the line high.
    case up
    /// Holds the line low.
    case down
    /// No resistor: the board has one of its own.
    case none
}

/// An input line that says what is so, whatever was wished for: a reed contact, the feedback of a relay.
public struct SensorDescription: Sendable, Hashable {
    /// The line; active means on.
    public var line: LineDescription
    /// The resistor inside the chip.
    public var bias: LineBias
    /// How long the line must keep a level for it to count.
    public var debounce: Duration
    /// The value text while the line is active.
    public var valueOn: String?
    /// The value text while the line is inactive.
    public var valueOff: String?

    /// A sensor of its parts.
    public init(
        line: LineDescription, bias: LineBias, debounce: Duration, valueOn: String? = nil, valueOff: String? = nil
    ) {
        self.line = line
        self.bias = bias
        self.debounce = debounce
        self.valueOn = valueOn
        self.valueOff = valueOff
    }
}

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
