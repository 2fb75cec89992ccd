/// A GPIO line as a panel's file names it.
public struct LineDescription: Sendable, Hashable {
    /// The line's name (`GPIO17`, or a name of the kernel), or `CHIP:OFFSET`.
    public var name: String
    /// Whether the line is active while its voltage is low.
    public var isActiveLow: Bool
    /// The position of the line's name in the file.
    public var position: SourcePosition
}

/// The resistor inside the chip that holds an input while its contact is open.
public enum LineBias: String, Sendable, Hashable, CaseIterable {
    /// Holds the line high.
    case up
    /// Holds the line low.
    case down
    /// No resistor inside the chip: the board has a resistor of its own.
    case none
}

/// An input line that reports the actual state, independently of the requested state: a reed contact, the feedback of a
/// relay.
public struct SensorDescription: Sendable, Hashable {
    /// The line; active means on.
    public var line: LineDescription
    /// The resistor inside the chip.
    public var bias: LineBias
    /// The time that the line must keep a level before the level counts.
    public var debounce: Duration
    /// The value text while the line is active.
    public var valueOn: String?
    /// The value text while the line is inactive.
    public var valueOff: String?
}

/// An output line that a control drives, and its level after the panel stops driving it.
public struct OutputDescription: Sendable, Hashable {
    public var line: LineDescription
    /// Whether a panel that stops, crashes or hangs leaves the line active: `fail: open`.
    public var failsActive: Bool

    public init(_ line: LineDescription, failsActive: Bool = false) {
        self.line = line
        self.failsActive = failsActive
    }
}

/// The state of a toggle's line when the panel starts.
public enum RestoredState: String, Sendable, Hashable, CaseIterable, Written {
    /// Inactive, independently of the last state.
    case inactive
    /// The last state of the toggle.
    case last
    /// Active, independently of the last state.
    case active
}

/// The level of an output after a stop, a crash or a hang of the panel.
enum OutputFailure: String, Sendable, CaseIterable, Written {
    /// Inactive: a lock stays locked.
    case secure
    /// Active: a lock that is open while it has power stays open.
    case open
}
