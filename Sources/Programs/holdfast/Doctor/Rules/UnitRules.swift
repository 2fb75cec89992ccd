import Configuration

/// The states of Holdfast's units, as systemd reports the states.
enum UnitFacts: Sendable, Hashable {
    /// The machine does not run systemd.
    case noSystemd
    /// systemd could not be asked, for this reason.
    case unknown(String)
    /// The units by their names.
    case listed([String: SystemUnit])

    /// The unit of this name; `nil` if it is unknown.
    subscript(_ name: String) -> SystemUnit? {
        if case .listed(let units) = self { units[name] } else { nil }
    }
}

/// One unit of systemd (`org.freedesktop.systemd1(5)`, "Properties").
struct SystemUnit: Sendable, Hashable {
    var load = ""
    var active = ""
    var file = ""
    var result = ""
    var status = 0
    /// The addresses that its programs may reach although others are denied, and the denied ones: `127.0.0.0/8`.
    var allowedAddresses: [String] = []
    var deniedAddresses: [String] = []

    /// Whether systemd has found the unit's file.
    var isLoaded: Bool { load == "loaded" }
    var isActive: Bool { ["active", "activating", "reloading"].contains(active) }
    /// Whether the unit starts at boot. A linked, static or generated unit has no such choice.
    var isDisabled: Bool { file == "disabled" }

    /// The properties that `units(in:)` reads.
    static let properties = [
        "Id", "LoadState", "ActiveState", "UnitFileState", "Result", "ExecMainStatus", "IPAddressAllow",
        "IPAddressDeny",
    ]

    /// The units in the output of `systemctl show`: a line `NAME=VALUE` for each property, and an empty line between
    /// units.
    static func units(in text: String) -> [String: SystemUnit] {
        var units: [String: SystemUnit] = [:]
        for block in text.split(separator: "\n\n") {
            var unit = SystemUnit()
            var name: String?
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2 else { continue }
                switch parts[0] {
                case "Id": name = parts[1]
                case "LoadState": unit.load = parts[1]
                case "ActiveState": unit.active = parts[1]
                case "UnitFileState": unit.file = parts[1]
                case "Result": unit.result = parts[1]
                case "ExecMainStatus": unit.status = Int(parts[1]) ?? 0
                case "IPAddressAllow": unit.allowedAddresses = parts[1].split(separator: " ").map(String.init)
                case "IPAddressDeny": unit.deniedAddresses = parts[1].split(separator: " ").map(String.init)
                default: continue
                }
            }
            if let name { units[name] = unit }
        }
        return units
    }
}

/// Checks the state of Holdfast's units.
enum UnitRules {
    private static let gateway = "holdfast-gateway.service"
    /// The units of Holdfast itself.
    static let names = [
        "holdfast.target", "holdfast.service", "holdfast.socket", gateway,
        "holdfast-extension@actions.socket",
    ]

    /// The drop-in that takes the real-time priority from the unit.
    static let ordinaryPriority =
        "sudo systemctl edit holdfast, write the lines [Service] and CPUSchedulingPolicy=other, then sudo systemctl "
        + "restart holdfast"

    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        switch facts.units {
        case .noSystemd: [.note("no-systemd", "systemd", "the machine does not run systemd, so no unit is examined")]
        case .unknown(let reason):
            [.note("units", "systemd", "systemctl: \(reason)", remedy: "systemctl status holdfast")]
        case .listed(let units): units.sorted { $0.key < $1.key }.compactMap { finding($0, $1, facts.panel) }
        }
    }

    private static func finding(_ name: String, _ unit: SystemUnit, _ panel: PanelDescription?) -> Finding? {
        if unit.load == "masked" {
            if name == gateway { return .note("page-off", name, "the page is turned off") }
            return .error("unit-masked", name, "the unit is masked", remedy: "sudo systemctl unmask \(name)")
        }
        guard unit.isLoaded else { return nil }
        if unit.active == "failed" { return failed(name, unit) }
        let start = "sudo systemctl enable --now holdfast.target"
        switch name {
        case "holdfast.service":
            guard unit.isActive else { return .error("unit-inactive", name, "the panel does not run", remedy: start) }
        case "holdfast.target":
            guard !unit.isDisabled else {
                return .warning(
                    "unit-disabled", name, "the panel does not start at boot",
                    remedy: "sudo systemctl enable holdfast.target")
            }
            // The services may run without the target. Each has a finding of its own.
            guard unit.isActive else { return nil }
        case gateway:
            guard unit.isActive else {
                return .note("unit-inactive", name, "the page for browsers is not served", remedy: start)
            }
        default:
            guard let needed = extensionName(name), panel?.allExtensions.contains(where: { $0.name == needed }) == true
            else { return nil }
            guard unit.isActive else {
                return .error(
                    "extension-inactive", name, "the panel's file needs the extension, which has no socket",
                    remedy: "sudo systemctl enable --now \(name)")
            }
        }
        return .ok("unit", name, "runs")
    }

    /// The extension to which systemd's socket belongs; `nil` for another unit.
    static func extensionName(_ unit: String) -> String? {
        let (prefix, suffix) = ("holdfast-extension@", ".socket")
        guard unit.hasPrefix(prefix), unit.hasSuffix(suffix) else { return nil }
        return String(unit.dropFirst(prefix.count).dropLast(suffix.count))
    }

    private static func failed(_ name: String, _ unit: SystemUnit) -> Finding {
        let known = exitCodes[unit.status]
        let reason = "\(unit.result), status \(unit.status)" + (known.map { ": \($0.words)" } ?? "")
        return .error(
            "unit-failed", name, "the unit has failed (\(reason))",
            remedy: (known?.remedy ?? "journalctl -b -u \(name) shows why")
                + "; then sudo systemctl reset-failed \(name) && sudo systemctl start \(name)")
    }

    /// The exit codes of systemd for a program that it could not start (systemd.exec(5), "Process Exit Codes").
    private static let exitCodes: [Int: (words: String, remedy: String)] = [
        203: ("the program cannot be executed", Finding.installAgain),
        214: ("the kernel refuses the real-time priority", ordinaryPriority),
        216: ("a group does not exist", Finding.installAgain),
        217: ("the user does not exist", Finding.installAgain),
        226: ("the sandbox cannot be set up", "journalctl -b -u holdfast has the reason"),
        238: ("the state directory cannot be created", "ls -ld /var/lib/holdfast"),
        243: ("the device key cannot be read", "ls -l /etc/holdfast/device-key"),
    ]
}
