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
