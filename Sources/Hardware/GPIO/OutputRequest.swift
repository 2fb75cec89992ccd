import EventLoop

/// Output lines that this process holds.
@PanelActor
public protocol OutputRequest: AnyObject {
    /// Where the lines are, in the order of the request.
    var addresses: [LineAddress] { get }

    /// Drives one line, given by its place in the request.
    func set(_ line: Int, isActive: Bool) throws(GPIOError)

    /// Drives all lines, one state for each in the order of the request: at once where the kernel's ABI can do that, else
    /// one after the other.
    func set(_ states: [Bool]) throws(GPIOError)

    /// What each line is driven to; of one that floats, what it is.
    func levels() throws(GPIOError) -> [Bool]

    /// Gives the lines back. What they do then is the chip's matter: most go on driving, so make them inactive first.
    func release()
}

extension OutputRequest {
    /// Drives the lines one after the other.
    public func set(_ states: [Bool]) throws(GPIOError) {
        for (line, isActive) in states.enumerated() { try set(line, isActive: isActive) }
    }
}

/// How an output line is to be requested.
public struct OutputConfiguration: Sendable, Hashable {
    /// The line's name as the kernel has it (`GPIO18`), or `CHIP:OFFSET`.
    public var line: String

    /// Whether the low level is the active one.
    public var isActiveLow: Bool

    /// The state that the line takes with the request itself, without a moment as an input or in the other state, so
    /// that a relay does not click.
    public var isActive: Bool

    /// How the line is driven.
    public var drive: OutputDrive

    /// An output on `line`.
    public init(line: String, isActiveLow: Bool = false, isActive: Bool = false, drive: OutputDrive = .pushPull) {
        self.line = line
        self.isActiveLow = isActiveLow
        self.isActive = isActive
        self.drive = drive
    }
}

/// How an output drives its line.
public enum OutputDrive: Sendable, Hashable {
    /// To either level.
    case pushPull

    /// To the low level alone; otherwise the line floats, held by the chip's resistor. Several such outputs may be
    /// connected to each other.
    ///
    /// A chip that cannot do that is made an input meanwhile (`gpio_set_open_drain_value_commit` in
    /// `drivers/gpio/gpiolib.c`); a bias that its driver cannot set stays as it is.
    case openDrain(Bias)
}
