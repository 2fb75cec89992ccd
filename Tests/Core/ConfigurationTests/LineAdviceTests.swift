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
            ("GPIO017", "did you mean 'GPIO17'?"), ("GPIO529", "did you mean 'GPIO17'?"),
            ("gpio512", "did you mean 'GPIO0'?"), ("GPIO540", "name one of these"),
            ("BCM539", "did you mean 'GPIO27'?"),
            ("pin529", "name one of these"), ("GPIO99", "name one of these"), ("GPIO099", "name one of these"),
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

    /// The advice on a panel with these lines in its file.
    private func advice(_ lines: String..., board: String = "auto") throws -> [String] {
        let head = "name: Machine\ndomain: org.example.machine\nboard: \(board)\n"
        let text = head + lines.joined(separator: "\n") + "\n"
        return try PanelFile.parse(Array(text.utf8), file: "p.yaml").advice.map(\.description)
    }

    private static let lcd = "display: {device: /dev/lcd, columns: 16, rows: 2}"
    private static let shutdown = "controls: {shutdown: {title: Shut Down, button: {command: [systemctl, poweroff]}}}"

    @Test("a part on a line of I²C beside a character LCD causes a note that names both and another line")
    func displayOnI2C() throws {
        let power = "buttons: {power: {line: GPIO3, hold: shutdown}}"
        #expect(
            try advice(Self.shutdown, power, Self.lcd) == [
                "p.yaml:5:25: note: button power and the display both need GPIO3: an LCD on I²C (hd44780-i2c-lcd), as most are, "
                    + "has it as SCL; connect the part to GPIO17, or the LCD without I²C (hd44780-lcd)"
            ])
        // GPIO17 is in use here, and the line may be written with its chip.
        let others =
            "buttons: {one: {line: GPIO17, hold: shutdown}, power: {line: 'pinctrl-bcm2711:2', hold: shutdown}}"
        let notes = try advice(Self.shutdown, others, Self.lcd)
        #expect(notes.count == 1)
        let note = notes.first ?? ""
        #expect(note.contains("button power and the display both need GPIO2") && note.contains("as SDA"))
        #expect(note.contains("connect the part to GPIO27,"))
    }

    @Test(
        "each kind of part on a line of I²C beside an LCD causes a note",
        arguments: [
            ("controls: {a: {title: A, toggle: {line: GPIO2}}}", "control a"),
            ("controls: {a: {title: A, sensor: {line: GPIO2}}}", "sensor of a"),
            ("lights: {a: {line: GPIO2, shows: status}}", "light a"),
            ("keypad: {rows: [GPIO2], columns: [GPIO5, GPIO6], keys: [\"1#\"]}", "keypad"),
            ("sound: {line: GPIO2, tick: 10ms}", "sound"),
        ])
    func partOnI2C(part: String, name: String) throws {
        let notes = try advice(part, Self.lcd).filter { $0.contains("I²C") }
        #expect(notes.count == 1 && notes.first?.contains(": note: \(name) and the display both need GPIO2") == true)
        #expect(try advice(part).allSatisfy { !$0.contains("I²C") })
    }

    @Test("a terminal, other lines, and a board without such a header cause no note about I²C")
    func displayElsewhere() throws {
        let power = "buttons: {power: {line: GPIO3, hold: shutdown}}"
        #expect(try advice(Self.shutdown, power, "display: {device: /dev/tty1, columns: 80, rows: 25}") == [])
        #expect(try advice(Self.shutdown, power.replacing("GPIO3", with: "GPIO4"), Self.lcd) == [])
        for board in ["simulated", "gpiochip0"] {
            #expect(try advice(Self.shutdown, power, Self.lcd, board: board) == [])
        }
    }

    @Test("a pull-down on a line with the board's own resistors causes a note", arguments: ["GPIO2", "GPIO3"])
    func fixedResistor(line: String) throws {
        let words =
            "a resistor of 1.8 kΩ on the board pulls \(line) up, so that pull: down has no effect, and a contact to 3.3 V "
            + "is never seen; connect the contact to ground, with active: low, or to another line"
        let button = "buttons: {bell: {line: \(line), active: high, hold: shutdown}}"
        #expect(try advice(Self.shutdown, button) == ["p.yaml:5:24: note: button bell: \(words)"])
        let sensor = "controls: {door: {title: Porch, sensor: {line: \(line), pull: down}}}"
        #expect(try advice(sensor) == ["p.yaml:4:48: note: sensor of door: \(words)"])
        for fine in ["active: low", "active: high, pull: up", "active: high, pull: none"] {
            #expect(try advice(Self.shutdown, button.replacing("active: high", with: fine)) == [])
        }
        #expect(try advice(Self.shutdown, button.replacing(line, with: "GPIO4")) == [])
        #expect(try advice(Self.shutdown, button, board: "simulated") == [])
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
