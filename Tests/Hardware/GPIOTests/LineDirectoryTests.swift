import GPIO
import Testing

@Suite("Line directory")
struct LineDirectoryTests {
    private let directory = LineDirectory(chips: [
        .init(path: "/dev/gpiochip0", label: "raspberrypi-exp-gpio", lineNames: ["BT_ON", "GPIO17", "-"]),
        // A chip that is too short for the numbers 17 and 18.
        .init(path: "/dev/gpiochip1", label: "pinctrl-bcm2711", lineNames: ["ID_SDA", "GPIO17", "GPIO18", "-", "-"]),
        .init(path: "/dev/gpiochip2", label: "pcf8574", lineNames: [nil, "BT_ON"]),
        .init(path: "/dev/gpiochip3", label: "pcf8574", lineNames: ["LAMP"]),
    ])

    private func place(_ text: String) throws(GPIOError) -> [Int] {
        let (chip, offset) = try directory.place(of: LineReference(text))
        return [chip, offset]
    }

    @Test("a line's name is looked up on all chips")
    func name() throws {
        #expect(try place("GPIO18") == [1, 2])
        #expect(try place("LAMP") == [3, 0])
    }

    @Test("a name of a Raspberry Pi's header means the header's line, whatever names other chips have")
    func header() throws {
        #expect(try place("GPIO17") == [1, 1])
    }

    @Test("a name that several lines have is refused")
    func ambiguous() {
        #expect(
            throws: GPIOError.ambiguousLine(
                "BT_ON", chips: ["gpiochip0 [raspberrypi-exp-gpio]", "gpiochip2 [pcf8574]"])
        ) { try place("BT_ON") }
        #expect(
            throws: GPIOError.ambiguousLine("-", chips: ["gpiochip1 [pinctrl-bcm2711]", "gpiochip1 [pinctrl-bcm2711]"])
        ) { try place("-") }
    }

    @Test("a chip is found by label, name or path")
    func chip() throws {
        for text in ["pinctrl-bcm2711:4", "gpiochip1:4", "/dev/gpiochip1:4"] { #expect(try place(text) == [1, 4]) }
        #expect(throws: GPIOError.ambiguousChip("pcf8574", chips: ["gpiochip2 [pcf8574]", "gpiochip3 [pcf8574]"])) {
            try place("pcf8574:0")
        }
        #expect(throws: GPIOError.offsetOutOfRange(line: "gpiochip1:5", count: 5)) { try place("gpiochip1:5") }
    }

    @Test("the error of a missing line or chip lists the existing ones")
    func missing() {
        let all = directory.chips.map(\.description)
        #expect(throws: GPIOError.noSuchLine("GPIO99", chips: all)) { try place("GPIO99") }
        #expect(throws: GPIOError.noSuchChip("gpiochip9", known: all)) { try place("gpiochip9:0") }
    }

    @Test("a directory of listed lines has the chips of these lines")
    func listed() {
        let lines = directory.chips.flatMap { chip in
            chip.lineNames.enumerated().map { offset, name in
                LineInfo(
                    address: LineAddress(chip: chip.path, chipLabel: chip.label, offset: offset, name: name),
                    isOutput: false, consumer: nil)
            }
        }
        #expect(LineDirectory(lines: lines) == directory)
    }
}
