import GPIO
import TestSupport
import Testing

@Suite("Lines of a Raspberry Pi's header")
struct HeaderLineTests {
    private static let labels = ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"]

    /// The board's chip under a label, between two other chips of the board.
    private func directory(_ board: RaspberryPiBoard, label: String) -> LineDirectory {
        LineDirectory(chips: [
            .init(path: "/dev/gpiochip0", label: "raspberrypi-exp-gpio", lineNames: ["BT_ON", "GPIO4", "GPIO17"]),
            .init(path: "/dev/gpiochip1", label: label, lineNames: board.lineNames),
            .init(path: "/dev/gpiochip2", label: "expander", lineNames: ["GPIO9", "LAMP"]),
        ])
    }

    private func place(_ text: String, _ directory: LineDirectory) throws(GPIOError) -> [Int] {
        let (chip, offset) = try directory.place(of: LineReference(text))
        return [chip, offset]
    }

    @Test(
        "GPIO0 to GPIO27 are the lines with these offsets on each chip of a header, whatever the kernel's names are",
        arguments: RaspberryPiBoard.all, labels)
    func numbers(_ board: RaspberryPiBoard, label: String) throws {
        let directory = directory(board, label: label)
        for number in 0...27 { #expect(try place("GPIO\(number)", directory) == [1, number]) }
    }

    @Test("each name of the kernel means its line as before", arguments: RaspberryPiBoard.all, labels)
    func names(_ board: RaspberryPiBoard, label: String) throws {
        let directory = directory(board, label: label)
        let chip = directory.chips[1].description
        for (offset, name) in board.lineNames.enumerated() {
            guard let name else { continue }
            let count = board.lineNames.count { $0 == name }
            if count == 1 {
                #expect(try place(name, directory) == [1, offset])
            } else {
                let all = Array(repeating: chip, count: count)
                #expect(throws: GPIOError.ambiguousLine(name, chips: all)) { try place(name, directory) }
            }
        }
    }

    @Test("a name and a number of one line cannot be requested together", arguments: RaspberryPiBoard.all)
    func together(_ board: RaspberryPiBoard) throws {
        let directory = directory(board, label: board.label)
        let lines = ["GPIO4", board.lineNames[4] ?? ""]
        #expect(throws: GPIOError.busy(line: lines[1], consumer: "test")) {
            try directory.request(lines, as: lines.map(LineReference.init), consumer: "test")
        }
    }

    @Test("a number beyond the header is no line, since the chip's other lines lead to the board's own parts")
    func beyond() throws {
        let directory = directory(RaspberryPiBoard.all[0], label: "pinctrl-bcm2835")
        let chips = directory.chips.map(\.description)
        // GPIO48 is the clock of the card with the root file system.
        for name in ["GPIO28", "GPIO48", "GPIO99", "GPIO-1", "GPIO+4", "GPIO04", "gpio4", "GPIO", "4", "GPIO 4"] {
            #expect(throws: GPIOError.noSuchLine(name, chips: chips)) { try place(name, directory) }
        }
        #expect(try place("pinctrl-bcm2835:48", directory) == [1, 48])
        // The kernel's names of a Compute Module 3 go on beyond the header.
        let module = try #require(RaspberryPiBoard.all.first { $0.description == "bcm2837-rpi-cm3-io3" })
        #expect(try place("GPIO45", self.directory(module, label: "pinctrl-bcm2835")) == [1, 45])
    }

    @Test("a number is no line of a chip that is no header's, and none of a header's chip that is too short")
    func otherChips() throws {
        let board = RaspberryPiBoard.all[0]
        let other = LineDirectory(chips: [.init(path: "gpiochip0", label: "other", lineNames: board.lineNames)])
        #expect(throws: GPIOError.self) { try place("GPIO4", other) }
        #expect(try place("GPIO5", other) == [0, 5])
        let short = LineDirectory(chips: [.init(path: "gpiochip0", label: "pinctrl-rp1", lineNames: ["A", "GPIO9"])])
        #expect(try place("GPIO1", short) == [0, 1])
        #expect(try place("GPIO9", short) == [0, 1])
    }
}
