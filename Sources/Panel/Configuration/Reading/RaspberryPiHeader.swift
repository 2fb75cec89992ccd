/// The 40-pin header of a Raspberry Pi (Raspberry Pi documentation, "GPIO and the 40-pin header").
public enum RaspberryPiHeader {
    /// The numbers of the lines on the header: `GPIO0` to `GPIO27`.
    public static let lines = pins.indices

    /// The lines that are pulled up after a reset; the others are pulled down (BCM2835 ARM Peripherals, table 6-31,
    /// column "Pull").
    public static let pulledUp = 0...8

    /// The lines to the memory of an add-on board, which the firmware reads at boot.
    public static let addOnMemory = 0...1

    /// The number of pins; those without a line are supply or ground.
    public static let pinCount = 40

    private static let pins = [
        27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
    ]

    /// The pin of a line, from 1 to 40; `nil` for a line that is not on the header.
    public static func pin(ofLine line: Int) -> Int? { pins.indices.contains(line) ? pins[line] : nil }

    /// The line on a pin; `nil` for supply, ground, and a pin that is not there.
    public static func line(ofPin pin: Int) -> Int? { pins.firstIndex(of: pin) }
}
