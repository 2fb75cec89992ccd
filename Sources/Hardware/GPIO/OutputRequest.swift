import EventLoop

/// Output lines held by this process until `release`.
@PanelActor
public protocol OutputRequest: AnyObject {
    /// The addresses of the lines, in the order of the request.
    var addresses: [LineAddress] { get }

    /// Drives one line, given by its index in the request.
    func set(_ line: Int, isActive: Bool) throws(GPIOError)

    /// Drives all lines, with one state for each in the order of the request. The lines change at once where the
    /// kernel's ABI supports that, else one after the other.
    func set(_ states: [Bool]) throws(GPIOError)

    /// The driven level of each line; for a floating line, its present level.
    func levels() throws(GPIOError) -> [Bool]

    /// Releases the lines. Most chips then go on driving them, so make the lines inactive first.
    func release()
}

extension OutputRequest {
    /// Drives the lines one after the other.
    public func set(_ states: [Bool]) throws(GPIOError) {
        for (line, isActive) in states.enumerated() { try set(line, isActive: isActive) }
    }
}

/// The settings for requesting an output line.
public struct OutputConfiguration: Sendable, Hashable {
    /// The line's name as the kernel has it (`GPIO18`), or `CHIP:OFFSET`.
    public var line: String

    /// Whether the active level is the low one.
    public var isActiveLow: Bool

    /// The state that the line takes at the request itself. The line is at no time an input or in the other state, so
    /// that a relay does not click.
    public var isActive: Bool

    /// The line's drive: both levels, or the low one alone.
    public var drive: OutputDrive

    /// An output on `line`.
    public init(line: String, isActiveLow: Bool = false, isActive: Bool = false, drive: OutputDrive = .pushPull) {
        self.line = line
        self.isActiveLow = isActiveLow
        self.isActive = isActive
        self.drive = drive
    }
}

/// The levels that an output drives.
public enum OutputDrive: Sendable, Hashable {
    /// Both levels.
    case pushPull

    /// The low level alone. Otherwise the line floats, and the chip's resistor sets its level. Several such outputs
    /// may be connected to each other.
    ///
    /// A chip without open-drain outputs makes the floating line an input (`gpio_set_open_drain_value_commit` in
    /// `drivers/gpio/gpiolib.c`). A bias that the chip's driver cannot set stays unchanged.
    case openDrain(Bias)
}
