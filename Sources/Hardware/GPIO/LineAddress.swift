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

/// What a panel's file calls a line: its name, or its place on a chip.
public enum LineReference: Sendable, Hashable {
    /// The line's name as the kernel has it: `GPIO17`.
    case name(String)

    /// `CHIP:OFFSET`; the chip by its label, name (`gpiochip0`) or path, which may contain colons themselves.
    case place(chip: String, offset: Int)

    /// Reads `CHIP:OFFSET` where the last colon has a chip before it and nothing but decimal digits after it; all else
    /// is a name.
    public init(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else {
            self = .name(text)
            return
        }
        let digits = text[text.index(after: colon)...]
        // `Int` alone would also take a sign.
        if digits.allSatisfy({ ("0"..."9").contains($0) }), let offset = Int(digits) {
            self = .place(chip: String(text[..<colon]), offset: offset)
        } else {
            self = .name(text)
        }
    }
}

/// What the kernel tells of a line.
public struct LineInfo: Sendable, Hashable {
    /// Where the line is.
    public var address: LineAddress

    /// Whether the line drives, as far as the kernel knows.
    public var isOutput: Bool

    /// Who has requested the line, or `nil` where nobody has. A driver that gives no name is shown as `kernel`.
    public var consumer: String?

    /// What is known of the line at `address`.
    public init(address: LineAddress, isOutput: Bool, consumer: String?) {
        self.address = address
        self.isOutput = isOutput
        self.consumer = consumer
    }
}
