import TestSupport
import Testing

@testable import Configuration

@Suite("Names of a Raspberry Pi's header")
struct HeaderNameTests {
    @Test("a name that stands for a line of the header means this line on every board", arguments: RaspberryPiBoard.all)
    func kernelNames(_ board: RaspberryPiBoard) {
        for (offset, name) in board.lineNames.enumerated() {
            guard let name, let number = RaspberryPiHeader.line(kernelName: name) else { continue }
            #expect(number == offset, "\(name)")
        }
    }

    @Test("each line of the header that some board calls by its function has a name that stands for the line")
    func complete() {
        for number in RaspberryPiHeader.lines {
            let names = Set(RaspberryPiBoard.all.compactMap { $0.lineNames[number] })
            guard names != ["GPIO\(number)"] else { continue }
            #expect(names.contains { RaspberryPiHeader.line(kernelName: $0) == number }, "\(names)")
        }
        // On other boards, this is the line to the Bluetooth chip.
        #expect(RaspberryPiHeader.line(kernelName: "TXD0") == nil)
        #expect(RaspberryPiHeader.line(kernelName: "GPIO4") == nil)
    }

    @Test("a line of the header has its pin, its number and the kernel's name where that is another one")
    func names() throws {
        let line = try #require(HeaderLine(number: 4, kernelName: "GPIO_GCLK"))
        #expect(line.others(than: "GPIO4") == "pin 7, GPIO_GCLK")
        #expect(line.others(than: "GPIO_GCLK") == "pin 7, GPIO4")
        #expect(line.others(than: "gpiochip0:4") == "pin 7, GPIO4, GPIO_GCLK")
        for name in ["GPIO17", "", nil] {
            #expect(HeaderLine(number: 17, kernelName: name)?.others(than: "GPIO17") == "pin 11")
        }
        #expect(HeaderLine(number: 28, kernelName: "GPIO28") == nil)
        #expect(HeaderLine(number: -1, kernelName: nil) == nil)
    }

    @Test("the kernel's names are unknown on a chip that the file names by its path")
    func otherChip() throws {
        let text = """
            name: Hall
            domain: org.hall
            board: gpiochip0
            controls: {a: {toggle: {line: GPIO4}}, b: {toggle: {line: GPIO_GCLK}}}
            """
        #expect(try PanelFile.parse(Array(text.utf8), file: "p.yaml").controls.count == 2)
    }
}
