import Testing

@testable import Configuration

@Suite("Advice on lines")
struct LineAdviceTests {
    @Test(
        "a name that no line of a Raspberry Pi's header has, and that is written like one, causes a remark",
        arguments: [
            ("GPIO1O", "did you mean 'GPIO10'?"), ("GPI22", "did you mean 'GPIO22'?"), ("GP4", "did you mean 'GPIO4'?"),
            ("gpio17", "did you mean 'GPIO17'?"), ("GPIO_I7", "did you mean 'GPIO17'?"),
            ("BCM18", "did you mean 'GPIO18'?"), ("pin12", "did you mean 'GPIO18'?"),
            ("Pin_40", "did you mean 'GPIO21'?"), ("pin 3", "did you mean 'GPIO2'?"),
            ("\"12\"", "did you mean 'GPIO12'?"), ("GPIO17 (pin 11)", "did you mean 'GPIO17'?"),
            ("GPIO017", "did you mean 'GPIO17'?"), ("GPIO99", "name one of these"), ("GPIO099", "name one of these"),
            ("GPIO28", "name one of these"), ("pin6", "name one of these"), ("pin41", "name one of these"),
        ])
    func mistypedLine(_ name: String, _ remedy: String) throws {
        for board in ["auto", "simulated", "pinctrl-rp1"] {
            #expect(
                try remarks(onLine: name, board: board) == [
                    "p.yaml:4:47: note: line '\(name.filter { $0 != "\"" })': the header of a Raspberry Pi has GPIO0 to GPIO27; \(remedy) "
                        + "(write a line of another chip as CHIP:OFFSET)"
                ])
        }
        // The names of another chip's lines are unknown.
        #expect(try remarks(onLine: name, board: "gpiochip0") == [])
    }

    @Test(
        "names of a Raspberry Pi's header, lines with a chip and names that are written differently cause no remark",
        arguments: [
            "GPIO0", "GPIO27", "\"expander:28\"", "EXP_GPIO1", "GPIOA0", "GP", "ID_SDA", "RELAY1", "PIN", "P8_12",
            "pin12a", "GPIO17 18", "GPIO_GCLK", "SPI_MISO", "TXD1",
        ])
    func otherLine(_ name: String) throws {
        #expect(try remarks(onLine: name, board: "auto") == [])
    }

    @Test("a board that is no chip's name causes a remark")
    func computer() throws {
        #expect(
            try remarks(onLine: "GPIO18", board: "Raspberry Pi 4") == [
                "p.yaml:3:8: note: board: 'Raspberry Pi 4' does not look like a chip's label, name or path "
                    + "('holdfast lines' shows them); leave the key out for a Raspberry Pi's header"
            ])
        #expect(try remarks(onLine: "GPIO18", board: "pinctrl-rp1") == [])
    }

    private func remarks(onLine name: String, board: String) throws -> [String] {
        let text = """
            name: Hall
            domain: org.hall
            board: \(board)
            controls: {lamp: {title: Lamp, toggle: {line: \(name)}}}
            """
        return try PanelFile.parse(Array(text.utf8), file: "p.yaml").remarks().map(\.description)
    }

    @Test("an output that is active until the panel starts causes advice on a Raspberry Pi")
    func activeAtPowerUp() throws {
        #expect(
            try advice(onLine: "line: GPIO12, active: low") == [
                "p.yaml:4:45: note: control 'fan': a Raspberry Pi pulls GPIO12 down until the panel starts, and a relay "
                    + "that switches on at 0 V is on meanwhile; connect it to GPIO4 to GPIO8"
            ])
        #expect(
            try advice(onLine: "line: GPIO8") == [
                "p.yaml:4:45: note: control 'fan': a Raspberry Pi pulls GPIO8 up until the panel starts, and a relay that "
                    + "switches on at 3.3 V is on meanwhile; connect it to GPIO9 or higher"
            ])
        #expect(
            try advice(onLine: "line: SPI_CE0_N") == [
                "p.yaml:4:45: note: control 'fan': a Raspberry Pi pulls GPIO8 up until the panel starts, and a relay that "
                    + "switches on at 3.3 V is on meanwhile; connect it to GPIO9 or higher"
            ])
        #expect(try advice(onLine: "line: SPI_MISO, active: low").count == 1)
        #expect(try advice(onLine: "line: \"pinctrl-rp1:9\", active: low").count == 1)
        #expect(try advice(onLine: "line: GPIO27, active: low", board: "pinctrl-bcm2711").count == 1)
    }

    @Test(
        "an output that is inactive until the panel starts causes no advice",
        arguments: [
            "line: GPIO8, active: low", "line: GPIO_GCLK, active: low", "line: GPIO9", "line: SPI_MISO",
            "line: GPIO12, active: low, fail: open",
            "line: \"expander:12\", active: low",
        ])
    func inactiveAtPowerUp(_ output: String) throws {
        #expect(try advice(onLine: output) == [])
    }

    @Test("outputs of a simulated board, and of a chip that the file does not know, cause no advice")
    func unknownPulls() throws {
        for board in ["simulated", "gpiochip0"] {
            #expect(try advice(onLine: "line: GPIO12, active: low", board: board) == [])
        }
    }

    private func advice(onLine output: String, board: String = "auto") throws -> [String] {
        let text = """
            name: Hall
            domain: org.hall
            board: \(board)
            controls: {fan: {title: Fan, toggle: {\(output)}}}
            """
        return try PanelFile.parse(Array(text.utf8), file: "p.yaml").advice.map(\.description)
    }
}
