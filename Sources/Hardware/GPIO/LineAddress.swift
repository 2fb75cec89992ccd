/// Where a line is: the chip and the place on it.
public struct LineAddress: Sendable, Hashable {
    /// The chip's device file (`/dev/gpiochip0`); a simulated board's chips have a name alone.
    public var chip: String

    /// The chip's label (`pinctrl-bcm2711`), which stays when chip numbers move between kernels.
    public var chipLabel: String

    /// The line's number on the chip, from 0.
    public var offset: Int

    /// The line's name, where it has one.
    public var name: String?

    /// A line of a chip.
    public init(chip: String, chipLabel: String, offset: Int, name: String?) {
        self.chip = chip
        self.chipLabel = chipLabel
        self.offset = offset
        self.name = name
    }

    /// Path and offset tell lines apart; texts that follow from them would only cost time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(chip)
        hasher.combine(offset)
    }
}
