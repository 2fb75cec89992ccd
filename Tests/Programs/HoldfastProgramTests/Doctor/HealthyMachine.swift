import Configuration
import GPIO
import LocalAPI

@testable import holdfast

/// A Raspberry Pi with an installed panel, on which nothing is wrong. Tests change one fact.
enum HealthyMachine {
    static let text = """
        name: Hall
        domain: org.example.hall
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: required}
          shut: {title: Shut, sensor: {line: GPIO22}}
        buttons:
          action: {line: GPIO17, hold: lamp}
        lights:
          lamp: {line: GPIO26, shows: lamp}
          led: {led: red, shows: door, dim: {from: "22:00", until: "06:00", to: 20%}}
        keypad: {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}

        """

    static func panel(_ text: String = text) throws -> PanelDescription {
        try PanelFile.parse(Array(text.utf8), file: "/etc/holdfast/panel.yaml")
    }

    static let accounts = Accounts(
        passwd: "root:x:0:0:root:/root:/bin/sh\nholdfast:x:990:990::/:/bin/false\npi:x:1000:1000::/home/pi:/bin/sh\n",
        group: "holdfast:x:990:pi\ngpio:x:986:pi\ninput:x:104:\nholdfast-core:x:989:\n")

    /// `config.txt` that holds all outputs of the panel inactive.
    static let boot = "gpio=18,23,26=op,dl\ngpio=5,6,17,22=ip,pu\n"

    static func configuration(_ text: String, model: String = "Raspberry Pi 4 Model B Rev 1.4") -> BootConfiguration {
        BootConfiguration(path: "/boot/firmware/config.txt", model: model) { _ in Array(text.utf8) }
    }

    /// The lines of a panel as the running panel holds them.
    static func lines(of panel: PanelDescription) -> [LineFacts] {
        panel.examinedLines.map { line in
            var line = line
            let offset = Int(line.line.name.dropFirst("GPIO".count)) ?? 0
            let bias: Bias? = if case .input(let bias) = line.use { Bias(rawValue: bias.rawValue) } else { nil }
            line.info = .success(
                LineInfo(
                    address: LineAddress(
                        chip: "/dev/gpiochip0", chipLabel: "pinctrl-bcm2711", offset: offset, name: line.line.name),
                    isOutput: bias == nil, consumer: "holdfast", bias: bias))
            return line
        }
    }

    static func facts(_ text: String = text) throws -> MachineFacts {
        let panel = try panel(text)
        let file = PanelFileFacts(path: panel.file, panel: panel)
        var access = AccessFacts(person: Account(name: "pi", isRoot: false, groups: [986, 990]), accounts: accounts)
        access.deviceKey = .found(FileStatus(mode: 0o600, size: 32))
        access.chips = ["/dev/gpiochip0": FileStatus(kind: .other, group: 986, mode: 0o660)]
        var facts = MachineFacts(
            file: file, access: access,
            kernel: KernelFacts(release: "6.6.31+rpt-rpi-v8", hasGroupScheduling: false, libraryVersion: "2.2.1"),
            running: RunningFacts(
                socket: "/run/holdfast/panel",
                status: PanelStatus(
                    SharedStatus(
                        panel: "Hall", isSimulated: false, uptime: 60, controls: 3, faults: [], extensions: [],
                        activities: [], hint: nil, status: nil, hasPINs: true),
                    LocalStatus(file: panel.file))))
        facts.kernel.leds = [LEDFacts(name: "red", triggers: ["none", "timer", "pattern"], isWritable: true)]
        facts.board.lines = lines(of: panel)
        facts.boot = configuration(boot)
        facts.store.folder = .found(FileStatus(kind: .folder, owner: 990, group: 990, mode: 0o700))
        facts.store.file = .found(FileStatus(owner: 990, group: 990, mode: 0o600, size: 8_192))
        facts.store.header = storeHeader(version: 1)
        facts.clock = ClockFacts(isSynchronized: true)
        let unit = SystemUnit(load: "loaded", active: "active", file: "enabled", result: "success")
        facts.units = .listed(["holdfast.service": unit, "holdfast-gateway.service": unit])
        facts.gateway = .answers
        facts.disks = [DiskFacts(path: "/", freeBytes: 8 << 30, bytes: 32 << 30, freeFiles: 900, files: 1_000)]
        facts.power = PowerFacts(isLow: false, wasLow: false)
        return facts
    }

    /// The first bytes of a store.
    static func storeHeader(version: UInt8, application: String = "Hold") -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 100)
        bytes.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
        bytes[63] = version
        bytes.replaceSubrange(68..<72, with: Array(application.utf8))
        return bytes
    }
}

extension MachineFacts {
    /// Gives the panel's file a broker.
    mutating func setBroker(_ address: String) {
        let text = HealthyMachine.text + "mqtt: {broker: \"\(address)\"}\n"
        file.panel?.broker = (try? HealthyMachine.panel(text))?.broker
    }

    /// Changes a unit, or adds it.
    mutating func setUnit(_ name: String, _ change: (inout SystemUnit) -> Void) {
        guard case .listed(var units) = units else { return }
        var unit = units[name] ?? SystemUnit(load: "loaded", active: "active", file: "enabled", result: "success")
        change(&unit)
        units[name] = unit
        self.units = .listed(units)
    }

    /// Changes what the kernel says of the first line of this name.
    mutating func setLine(_ name: String, _ change: (inout LineFacts) -> Void) {
        guard let index = board.lines.firstIndex(where: { $0.line.name == name }) else { return }
        change(&board.lines[index])
    }
}

extension LineFacts {
    /// The kernel's information about a line that was found.
    var found: LineInfo? {
        get { if case .success(let info) = info { info } else { nil } }
        set { info = newValue.map { .success($0) } }
    }
}
