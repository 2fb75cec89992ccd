import Configuration
import GPIO
import TestSupport
import Testing

@testable import holdfast

/// Setup on a Raspberry Pi whose kernel calls lines of the header by their functions.
struct HeaderNamesSetupTests {
    private func lines(of board: RaspberryPiBoard) -> [LineInfo] {
        board.lineNames.enumerated().map { offset, name in
            LineInfo(
                address: LineAddress(chip: "/dev/gpiochip0", chipLabel: board.label, offset: offset, name: name),
                isOutput: false, consumer: nil)
        }
    }

    private func facts(_ board: RaspberryPiBoard, panel text: String? = nil) throws -> SetupFacts {
        var facts = try SetupFacts.pi(panel: text)
        facts.tables = PinTable.tables(of: lines(of: board), panel: facts.panel)
        return facts
    }

    @Test("each line of the header is on its pin, and has all of its names", arguments: RaspberryPiBoard.all)
    func pins(_ board: RaspberryPiBoard) throws {
        let table = try #require(PinTable.tables(of: lines(of: board), panel: nil).first)
        #expect(table.isHeader && table.pins.count == 28)
        for number in 0...27 {
            let pin = try #require(RaspberryPiHeader.pin(ofLine: number))
            let name = try #require(board.lineNames[number])
            let other = name == "GPIO\(number)" ? "" : " (\(name))"
            let found = try table.find("\(pin)")
            #expect(found.line == "GPIO\(number)" && found.text == "pin \(pin) · GPIO\(number)\(other)")
            for word in ["GPIO\(number)", name, name.lowercased()] { #expect(try table.find(word) == found) }
        }
    }

    @Test("a relay on pin 7 is GPIO4 in the file, with each of its names", arguments: ["7", "GPIO4", "gpio_gclk"])
    func relay(_ answer: String) throws {
        var talk = Talk(try facts(RaspberryPiBoard.all[0]))
        talk.answer(answer, "")
        #expect(talk.question.hasPrefix("? What is on pin 7 · GPIO4 (GPIO_GCLK)?"), "\(talk.lines)")
        talk.answer("relay", "yes", "off", "Lamp", "", "", "Panel", "", "")
        #expect(talk.written?.contains("toggle: {line: GPIO4, active: low}}  # pin 7, relay") == true, "\(talk.lines)")
    }

    @Test("a line of the existing panel is in use under each of its names", arguments: ["GPIO4", "GPIO_GCLK"])
    func existing(_ name: String) throws {
        let text = """
            name: Lamp
            domain: org.example.lamp
            controls:
              lamp: {toggle: {line: \(name)}}

            """
        var talk = Talk(try facts(RaspberryPiBoard.all[0], panel: text))
        talk.answer("add")
        #expect(talk.lines.contains("  pin 7 · GPIO4 (GPIO_GCLK): control lamp of the panel"), "\(talk.lines)")
        for answer in ["7", "GPIO4", "GPIO_GCLK"] {
            talk.answer(answer)
            #expect(talk.lines.contains("pin 7 · GPIO4 (GPIO_GCLK) is in the panel: control lamp."), "\(talk.lines)")
        }
    }

    @Test("a line of another chip whose name belongs to the header is CHIP:OFFSET")
    func otherChip() throws {
        let names = ["GPIO4", "BT_ON"]
        let others = names.enumerated().map { offset, name in
            LineInfo(
                address: LineAddress(chip: "/dev/gpiochip1", chipLabel: "expander", offset: offset, name: name),
                isOutput: false, consumer: nil)
        }
        let tables = PinTable.tables(of: lines(of: RaspberryPiBoard.all[0]) + others, panel: nil)
        #expect(tables.map(\.chip) == ["pinctrl-bcm2835", "expander"])
        #expect(tables[1].pins.map(\.line) == ["expander:0", "BT_ON"])
    }
}
