import Configuration
import EventLoop
import FileTrust
import GPIO
import Glibc
import Panel
import ProgramSupport

/// Reads the facts that lie in files: those of `/etc`, `/proc`, `/sys`, `/dev`, `/boot` and `/var`.
///
/// Reading changes nothing, and takes no lock.
struct MachineReader {
    let tree: SystemTree
    /// The panel's file, as the user gave its path.
    let panelPath: String
    /// The panel's socket.
    let socket: String
    let person: Account

    private static let systemUnits = "/etc/systemd/system"

    /// The facts in files. The facts of running programs have the values of a machine without any.
    func facts(about file: PanelFileFacts) -> MachineFacts {
        let accounts = Accounts(
            passwd: tree.text("/etc/passwd", limit: 1 << 20) ?? "", group: tree.text("/etc/group", limit: 1 << 20) ?? ""
        )
        let daemon = accounts.userID(of: InstalledPlaces.user)
        var access = AccessFacts(person: person, accounts: accounts)
        access.deviceKey = tree.presence(InstalledPlaces.deviceKey)
        access.isKeySealed = dropIns.contains { $0.contains("LoadCredentialEncrypted=holdfast-key") }
        access.chips = chips()
        // The folders of `make install` and of the package.
        access.hasChipRule = ["/etc", "/usr/lib"].contains { tree.exists($0 + "/udev/rules.d/60-holdfast-gpio.rules") }
        access.untrusted = [
            // Without a daemon's user the panel would run as this one.
            tree.untrusted(panelPath, for: daemon ?? geteuid()), tree.untrusted(InstalledPlaces.deviceKey, for: 0),
        ].compactMap(\.self)
        var facts = MachineFacts(
            file: file, access: access, kernel: kernel(file.panel, gpio: accounts.group("gpio")?.id),
            running: RunningFacts(socket: socket))
        facts.board = BoardFacts(
            isSimulated: file.panel?.board == .simulated, lines: file.panel?.examinedLines ?? [])
        facts.boot = boot()
        facts.store = store()
        facts.clock.realTimeClocks = tree.names("/sys/class/rtc")
        facts.clock.isSetByRTC = ClockSource.isSetByRTC(in: tree.path("/sys/class/rtc"))
        facts.disks = disks()
        facts.power = power()
        return facts
    }

    func panelFile() -> PanelFileFacts {
        var facts = PanelFileFacts(path: panelPath)
        do throws(ConfigurationError) {
            facts.panel = try PanelFile.read(path: tree.path(panelPath))
        } catch {
            let errors = error.diagnostics.filter { $0.severity == .error }
            facts.problem = (errors.first ?? error.diagnostics.first).map {
                "\($0.position.line):\($0.position.column): \($0.message)"
            }
            facts.problemCount = errors.count
            facts.isMissing = tree.presence(panelPath) == .missing
        }
        return facts
    }

    private func chips() -> [String: FileStatus] {
        var chips: [String: FileStatus] = [:]
        for name in tree.names("/dev") where name.hasPrefix("gpiochip") {
            // A link would list its chip twice.
            if case .found(let status) = tree.presence("/dev/\(name)"), status.kind != .link {
                chips["/dev/\(name)"] = status
            }
        }
        return chips
    }

    // MARK: Kernel

    private func kernel(_ panel: PanelDescription?, gpio: UInt32?) -> KernelFacts {
        var facts = KernelFacts(
            release: tree.text("/proc/sys/kernel/osrelease", limit: 256), libraryVersion: KernelBoard.libraryVersion)
        // Debian and Raspberry Pi OS put the kernel's configuration beside the kernel.
        if let release = facts.release, !release.contains("/"),
            let configuration = tree.text("/boot/config-\(release)", limit: 1 << 20)
        {
            facts.hasGroupScheduling = configuration.split(separator: "\n").contains("CONFIG_RT_GROUP_SCHED=y")
        }
        facts.hasOrdinaryPriority = dropIns.contains { $0.contains("CPUSchedulingPolicy=") }
        facts.leds = Set(panel?.lights.compactMap { if case .led(let name, _) = $0.output { name } else { nil } } ?? [])
            .sorted().map { led($0, gpio: gpio) }
        return facts
    }

    /// The texts of the drop-ins of `holdfast.service`.
    private var dropIns: [String] {
        let folder = Self.systemUnits + "/holdfast.service.d"
        return tree.names(folder).filter { $0.hasSuffix(".conf") }.compactMap { tree.text("\(folder)/\($0)") }
    }

    private func led(_ name: String, gpio: UInt32?) -> LEDFacts {
        let folder = "/sys/class/leds/\(name)"
        var led = LEDFacts(name: name, exists: tree.exists(folder))
        guard led.exists else { return led }
        // The current trigger is in brackets (`Documentation/ABI/testing/sysfs-class-led`).
        let triggers = tree.text(folder + "/trigger", limit: 1 << 20)?.split(separator: " ") ?? []
        led.triggers = Set(triggers.map { $0.trimmingPrefix("[").prefix { $0 != "]" } }.map(String.init))
        if let gpio, case .found(let status) = tree.presence(folder + "/brightness") {
            led.isWritable = status.group == gpio && status.mode & 0o020 != 0
        }
        return led
    }

    // MARK: Boot

    /// `config.txt` of Raspberry Pi OS, whose folder is /boot/firmware since Debian 12.
    func boot() -> BootConfiguration? {
        guard let model = tree.text("/proc/device-tree/model", limit: 256), model.hasPrefix("Raspberry Pi"),
            let path = ["/boot/firmware/config.txt", "/boot/config.txt"].first(where: tree.exists)
        else { return nil }
        return BootConfiguration(path: path, model: model) { tree.bytes($0, limit: 1 << 18) }
    }

    // MARK: Store, disks, power

    private func store() -> StoreFacts {
        var facts = StoreFacts()
        facts.folder = tree.presence(facts.folderPath)
        facts.file = tree.presence(facts.path)
        if case .found(let status) = facts.file, status.kind == .file { facts.header = tree.beginning(of: facts.path) }
        return facts
    }

    /// The names of the extensions whose sockets systemd makes at boot.
    var enabledExtensions: [String] {
        tree.names(Self.systemUnits + "/holdfast.target.wants").compactMap(UnitRules.extensionName)
    }

    private func disks() -> [DiskFacts] {
        var seen: Set<UInt> = []
        // The panel's state is on the first one that is read.
        let paths = [
            (InstalledPlaces.stateDirectory, true), ("/", false), (NewFile.folder(of: panelPath), false),
            ("/run", true),
        ]
        return paths.compactMap { path, isWritten in
            guard let disk = tree.disk(path, isWritten: isWritten), seen.insert(disk.id).inserted else { return nil }
            return disk.facts
        }
    }

    private func power() -> PowerFacts {
        var facts = PowerFacts()
        for name in tree.names("/sys/class/hwmon") {
            let folder = "/sys/class/hwmon/\(name)"
            // The kernel reports the size of a page for each attribute.
            guard tree.text(folder + "/name") == "rpi_volt" else { continue }
            facts.isLow = tree.text(folder + "/in0_lcrit_alarm").map { $0 == "1" }
        }
        if facts.isLow != nil {
            facts.wasLow = tree.kernelLog(mentions: ["under-voltage detected", "undervoltage detected"])
        }
        guard facts.isLow == nil else { return facts }
        // The kernel calls this file deprecated in its log when it is first read, so the sensor comes first.
        let path = "/sys/devices/platform/soc/soc:firmware/get_throttled"
        guard let text = tree.text(path), let bits = UInt32(text, radix: 16) else { return facts }
        (facts.isLow, facts.isThrottled) = (bits & 1 != 0, bits & 0b1110 != 0)
        if bits & 1 << 16 != 0 { facts.wasLow = true }
        return facts
    }
}
