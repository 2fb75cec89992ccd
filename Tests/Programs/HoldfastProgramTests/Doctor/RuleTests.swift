import Configuration
import GPIO
import LocalAPI
import Testing

@testable import holdfast

/// One change of a healthy machine, and the finding that the change raises.
struct RuleCase: Sendable, CustomTestStringConvertible {
    var id: String
    var level: Finding.Level
    var cause: String
    var change: @Sendable (inout MachineFacts) -> Void

    init(
        _ level: Finding.Level, _ id: String, _ cause: String,
        _ change: @escaping @Sendable (inout MachineFacts) -> Void
    ) {
        (self.level, self.id, self.cause, self.change) = (level, id, cause, change)
    }

    var testDescription: String { "\(level.rawValue) \(id): \(cause)" }
}

/// Each rule finds its fact, and finds nothing on a machine without it.
struct RuleTests {
    @Test("a healthy machine has no findings but what is in order")
    func healthy() throws {
        let examination = Examination(of: try HealthyMachine.facts())
        #expect(examination.findings.filter { $0.level != .ok } == [])
        #expect(!examination.hasErrors)
        #expect(examination.lines(isVerbose: false).count == 1)
        let ids = Set(examination.findings.map(\.id))
        #expect(
            ids == [
                "panel-file", "group-membership", "daemon-user", "device-key", "chip-mode", "libgpiod",
                "kernel-version",
                "realtime-priority", "led", "lines", "boot-line", "store", "clock", "unit", "gateway", "disk",
                "under-voltage", "panel",
            ])
    }

    @Test(
        "one changed fact raises one kind of finding, with a remedy if it is an error or a warning",
        arguments: permissions + kernel + lines + pulls + boot + store + clock + units + others)
    func raises(_ rule: RuleCase) throws {
        var facts = try HealthyMachine.facts()
        rule.change(&facts)
        let examination = Examination(of: facts)
        let raised = examination.findings.filter { $0.level != .ok }
        #expect(raised.contains { $0.id == rule.id && $0.level == rule.level }, "\(raised)")
        #expect(Set(raised.map(\.id)).subtracting(["limited-view"]) == [rule.id])
        for finding in raised where finding.level != .note { #expect(finding.remedy?.isEmpty == false) }
        #expect(examination.hasErrors == (rule.level == .error))
        #expect(raised.allSatisfy { !$0.found.isEmpty && !$0.subject.isEmpty })
    }

    @Test("a broker that serves, and that the unit may reach, is in order")
    func broker() throws {
        for (address, allowed) in [("mqtt://127.0.0.1", "127.0.0.0/8"), ("mqtt://10.0.0.7", "10.0.0.7/32")] {
            var facts = try HealthyMachine.facts()
            facts.setBroker(address)
            facts.broker = .serves
            facts.setUnit("holdfast-gateway.service") { unit in
                (unit.allowedAddresses, unit.deniedAddresses) = (["::1/128", allowed], ["0.0.0.0/0"])
            }
            let findings = Examination(of: facts).findings
            #expect(findings.filter { $0.level != .ok } == [])
            #expect(findings.contains { $0.id == "broker" })
        }
    }

    @Test("a key that a drop-in gives in encrypted form needs no file")
    func sealedKey() throws {
        var facts = try HealthyMachine.facts()
        (facts.access.deviceKey, facts.access.isKeySealed) = (.missing, true)
        #expect(Examination(of: facts).findings.filter { $0.level != .ok } == [])
    }

    static let permissions: [RuleCase] = [
        .init(.error, "panel-file", "the file has an error") { $0.file.problem = "1:1: error" },
        .init(.error, "panel-file", "no file") { ($0.file.problem, $0.file.isMissing) = ("1:1: error", true) },
        .init(.error, "group-missing", "no group") { $0.access.accounts = accounts(without: "holdfast") },
        .init(.warning, "group-membership", "not a member") { $0.access.person = Account(name: "eve", isRoot: false) },
        .init(.warning, "group-membership", "not a member, by sudo") {
            $0.access.person = Account(name: "eve", isRoot: true, groups: [0])
        },
        .init(.warning, "group-not-in-effect", "a member since the login") { $0.access.person.groups = [1000] },
        .init(.error, "daemon-group", "no group of the chips' kind") {
            $0.access.accounts = accounts(without: "input")
        },
        .init(.error, "device-key", "no key, and a guarded control") { $0.access.deviceKey = .missing },
        .init(.error, "device-key", "a key of another size") {
            $0.access.deviceKey = .found(FileStatus(mode: 0o600, size: 31))
        },
        .init(.error, "device-key", "a link") {
            $0.access.deviceKey = .found(FileStatus(kind: .link, mode: 0o777, size: 32))
        },
        .init(.error, "device-key", "another owner") {
            $0.access.deviceKey = .found(FileStatus(owner: 1000, mode: 0o600, size: 32))
        },
        .init(.error, "device-key", "readable by others") {
            $0.access.deviceKey = .found(FileStatus(mode: 0o644, size: 32))
        },
        .init(.error, "chip-mode", "a chip of root's group") { $0.access.chips["/dev/gpiochip0"]?.group = 0 },
        .init(.error, "chip-mode", "a chip that the group may only read") {
            $0.access.chips["/dev/gpiochip0"]?.mode = 0o640
        },
        .init(.note, "not-installed", "no unit") {
            $0.setUnit("holdfast.service") { $0 = SystemUnit(load: "not-found") }
        },
    ]

    static let kernel: [RuleCase] = [
        .init(.error, "kernel-version", "Linux 5.4 with libgpiod 2") { $0.kernel.release = "5.4.0-1115-raspi" },
        .init(.warning, "kernel-version", "Linux 5.4 with libgpiod 1") {
            ($0.kernel.release, $0.kernel.libraryVersion) = ("5.4.0-1115-raspi", "1.6.3")
        },
        .init(.warning, "realtime-priority", "RT_GROUP_SCHED without a drop-in") {
            $0.kernel.hasGroupScheduling = true
        },
        .init(.error, "led-missing", "no such LED") { $0.kernel.leds[0].exists = false },
        .init(.warning, "led-trigger", "a trigger that is not loaded") {
            $0.kernel.leds[0].triggers = ["none", "timer"]
        },
        .init(.error, "led-mode", "an LED of root's group") { $0.kernel.leds[0].isWritable = false },
    ]

    static let lines: [RuleCase] = [
        .init(.error, "line-missing", "no such line") { facts in
            facts.setLine("GPIO17") { $0.info = .failure(.noSuchLine("GPIO17", chips: ["gpiochip0"])) }
        },
        .init(.error, "line-busy", "SPI") { facts in facts.setLine("GPIO17") { $0.found?.consumer = "spi0 CS0" } },
        .init(.error, "line-busy", "sysfs") { facts in facts.setLine("GPIO26") { $0.found?.consumer = "sysfs" } },
        .init(.error, "board", "no chip") { $0.board.problem = .noChips },
        .init(.note, "board", "chips that this user may not open") { $0.board.problem = .notPermitted(chip: "x") },
        .init(.note, "board-simulated", "a simulated board") { $0.board.isSimulated = true },
    ]

    static let pulls: [RuleCase] = [
        .init(.warning, "pull-unavailable", "a chip without resistors") { facts in
            facts.setLine("GPIO17") { $0.found?.address.chipLabel = "cp210x" }
        },
        .init(.warning, "pull-not-in-effect", "another resistor than the file's") { facts in
            facts.setLine("GPIO17") { $0.found?.bias = Bias.none }
        },
        .init(.note, "pull-none", "the file's pull: none") { facts in
            facts.setLine("GPIO17") { line in
                line.use = .input(.none)
                line.found?.bias = Bias.none
            }
        },
        .init(.warning, "input-active", "a button that is closed at rest") { facts in
            facts.setLine("GPIO17") { $0.isActiveAtRest = true }
        },
        .init(.warning, "input-active", "a floating button") { facts in
            facts.setLine("GPIO17") { line in
                line.use = .input(.none)
                line.found?.consumer = nil
                line.isActiveAtRest = true
            }
        },
    ]

    static let boot: [RuleCase] = [
        .init(.warning, "boot-line", "an overlay on a button's line") {
            $0.boot = HealthyMachine.configuration(HealthyMachine.boot + "dtoverlay=w1-gpio,gpiopin=17\n")
        },
        .init(.warning, "boot-line", "a filter that is not evaluated") {
            $0.boot = HealthyMachine.configuration(HealthyMachine.boot + "[EDID=X]\ndtoverlay=gpio-ir\n")
        },
        .init(.warning, "boot-output-active", "an output that the firmware makes active") {
            $0.boot = HealthyMachine.configuration(HealthyMachine.boot + "gpio=18=dh\n")
        },
        .init(.note, "boot-outputs", "an output that nothing holds") {
            $0.boot = HealthyMachine.configuration("gpio=18,26=op,dl\n")
        },
    ]

    static let store: [RuleCase] = [
        .init(.error, "store-owner", "a store of another user") {
            $0.store.file = .found(FileStatus(owner: 1000, mode: 0o600))
        },
        .init(.error, "store-owner", "a folder of root's") {
            $0.store.folder = .found(FileStatus(kind: .folder, owner: 0, mode: 0o755))
        },
        .init(.error, "store-mode", "a store that others may write") {
            $0.store.file = .found(FileStatus(owner: 990, mode: 0o666))
        },
        .init(.error, "store-link", "a link") {
            $0.store.file = .found(FileStatus(kind: .link, owner: 990, mode: 0o777))
        },
        .init(.error, "store-format", "another database") {
            $0.store.header = HealthyMachine.storeHeader(version: 1, application: "Else")
        },
        .init(.error, "store-format", "half a header") { $0.store.header = Array("SQLite for".utf8) },
        .init(.error, "store-version", "a later store") { $0.store.header = HealthyMachine.storeHeader(version: 250) },
    ]

    static let clock: [RuleCase] = [
        .init(.warning, "clock", "a clock that nobody set") { $0.clock.isSynchronized = false },
        .init(.error, "rtc", "clock: rtc without such a clock") { $0.file.panel?.clock = .rtc },
        .init(.warning, "rtc", "a real-time clock that the kernel has not used") {
            $0.file.panel?.clock = .rtc
            $0.clock.realTimeClocks = ["rtc0"]
        },
    ]

    static let units: [RuleCase] = [
        .init(.error, "unit-failed", "a failed panel") { facts in
            facts.setUnit("holdfast.service") { ($0.active, $0.result, $0.status) = ("failed", "exit-code", 214) }
        },
        .init(.error, "unit-inactive", "a stopped panel") { facts in
            facts.setUnit("holdfast.service") { $0.active = "inactive" }
        },
        .init(.warning, "unit-disabled", "a panel that does not start at boot") { facts in
            facts.setUnit("holdfast.target") { $0.file = "disabled" }
        },
        .init(.note, "unit-inactive", "a stopped gateway") { facts in
            facts.setUnit("holdfast-gateway.service") { $0.active = "inactive" }
        },
        .init(.note, "page-off", "a masked gateway") { facts in
            facts.setUnit("holdfast-gateway.service") { $0.load = "masked" }
        },
        .init(.error, "unit-masked", "a masked target") { facts in
            facts.setUnit("holdfast.target") { $0.load = "masked" }
        },
        .init(.error, "extension-inactive", "an extension of the file without its socket") { facts in
            facts.file.panel = try? HealthyMachine.panel(
                HealthyMachine.text + "extensions: [{name: music, domain: org.example.music}]\n")
            facts.setUnit("holdfast-extension@music.socket") { $0.active = "inactive" }
        },
        .init(.note, "no-systemd", "no systemd") { $0.units = .noSystemd },
        .init(.note, "units", "no systemctl") { $0.units = .unknown("'systemctl' is not there") },
    ]

    static let others: [RuleCase] = [
        .init(.error, "gateway", "no listener") { $0.gateway = .silent("Connection refused") },
        .init(.error, "broker", "a broker that refuses") { facts in
            facts.setBroker("mqtt://localhost")
            facts.broker = .problem("mqtt://localhost:1883: Connection refused")
        },
        .init(.note, "broker", "a password of another user") { facts in
            facts.setBroker("mqtt://localhost")
            facts.broker = .noPassword("password_file: /etc/holdfast/mqtt-password: Permission denied")
        },
        .init(.error, "broker-blocked", "a broker on another machine, which the unit may not reach") { facts in
            facts.setBroker("mqtts://broker.local")
            facts.setUnit("holdfast-gateway.service") { unit in
                (unit.allowedAddresses, unit.deniedAddresses) = (["::1/128", "127.0.0.0/8"], ["::/0", "0.0.0.0/0"])
            }
        },
        .init(.warning, "panel-extension", "a gateway that tells of its broker") { facts in
            facts.running.status?.extensions = [
                ExtensionStatus(
                    name: "gateway", domain: "io.holdfast.gateway", state: .ready,
                    detail: "mqtt://localhost:1883: Connection refused")
            ]
        },
        .init(.warning, "gateway-insecure", "insecure_lan") { $0.file.panel?.gateway.isInsecure = true },
        .init(.error, "disk-full", "a full disk") { $0.disks[0].freeBytes = 1 << 20 },
        .init(.warning, "disk-nearly-full", "a nearly full disk") { $0.disks[0].freeBytes = 100 << 20 },
        .init(.error, "disk-inodes", "no inodes") { $0.disks[0].freeFiles = 3 },
        .init(.note, "disk-read-only", "a root that is meant to be read-only") { $0.disks[0].isReadOnly = true },
        .init(.error, "disk-read-only", "a state directory that became read-only") {
            ($0.disks[0].isReadOnly, $0.disks[0].isWritten) = (true, true)
        },
        .init(.error, "under-voltage", "a low voltage now") { $0.power.isLow = true },
        .init(.warning, "under-voltage", "a low voltage before") { $0.power.wasLow = true },
        .init(.warning, "throttled", "a slow processor") { $0.power.isThrottled = true },
        .init(.error, "panel-fault", "a fault") { $0.running.status?.faults = ["button 'action': it is stuck"] },
        .init(.warning, "panel-extension", "an absent extension") {
            $0.running.status?.extensions = [.init(name: "music", domain: "org.example.music", state: .absent)]
        },
        .init(.note, "panel-other-file", "another file") { $0.running.status?.local.file = "/tmp/panel.yaml" },
        .init(.error, "panel-silent", "an active unit that does not answer") { $0.running.status = nil },
        .init(.note, "panel-silent", "a socket that refuses this user") {
            ($0.running.status, $0.running.isForbidden) = (nil, true)
        },
        .init(.note, "unreadable", "a file that this user may not read") {
            $0.unreadable = [UnreadableFact(object: "/var/lib/holdfast", reason: "Permission denied", isDenied: true)]
        },
    ]

    private static func accounts(without group: String) -> Accounts {
        let groups = ["holdfast:x:990:pi", "gpio:x:986:pi", "input:x:104:", "holdfast-core:x:989:"]
        return Accounts(
            passwd: "holdfast:x:990:990::/:/bin/false\n",
            group: groups.filter { !$0.hasPrefix(group + ":") }.joined(separator: "\n"))
    }
}
