/// The 40-pin header of a Raspberry Pi (Raspberry Pi documentation, "GPIO and the 40-pin header").
public enum RaspberryPiHeader {
    /// The numbers of the lines on the header: `GPIO0` to `GPIO27`.
    public static let lines = pins.indices

    /// The lines that are pulled up after a reset; the others are pulled down (BCM2835 ARM Peripherals, table 6-31,
    /// column "Pull").
    public static let pulledUp = 0...8

    /// The lines to the memory of an add-on board, which the firmware reads at boot.
    public static let addOnMemory = 0...1

    /// The lines of I²C with their names. The board has a resistor of 1.8 kΩ to 3.3 V at each.
    public static let i2c = [2: "SDA", 3: "SCL"]

    /// The lines without another use on a board with I²C, SPI and the serial console switched on.
    static let plainLines = [17, 27, 22, 23, 24, 25, 5, 6, 16, 26, 4, 12, 13, 18, 19, 20, 21]

    /// The number of `GPIO0` in `/sys/class/gpio` (Linux 6.6 and later, boards before the Raspberry Pi 5).
    static let firstNumberInSys = 512

    /// The number of pins; those without a line are supply or ground.
    public static let pinCount = 40

    private static let pins = [
        27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
    ]

    /// The pin of a line, from 1 to 40; `nil` for a line that is not on the header.
    public static func pin(ofLine line: Int) -> Int? { pins.indices.contains(line) ? pins[line] : nil }

    /// The lines that Debian's kernel calls by their function, with their names in lower case.
    ///
    /// The names are in `gpio-line-names` of the kernel's `arch/arm/boot/dts/broadcom/bcm283*-rpi-*.dts` and
    /// `bcm2711-rpi-*.dts`, and mean the same line on every board that has them. `TXD0` and `RXD0` are missing here: they
    /// are GPIO14 and GPIO15 on some boards, and on others the lines to the Bluetooth chip.
    private static let kernelNames = [
        "id_sda": 0, "id_scl": 1, "sda1": 2, "scl1": 3, "gpio_gclk": 4, "spi_ce1_n": 7, "spi_ce0_n": 8, "spi_miso": 9,
        "spi_mosi": 10, "spi_sclk": 11, "txd1": 14, "rxd1": 15,
    ]

    /// The number of the line that Debian's kernel calls so, such as 4 for `GPIO_GCLK`, in any letter case; `nil` for
    /// another name, and for a name that means different lines on different boards.
    public static func line(kernelName name: String) -> Int? { kernelNames[name.lowercased()] }

    /// The line on a pin; `nil` for supply, ground, and a pin that is not there.
    public static func line(ofPin pin: Int) -> Int? { pins.firstIndex(of: pin) }
}
