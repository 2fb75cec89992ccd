/// The address of a line: its chip and its offset on the chip.
public struct LineAddress: Sendable, Hashable {
    /// The chip's device file (`/dev/gpiochip0`), or the name of a simulated board's chip.
    public var chip: String

    /// The chip's label (`pinctrl-bcm2711`), which stays the same when chip numbers change between kernels.
    public var chipLabel: String

    /// The line's number on the chip, from 0.
    public var offset: Int

    /// The line's name in the kernel; `nil` for a line without a name.
    public var name: String?

    /// The label of a simulated board's chip.
    public static let simulatedLabel = "simulated"

    public init(chip: String, chipLabel: String, offset: Int, name: String?) {
        self.chip = chip
        self.chipLabel = chipLabel
        self.offset = offset
        self.name = name
    }

    /// The line's GPIO number on a Raspberry Pi's header, 0 to 27; `nil` for another line.
    package var headerLine: Int? {
        LineDirectory.headerLabels.contains(chipLabel) && LineDirectory.headerLines.contains(offset) ? offset : nil
    }

    /// Path and offset identify a line, so hashing the other texts would only cost time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(chip)
        hasher.combine(offset)
    }
}

/// A reference to a line in a panel's file: its name, or its chip and offset.
public enum LineReference: Sendable, Hashable {
    /// The line's name in the kernel, or on a Raspberry Pi's header `GPIO0` to `GPIO27`, whatever the kernel's name.
    case name(String)

    /// `CHIP:OFFSET`. The chip is given by its label, name (`gpiochip0`) or path, which may contain colons.
    case place(chip: String, offset: Int)

    /// Parses `CHIP:OFFSET` if the last colon has a chip before it and only decimal digits after it. Any other text
    /// is a name.
    public init(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else {
            self = .name(text)
            return
        }
        let digits = text[text.index(after: colon)...]
        // `Int` alone would also accept a sign.
        if digits.allSatisfy({ ("0"..."9").contains($0) }), let offset = Int(digits) {
            self = .place(chip: String(text[..<colon]), offset: offset)
        } else {
            self = .name(text)
        }
    }
}

/// The kernel's information about a line.
public struct LineInfo: Sendable, Hashable {
    public var address: LineAddress

    /// Whether the line is an output, as far as the kernel knows.
    public var isOutput: Bool

    /// The program or driver that has requested the line; `nil` for a free line. A driver without a name is shown as
    /// `kernel`.
    public var consumer: String?

    /// The resistor that the line's request has asked for, whether or not the chip has one; `nil` where the kernel knows
    /// of no request for a resistor.
    public var bias: Bias?

    public init(address: LineAddress, isOutput: Bool, consumer: String?, bias: Bias? = nil) {
        self.address = address
        self.isOutput = isOutput
        self.consumer = consumer
        self.bias = bias
    }
}
