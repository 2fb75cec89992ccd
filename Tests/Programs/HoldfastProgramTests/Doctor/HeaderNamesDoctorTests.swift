import Configuration
import EventLoop
import GPIO
import SimulatedGPIO
import TestSupport
import Testing

@testable import holdfast

/// The examination on a Raspberry Pi whose kernel calls lines of the header by their functions.
@PanelActor
struct HeaderNamesDoctorTests {
    private func facts(_ text: String, on pi: RaspberryPiBoard) throws -> BoardFacts {
        let board = SimulatedBoard(
            chips: [.init(path: "/dev/gpiochip0", label: pi.label, lineNames: pi.lineNames)],
            scheduler: VirtualScheduler())
        var facts = BoardFacts(lines: try HealthyMachine.panel(text).examinedLines)
        try facts.find(on: board)
        return facts
    }

    /// A panel with a button on the line alone.
    private func text(_ line: String) -> String {
        """
        name: Hall
        domain: org.example.hall
        controls:
          lock: {title: Lock, button: lock}
        buttons:
          action: {line: "\(line)", hold: lock}

        """
    }

    @Test(
        "every line of the header is found by its number, and has its pin and its names",
        arguments: RaspberryPiBoard.all)
    func found(_ pi: RaspberryPiBoard) throws {
        for number in 0...27 {
            let facts = try facts(text("GPIO\(number)"), on: pi)
            let line = try #require(facts.lines.first { $0.owner == "button 'action'" })
            let name = try #require(pi.lineNames[number])
            #expect(line.headerNumber == number && line.found?.address.name == name)
            let pin = try #require(RaspberryPiHeader.pin(ofLine: number))
            let other = name == "GPIO\(number)" ? "" : ", \(name)"
            #expect(line.subject == "line 'GPIO\(number)' (pin \(pin)\(other)) of button 'action'")
        }
    }

    @Test(
        "a finding names the line's pin, its number and the kernel's name, whichever the file has",
        arguments: [
            ("GPIO4", "line 'GPIO4' (pin 7, GPIO_GCLK) of button 'action'"),
            ("GPIO_GCLK", "line 'GPIO_GCLK' (pin 7, GPIO4) of button 'action'"),
            ("gpiochip0:4", "line 'gpiochip0:4' (pin 7, GPIO4, GPIO_GCLK) of button 'action'"),
            ("gpiochip0:40", "line 'gpiochip0:40' of button 'action'"),
        ])
    func subject(_ name: String, _ subject: String) throws {
        let found = try facts(text(name), on: RaspberryPiBoard.all[0])
        #expect(found.lines.contains { $0.subject == subject })
    }

    @Test("an overlay takes a line under each of its names, also where the chips cannot be listed")
    func overlay() throws {
        for name in ["GPIO4", "GPIO_GCLK", "pinctrl-bcm2835:4"] {
            for isListed in [true, false] {
                var facts = try HealthyMachine.facts(text(name))
                facts.board =
                    isListed
                    ? try self.facts(text(name), on: RaspberryPiBoard.all[0])
                    : BoardFacts(lines: try HealthyMachine.panel(text(name)).examinedLines)
                facts.boot = HealthyMachine.configuration("dtoverlay=w1-gpio\n")
                let findings = Examination(of: facts).findings.filter { $0.id == "boot-line" }
                #expect(findings.map(\.found) == ["'dtoverlay=w1-gpio' takes GPIO4"], "\(name)")
            }
        }
    }

    @Test("a table of lines has the pin and the number of each line of the header beside the kernel's name")
    func table() throws {
        let pi = RaspberryPiBoard.all[0]
        let board = SimulatedBoard(
            chips: [
                .init(path: "/dev/gpiochip0", label: pi.label, lineNames: pi.lineNames),
                .init(path: "/dev/gpiochip1", label: "expander", lineNames: ["GPIO4"]),
            ], scheduler: VirtualScheduler())
        try board.occupy("GPIO4", consumer: "onewire@0")
        let rows = LineTable.rows(of: try board.lines())
        #expect(rows[0] == ["CHIP", "LABEL", "LINE", "PIN", "GPIO", "NAME", "DIRECTION", "USED BY"])
        #expect(rows[1 + 4] == ["gpiochip0", "pinctrl-bcm2835", "4", "7", "GPIO4", "GPIO_GCLK", "input", "onewire@0"])
        #expect(rows[1 + 17] == ["gpiochip0", "pinctrl-bcm2835", "17", "11", "GPIO17", "GPIO17", "input", "-"])
        #expect(rows[1 + 28] == ["gpiochip0", "pinctrl-bcm2835", "28", "-", "-", "-", "input", "-"])
        #expect(rows[1 + 48] == ["gpiochip0", "pinctrl-bcm2835", "48", "-", "-", "SD_CLK_R", "input", "-"])
        #expect(rows[1 + 54] == ["gpiochip1", "expander", "0", "-", "-", "GPIO4", "input", "-"])
    }

    @Test("a file's reader and a board agree about the chips and the lines of a header")
    func agreement() throws {
        #expect(Array(LineDirectory.headerLines) == Array(RaspberryPiHeader.lines))
        for label in LineDirectory.headerLabels {
            #expect(throws: ConfigurationError.self) {
                try HealthyMachine.panel(
                    """
                    name: Hall
                    domain: org.hall
                    controls: {a: {toggle: {line: GPIO4}}, b: {toggle: {line: "\(label):4"}}}
                    """)
            }
        }
    }
}
