/// Lines of the header that a setting gives to a driver.
struct BootClaim: Sendable, Hashable {
    var lines: Set<Int>
    var setting: BootConfiguration.Setting
}

/// The state that `gpio=` gives a line before the kernel starts.
///
/// Source: Raspberry Pi documentation, "config.txt", "GPIO control".
struct BootLine: Sendable, Hashable {
    var isOutput: Bool?
    var isHigh: Bool?
    var setting: BootConfiguration.Setting
}

extension BootConfiguration {
    /// The lines that overlays, parameters of the base device tree and other settings take.
    var claims: [BootClaim] {
        var claims = overlays.compactMap { overlay -> BootClaim? in
            guard let lines = OverlayLines.of(overlay.name, isPi5: isPi5)?.taken(by: overlay.parameters), !lines.isEmpty
            else { return nil }
            return BootClaim(lines: lines, setting: overlay.setting)
        }
        claims += baseParameters.compactMap { entry in
            let (parameter, setting) = entry.value
            if Self.lineParameters.contains(parameter.name) {
                return Int(parameter.value).map { BootClaim(lines: [$0], setting: setting) }
            }
            guard parameter.isOn, let lines = Self.baseLines[parameter.name] else { return nil }
            return BootClaim(lines: lines, setting: setting)
        }
        for (name, lines) in Self.switches {
            guard let setting = settings.last(where: { $0.name == name }), setting.value == "1" else { continue }
            claims.append(BootClaim(lines: lines, setting: setting))
        }
        return claims.sorted { $0.setting.place < $1.setting.place }
    }

    /// The state that the `gpio=` lines give each line. A later line changes what an earlier one says.
    var lines: [Int: BootLine] {
        var lines: [Int: BootLine] = [:]
        for setting in settings where setting.name == "gpio" {
            let parts = setting.value.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let attributes = parts[1].split(separator: ",").map(\.trimmed)
            for number in Self.numbers(parts[0]) {
                var line = lines[number] ?? BootLine(setting: setting)
                line.setting = setting
                for attribute in attributes {
                    switch attribute {
                    case "op": line.isOutput = true
                    case "ip", "a0", "a1", "a2", "a3", "a4", "a5": line.isOutput = false
                    case "dh": line.isHigh = true
                    case "dl": line.isHigh = false
                    default: break
                    }
                }
                lines[number] = line
            }
        }
        return lines
    }

    /// The lines of the base device tree's parameters (`boot/overlays/README`, "The base DTB"). The lines of `audio`
    /// are those of the PWM channels that the audio jack uses ("pwm").
    private static let baseLines: [String: Set<Int>] = [
        "audio": [40, 41, 45], "i2c": OverlayLines.i2c, "i2c1": OverlayLines.i2c, "i2c_arm": OverlayLines.i2c,
        "i2c0": [0, 1], "i2c_vc": [0, 1], "i2s": OverlayLines.i2s, "spi": OverlayLines.spi, "uart0": OverlayLines.uart,
        "uart1": OverlayLines.uart,
    ]

    /// Parameters of the base device tree whose value is a line.
    private static let lineParameters: Set = ["act_led_gpio", "pwr_led_gpio"]

    /// Settings of the firmware ("UART configuration" and "GPIO control" of the documentation of `config.txt`).
    private static let switches: [(name: String, lines: Set<Int>)] = [
        ("enable_uart", OverlayLines.uart), ("enable_jtag_gpio", Set(22...27)),
    ]

    private struct Overlay {
        var name: String
        var parameters: [BootParameter]
        var setting: Setting
    }

    /// The overlays with their parameters. A `dtparam` behind a `dtoverlay` is the overlay's if the overlay has such a
    /// parameter, until an empty `dtoverlay=` (Raspberry Pi documentation, "Device Trees", "Overlay parameters").
    private var overlays: [Overlay] {
        var overlays: [Overlay] = []
        var isOpen = false
        for setting in settings {
            switch setting.name {
            case "dtoverlay":
                let parameters = BootParameter.list(setting.value)
                isOpen = !parameters.isEmpty
                guard let name = parameters.first?.name else { continue }
                overlays.append(Overlay(name: name, parameters: Array(parameters.dropFirst()), setting: setting))
            case "dtparam" where isOpen:
                guard let overlay = overlays.last, let lines = OverlayLines.of(overlay.name, isPi5: isPi5) else {
                    continue
                }
                overlays[overlays.count - 1].parameters += BootParameter.list(setting.value).filter {
                    lines.has($0.name)
                }
            default: continue
            }
        }
        return overlays
    }

    /// The last value of each parameter of the base device tree.
    private var baseParameters: [String: (BootParameter, Setting)] {
        var values: [String: (BootParameter, Setting)] = [:]
        for setting in settings where ["dtparam", "device_tree_param"].contains(setting.name) {
            for parameter in BootParameter.list(setting.value) { values[parameter.name] = (parameter, setting) }
        }
        return values
    }

    /// The numbers of `3`, `3-4` or `3-4,6,8`. No chip has a number above 53 (BCM2835 ARM Peripherals, chapter 6).
    private static func numbers(_ text: Substring) -> [Int] {
        text.split(separator: ",").flatMap { part -> [Int] in
            let ends = part.split(separator: "-", maxSplits: 1).compactMap { Int($0.trimmed) }
            guard let first = ends.first, let last = ends.last, first >= 0, first <= last, last <= 53 else { return [] }
            return Array(first...last)
        }
    }
}
