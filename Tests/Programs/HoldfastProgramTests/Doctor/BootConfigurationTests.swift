import GPIO
import Testing

@testable import holdfast

/// `config.txt` of a Raspberry Pi: which settings apply, and which lines they take.
struct BootConfigurationTests {
    private static let pi4 = "Raspberry Pi 4 Model B Rev 1.4"

    private func read(_ files: [String: String], model: String = pi4) -> BootConfiguration {
        BootConfiguration(path: "/boot/config.txt", model: model) { files[$0].map { Array($0.utf8) } }
    }

    private func read(_ text: String, model: String = pi4) -> BootConfiguration {
        read(["/boot/config.txt": text], model: model)
    }

    /// The lines that the settings take, by the text of the setting.
    private func claims(_ text: String, model: String = pi4) -> [String: [Int]] {
        Dictionary(
            read(text, model: model).claims.map { ($0.setting.text, $0.lines.sorted()) }, uniquingKeysWith: { $0 + $1 })
    }

    @Test("comments and empty lines are no settings, and a setting has its place")
    func settings() {
        let boot = read("# dtparam=spi=on\n\n  dtparam=i2c_arm=on \r\nnonsense\narm_64bit=1")
        #expect(boot.settings.map(\.text) == ["dtparam=i2c_arm=on", "arm_64bit=1"])
        #expect(boot.settings.map(\.place) == ["/boot/config.txt:3", "/boot/config.txt:5"])
    }

    @Test("a filter for another model, and [none], leave settings out until [all]")
    func filters() {
        let text = """
            a=1
            [pi5]
            b=1
            [pi4]
            c=1
            [none]
            d=1
            [all]
            [cm4]
            e=1
            [all]
            f=1
            """
        #expect(read(text).settings.map(\.name) == ["a", "c", "f"])
        #expect(read(text).settings.map(\.isSure) == [true, true, true])
        let pi500 = read(text, model: "Raspberry Pi 500 Rev 1.0")
        #expect(pi500.settings.map(\.name) == ["a", "b", "f"])
        #expect(pi500.isPi5)
        #expect(
            read(text, model: "Raspberry Pi Compute Module 4 Rev 1.0").settings.map(\.name) == ["a", "c", "e", "f"])
    }

    @Test("a setting behind a filter that is not evaluated is unsure", arguments: ["EDID=X", "0x12345678", "gpio4=1"])
    func unsure(filter: String) {
        let boot = read("[\(filter)]\na=1\n[all]\nb=1\n")
        #expect(boot.settings.map(\.isSure) == [false, true])
    }

    @Test("an included file has the filters of the line that includes the file")
    func include() {
        let boot = read([
            "/boot/config.txt": "[pi4]\ninclude more.txt\n[pi3]\ninclude other.txt\n[all]\nc=1\n",
            "/boot/more.txt": "a=1\n", "/boot/other.txt": "b=1\n",
        ])
        #expect(boot.settings.map(\.place) == ["/boot/more.txt:1", "/boot/config.txt:6"])
    }

    @Test("files that include each other, and files above the folder, end")
    func loops() {
        let boot = read(["/boot/config.txt": "a=1\ninclude config.txt\ninclude ../etc/passwd\n"])
        #expect((1...16).contains(boot.settings.count))
    }

    @Test("binary garbage is no error")
    func garbage() {
        let bytes = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let boot = BootConfiguration(path: "/boot/config.txt", model: Self.pi4) { _ in
            bytes + Array("\ndtparam=spi=on".utf8)
        }
        #expect(boot.settings.last?.text == "dtparam=spi=on")
        #expect(boot.claims.contains { $0.lines == [7, 8, 9, 10, 11] } || boot.settings.last?.isSure == false)
        _ = read("gpio=1-99999999999=op\ngpio=-5=op\ngpio=9-3=op\ngpio=\ndtoverlay=,,=,\ndtparam==\n").lines
    }

    @Test(
        "overlays and parameters take the lines of the firmware's documentation",
        arguments: [
            ("dtparam=i2c_arm=on", [2, 3]), ("dtparam=spi=on", [7, 8, 9, 10, 11]), ("dtparam=i2s", [18, 19, 20, 21]),
            ("enable_uart=1", [14, 15]), ("dtparam=audio=on", [40, 41, 45]), ("dtparam=act_led_gpio=21", [21]),
            ("dtoverlay=w1-gpio", [4]), ("dtoverlay=w1-gpio,gpiopin=17", [17]),
            ("dtoverlay=pwm-2chan,pin=12", [12, 19]),
            ("dtoverlay=gpio-shutdown", [3]), ("dtoverlay=gpio-fan,gpiopin=14", [14]), ("dtoverlay=gpio-ir", [18]),
            ("dtoverlay=audremap", [12, 13]), ("dtoverlay=audremap,pins_18_19", [18, 19]),
            ("dtoverlay=uart2,ctsrts", [0, 1, 2, 3]), ("dtoverlay=i2c3,pins_2_3", [2, 3]),
            ("dtoverlay=spi1-1cs,cs0_pin=5", [5, 19, 20, 21]), ("dtoverlay=hifiberry-dacplus", [18, 19, 20, 21]),
            ("dtoverlay=act-led,gpio=6", [6]),
        ])
    func taken(text: String, lines: [Int]) {
        #expect(claims(text) == [text: lines])
    }

    @Test(
        "settings that switch nothing on take no line",
        arguments: [
            "dtparam=spi=off", "dtparam=spi=on\ndtparam=spi=off", "enable_uart=0", "enable_uart=1\nenable_uart=0",
            "dtoverlay=vc4-kms-v3d", "dtoverlay=act-led", "dtoverlay=", "[pi3]\ndtparam=spi=on",
        ])
    func free(text: String) {
        #expect(claims(text) == [:])
    }

    @Test("a dtparam behind a dtoverlay is the overlay's, until an empty dtoverlay")
    func parameters() {
        #expect(claims("dtoverlay=w1-gpio\ndtparam=gpiopin=22\n") == ["dtoverlay=w1-gpio": [22]])
        #expect(claims("dtoverlay=w1-gpio\ndtoverlay=\ndtparam=gpiopin=22\n") == ["dtoverlay=w1-gpio": [4]])
        #expect(
            claims("dtoverlay=w1-gpio\ndtparam=spi=on\n")
                == ["dtoverlay=w1-gpio": [4], "dtparam=spi=on": [7, 8, 9, 10, 11]])
    }

    @Test("a Raspberry Pi 5 has its own lines for an overlay of the same name")
    func pi5() {
        #expect(claims("dtoverlay=uart2") == ["dtoverlay=uart2": [0, 1]])
        #expect(claims("dtoverlay=uart2", model: "Raspberry Pi 5 Model B Rev 1.0") == ["dtoverlay=uart2": [4, 5]])
    }

    @Test("later gpio lines change what earlier ones say")
    func gpio() {
        let lines = read("gpio=17-19,26=op,dl\ngpio=18=dh\ngpio=19=ip,pu\n").lines
        #expect(Set(lines.keys) == [17, 18, 19, 26])
        #expect(lines[17]?.isHigh == false)
        #expect(lines[18]?.isHigh == true)
        #expect(lines[18]?.isOutput == true)
        #expect(lines[19]?.isOutput == false)
    }

    @Test("the suggested lines hold each output at its inactive level, and pull inputs up")
    func suggestion() throws {
        var facts = try HealthyMachine.facts(
            """
            name: Hall
            domain: org.example.hall
            controls:
              fan: {title: Fan, toggle: {line: GPIO4, active: low}}
              lamp: {title: Lamp, toggle: {line: GPIO18}}
              exit: {title: Exit, toggle: {line: GPIO24, fail: open}}
            buttons: {action: {line: GPIO17, hold: lamp}}

            """)
        facts.boot = HealthyMachine.configuration("gpio=17=ip,pu\n")
        let finding = try #require(Examination(of: facts).findings.first { $0.id == "boot-outputs" })
        #expect(finding.remedy == "add to /boot/firmware/config.txt: gpio=18=op,dl and gpio=4=op,dh")
        facts.boot = HealthyMachine.configuration("")
        #expect(
            Examination(of: facts).findings.first { $0.id == "boot-outputs" }?.remedy
                == "add to /boot/firmware/config.txt: gpio=18=op,dl and gpio=4=op,dh and gpio=17=ip,pu")
    }

    @Test("a busy line's remedy names the setting that gives the line to its driver")
    func busy() throws {
        var facts = try HealthyMachine.facts()
        facts.setLine("GPIO18") { $0.found?.consumer = "fan" }
        facts.boot = HealthyMachine.configuration(HealthyMachine.boot + "dtoverlay=gpio-fan,gpiopin=18\n")
        let raised = Examination(of: facts).findings.filter { $0.level != .ok }
        #expect(raised.map(\.id) == ["line-busy"])
        #expect(
            raised.first?.remedy
                == "remove 'dtoverlay=gpio-fan,gpiopin=18' from /boot/firmware/config.txt:3, then sudo reboot; or choose another line"
        )
    }
}
