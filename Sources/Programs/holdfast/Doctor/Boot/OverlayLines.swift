/// The header's lines that an overlay takes, and the parameters that choose other ones.
///
/// Source: `boot/overlays/README` of github.com/raspberrypi/firmware, which gives each parameter and its default.
struct OverlayLines: Sendable {
    /// The lines without parameters.
    var lines: Set<Int> = []
    /// Parameters that give one line each, with their defaults; `nil` where no line is taken by default.
    var parameters: [String: Int?] = [:]
    /// Parameters that replace `lines`, such as `pins_12_13`.
    var choices: [String: Set<Int>] = [:]
    /// Parameters that add lines, such as `ctsrts`.
    var additions: [String: Set<Int>] = [:]

    /// The lines for these parameters of a `dtoverlay`.
    func taken(by given: [BootParameter]) -> Set<Int> {
        let chosen = given.filter(\.isOn).compactMap { choices[$0.name] }
        var taken = chosen.isEmpty ? lines : chosen.reduce(into: []) { $0.formUnion($1) }
        for (name, usual) in parameters {
            if let line = given.last(where: { $0.name == name }).map({ Int($0.value) }) ?? usual { taken.insert(line) }
        }
        for parameter in given where parameter.isOn { taken.formUnion(additions[parameter.name] ?? []) }
        return taken
    }

    /// Whether the overlay has the parameter, as far as the parameter concerns lines.
    func has(_ parameter: String) -> Bool {
        parameters[parameter] != nil || choices[parameter] != nil || additions[parameter] != nil
    }

    /// The lines of an overlay; `nil` for an overlay that takes none, or is not known.
    static func of(_ overlay: String, isPi5: Bool) -> OverlayLines? {
        // The firmware loads the Raspberry Pi 5's overlay in place of one of the same name (`overlay_map.dts`).
        if isPi5, let lines = all[overlay + "-pi5"] { return lines }
        if let lines = all[overlay] { return lines }
        return soundCards.contains { overlay.hasPrefix($0) } ? OverlayLines(lines: i2s) : nil
    }

    static let i2c: Set = [2, 3]
    static let spi: Set = [7, 8, 9, 10, 11]
    static let i2s: Set = [18, 19, 20, 21]
    static let uart: Set = [14, 15]
    private static let spiBus: Set = [9, 10, 11]
    private static let spi1Bus: Set = [19, 20, 21]

    /// The beginnings of the names of sound cards on I2S.
    private static let soundCards = [
        "allo-", "audioinjector-", "googlevoicehat-soundcard", "hifiberry-", "iqaudio-", "justboom-", "rpi-dac",
        "wm8960-soundcard",
    ]

    private static let all: [String: OverlayLines] = [
        "act-led": .init(parameters: ["gpio": nil]),
        "audremap": .init(lines: [12, 13], choices: ["pins_12_13": [12, 13], "pins_18_19": [18, 19]]),
        "dht11": .init(parameters: ["gpiopin": 4]),
        "disable-bt": .init(lines: uart),
        "enc28j60": .init(lines: spi, parameters: ["int_pin": 25]),
        "gpio-fan": .init(parameters: ["gpiopin": 12]),
        "gpio-ir": .init(parameters: ["gpio_pin": 18]),
        "gpio-ir-tx": .init(parameters: ["gpio_pin": 18]),
        "gpio-key": .init(parameters: ["gpio": 3]),
        "gpio-led": .init(parameters: ["gpio": 19]),
        "gpio-poweroff": .init(parameters: ["gpiopin": 26]),
        "gpio-shutdown": .init(parameters: ["gpio_pin": 3]),
        "hd44780-i2c-lcd": .init(lines: i2c),
        "hd44780-lcd": .init(
            parameters: [
                "pin_d4": 6, "pin_d5": 13, "pin_d6": 19, "pin_d7": 26, "pin_en": 21, "pin_rs": 20, "pin_bl": nil,
            ]),
        "hdmi-backlight-hwhack-gpio": .init(parameters: ["gpio_pin": 17]),
        "i2c-gpio": .init(parameters: ["i2c_gpio_sda": 23, "i2c_gpio_scl": 24]),
        "i2c-rtc": .init(lines: i2c, choices: ["i2c0": [0, 1], "i2c_csi_dsi": [44, 45]]),
        "i2c-rtc-gpio": .init(parameters: ["i2c_gpio_sda": 23, "i2c_gpio_scl": 24]),
        "i2c-sensor": .init(lines: i2c),
        "i2c0": .init(
            lines: [0, 1], choices: ["pins_28_29": [28, 29], "pins_44_45": [44, 45], "pins_46_47": [46, 47]]),
        "i2c1": .init(lines: i2c, choices: ["pins_44_45": [44, 45]]),
        "i2c3": .init(lines: [4, 5], choices: ["pins_2_3": [2, 3]]),
        "i2c4": .init(lines: [8, 9], choices: ["pins_6_7": [6, 7]]),
        "i2c5": .init(lines: [12, 13], choices: ["pins_10_11": [10, 11]]),
        "i2c6": .init(lines: [22, 23], choices: ["pins_0_1": [0, 1]]),
        "mcp23017": .init(lines: i2c, parameters: ["gpiopin": 4]),
        "miniuart-bt": .init(lines: uart),
        "pps-gpio": .init(parameters: ["gpiopin": 18]),
        "pwm": .init(parameters: ["pin": 18]),
        "pwm-2chan": .init(parameters: ["pin": 18, "pin2": 19]),
        "pwm-ir-tx": .init(parameters: ["gpio_pin": 18]),
        "rotary-encoder": .init(parameters: ["pin_a": 4, "pin_b": 17]),
        "sdio": .init(
            lines: Set(22...27),
            choices: ["gpios_22_25": Set(22...25), "gpios_34_37": Set(34...37), "gpios_34_39": Set(34...39)]),
        "smi": .init(lines: Set(2...25)),
        "spi0-0cs": .init(lines: spiBus),
        "spi0-1cs": .init(lines: spiBus, parameters: ["cs0_pin": 8]),
        "spi0-2cs": .init(lines: spiBus, parameters: ["cs0_pin": 8, "cs1_pin": 7]),
        "spi1-1cs": .init(lines: spi1Bus, parameters: ["cs0_pin": 18]),
        "spi1-2cs": .init(lines: spi1Bus, parameters: ["cs0_pin": 18, "cs1_pin": 17]),
        "spi1-3cs": .init(lines: spi1Bus, parameters: ["cs0_pin": 18, "cs1_pin": 17, "cs2_pin": 16]),
        "ssd1306": .init(lines: i2c),
        "uart0": .init(parameters: ["txd0_pin": 14, "rxd0_pin": 15]),
        "uart0-pi5": .init(lines: uart, additions: ["ctsrts": [16, 17]]),
        "uart1": .init(parameters: ["txd1_pin": 14, "rxd1_pin": 15]),
        "uart1-pi5": .init(lines: [0, 1], additions: ["ctsrts": [2, 3]]),
        "uart2": .init(lines: [0, 1], additions: ["ctsrts": [2, 3]]),
        "uart2-pi5": .init(lines: [4, 5], additions: ["ctsrts": [6, 7]]),
        "uart3": .init(lines: [4, 5], additions: ["ctsrts": [6, 7]]),
        "uart3-pi5": .init(lines: [8, 9], additions: ["ctsrts": [10, 11]]),
        "uart4": .init(lines: [8, 9], additions: ["ctsrts": [10, 11]]),
        "uart4-pi5": .init(lines: [12, 13], additions: ["ctsrts": [14, 15]]),
        "uart5": .init(lines: [12, 13], additions: ["ctsrts": [14, 15]]),
        "vc4-kms-dpi-generic": .init(lines: Set(0...21)),
        "vc4-kms-dpi-panel": .init(lines: Set(0...21)),
        "vc4-kms-vga666": .init(lines: Set(2...21)),
        "vga666": .init(lines: Set(2...21)),
        "w1-gpio": .init(parameters: ["gpiopin": 4]),
        "w1-gpio-pullup": .init(parameters: ["gpiopin": 4, "extpullup": 5]),
        "w5500": .init(lines: spi, parameters: ["int_pin": 25]),
    ]
}

/// One parameter of `dtoverlay` or `dtparam`: `NAME` or `NAME=VALUE`.
struct BootParameter: Sendable, Hashable {
    var name: String
    var value: String

    /// Whether the parameter switches something on. A parameter without a value does.
    var isOn: Bool { !["off", "no", "n", "false", "0", "disabled"].contains(value) }

    /// The parameters of a text with commas between them.
    static func list(_ text: some StringProtocol) -> [BootParameter] {
        text.split(separator: ",").map { part in
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
            return BootParameter(name: words[0], value: words.count > 1 ? words[1] : "on")
        }
    }
}
