import Configuration
import Foundation
import Testing

@testable import holdfast

/// The reader of facts, on a made-up tree of /etc, /proc, /sys, /boot and /dev.
struct MachineReaderTests {
    /// A made-up machine, removed at the end of the test.
    final class Tree {
        let root = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path()

        init(_ files: [String: String] = [:]) throws {
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
            for (path, text) in files { try write(text, to: path) }
        }

        deinit {
            try? FileManager.default.removeItem(atPath: root)
        }

        func write(_ text: String, to path: String, mode: mode_t = 0o644) throws {
            try write(Data(text.utf8), to: path, mode: mode)
        }

        func write(_ data: Data, to path: String, mode: mode_t = 0o644) throws {
            let file = URL(filePath: root + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
            chmod(root + path, mode)
        }

        func facts(panel: String = "/etc/holdfast/panel.yaml") -> MachineFacts {
            let tree = SystemTree(root: root)
            let reader = MachineReader(
                tree: tree, panelPath: panel, socket: "/run/holdfast/panel", person: Account(name: "pi", isRoot: false))
            var facts = reader.facts(about: reader.panelFile())
            facts.unreadable = tree.unreadable
            return facts
        }
    }

    /// A file of sysfs, as large as a page of the kernel's whatever it has; the reader drops NULs.
    private static func attribute(_ text: String) -> String {
        text.padding(toLength: 4_096, withPad: "\0", startingAt: 0)
    }

    private static let files = [
        "/etc/passwd": "root:x:0:0::/root:/bin/sh\nholdfast:x:990:990::/:/bin/false\n",
        "/etc/group": "holdfast:x:990:pi,anna\ngpio:x:986:\n",
        "/etc/holdfast/panel.yaml": HealthyMachine.text,
        "/etc/systemd/system/holdfast.service.d/50-ordinary-priority.conf": "[Service]\nCPUSchedulingPolicy=other\n",
        "/etc/systemd/system/holdfast.service.d/key.conf":
            "[Service]\nLoadCredentialEncrypted=holdfast-key:/etc/credstore/key\n",
        "/etc/systemd/system/holdfast.target.wants/holdfast-extension@music.socket": "",
        "/proc/sys/kernel/osrelease": "6.6.31+rpt-rpi-v8\n",
        "/boot/config-6.6.31+rpt-rpi-v8": "# CONFIG_X is not set\nCONFIG_RT_GROUP_SCHED=y\n",
        "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "/boot/firmware/config.txt": "dtparam=spi=on\ninclude more.txt\n",
        "/boot/firmware/more.txt": "enable_uart=1\n",
        "/sys/class/leds/red/trigger": "none [timer] heartbeat pattern\n",
        "/sys/class/leds/red/brightness": "0\n",
        "/sys/class/rtc/rtc0/hctosys": "1\n",
        "/sys/class/hwmon/hwmon0/name": attribute("cpu_thermal\n"),
        "/sys/class/hwmon/hwmon1/name": attribute("rpi_volt\n"),
        "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": attribute("0\n"),
        "/dev/kmsg": "6,1,2,-;usb 1-1\n2,9,9,-;Under-voltage detected! (0x00050005)\n",
        "/dev/gpiochip0": "", "/dev/gpiomem": "",
    ]

    @Test("each fact is read from its file")
    func reads() throws {
        let tree = try Tree(Self.files)
        var header = HealthyMachine.storeHeader(version: 1)
        header += [UInt8](repeating: 7, count: 5_000)
        try tree.write(Data(header), to: "/var/lib/holdfast/panel.sqlite", mode: 0o600)
        try tree.write(Data(repeating: 1, count: 32), to: "/etc/holdfast/device-key", mode: 0o600)
        let facts = tree.facts()
        #expect(facts.panel?.name == "Hall")
        #expect(facts.access.accounts.isMember("anna", of: "holdfast"))
        #expect(facts.access.chips.keys.sorted() == ["/dev/gpiochip0"])
        #expect(!facts.access.hasChipRule)
        #expect(facts.access.isKeySealed)
        #expect(facts.kernel.release == "6.6.31+rpt-rpi-v8")
        #expect(facts.kernel.version.map { [$0.major, $0.minor] } == [6, 6])
        #expect(facts.kernel.hasGroupScheduling == true)
        #expect(facts.kernel.libraryVersion.contains("."))
        #expect(facts.kernel.hasOrdinaryPriority)
        #expect(
            facts.kernel.leds == [
                LEDFacts(name: "red", triggers: ["none", "timer", "heartbeat", "pattern"], isWritable: false)
            ])
        #expect(facts.boot?.settings.map(\.text) == ["dtparam=spi=on", "enable_uart=1"])
        #expect(facts.clock.realTimeClocks == ["rtc0"])
        #expect(facts.clock.isSetByRTC)
        #expect(facts.power == PowerFacts(isLow: false, wasLow: true))
        #expect(facts.store.header == Array(header.prefix(100)))
        guard case .found(let key) = facts.access.deviceKey else {
            Issue.record("no key")
            return
        }
        #expect((key.size, key.mode) == (32, 0o600))
        #expect(facts.disks.first?.path == "/var/lib/holdfast")
        #expect(facts.unreadable == [])
    }

    @Test("an empty machine has no facts, and every rule takes that")
    func empty() throws {
        let tree = try Tree()
        let facts = tree.facts()
        #expect(facts.panel == nil)
        #expect(facts.boot == nil)
        #expect(facts.kernel.release == nil)
        #expect(facts.power == PowerFacts())
        #expect(facts.unreadable == [])
        let ids = Set(Examination(of: facts).findings.map(\.id))
        #expect(ids.isSuperset(of: ["panel-file", "not-installed", "no-systemd"]))
    }

    @Test("files of binary garbage, and folders in the place of files, are facts that cannot be read or are left out")
    func garbage() throws {
        let tree = try Tree()
        let bytes = Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) })
        for path in Self.files.keys where path != "/proc/device-tree/model" { try tree.write(bytes, to: path) }
        try tree.write("Raspberry Pi 4 Model B Rev 1.4", to: "/proc/device-tree/model")
        _ = Examination(of: tree.facts())
        let folders = try Tree()
        for path in Self.files.keys {
            try FileManager.default.createDirectory(atPath: folders.root + path, withIntermediateDirectories: true)
        }
        let facts = folders.facts()
        #expect(facts.unreadable.contains { $0.object == "/proc/sys/kernel/osrelease" && !$0.isDenied })
        #expect(Examination(of: facts).findings.contains { $0.id == "unreadable" })
    }

    @Test("a huge file is not read, and the reason names the limit")
    func huge() throws {
        let tree = try Tree(Self.files)
        try tree.write(Data(repeating: UInt8(ascii: "a"), count: 2_000_000), to: "/boot/firmware/config.txt")
        let facts = tree.facts()
        #expect(facts.boot?.settings == [])
        #expect(facts.unreadable.map(\.object) == ["/boot/firmware/config.txt"])
        #expect(facts.unreadable.first?.reason == "this is not a regular file, or it has more than 262144 bytes")
    }

    @Test("loops of symbolic links and FIFOs end with a reason")
    func loops() throws {
        let tree = try Tree(Self.files)
        for path in ["/boot/firmware/config.txt", "/etc/group", "/etc/holdfast/panel.yaml"] {
            try FileManager.default.removeItem(atPath: tree.root + path)
            try FileManager.default.createSymbolicLink(atPath: tree.root + path, withDestinationPath: tree.root + path)
        }
        try FileManager.default.removeItem(atPath: tree.root + "/proc/sys/kernel/osrelease")
        #expect(mkfifo(tree.root + "/proc/sys/kernel/osrelease", 0o644) == 0)
        let facts = tree.facts()
        #expect(facts.panel == nil)
        #expect(facts.unreadable.contains { $0.object == "/etc/group" })
        #expect(facts.unreadable.contains { $0.object == "/proc/sys/kernel/osrelease" })
    }

    @Test("a file that this user may not read is denied, and root shows it", .disabled(if: geteuid() == 0))
    func denied() throws {
        let tree = try Tree(Self.files)
        try tree.write("1", to: "/sys/class/hwmon/hwmon1/in0_lcrit_alarm", mode: 0o000)
        let facts = tree.facts()
        #expect(facts.unreadable.map(\.isDenied) == [true])
        let ids = Examination(of: facts).findings.map(\.id)
        #expect(ids.contains("limited-view"))
    }

    @Test("a panel's file that others may write is found, with the command that mends the file")
    func untrusted() throws {
        let tree = try Tree(Self.files)
        #expect(chmod(tree.root + "/etc/holdfast/panel.yaml", 0o666) == 0)
        let findings = Examination(of: tree.facts()).findings.filter { $0.id == "file-trust" }
        #expect(findings.contains { $0.remedy?.hasPrefix("sudo ch") == true })
    }

    @Test(
        "a file of a user who is neither root nor the panel's is found, and a file of the panel's user is not",
        .enabled(if: geteuid() == 0, "only root gives files away"))
    func foreign() throws {
        let tree = try Tree(Self.files)
        for (owner, count) in [(1_000, 1), (990, 0)] as [(uid_t, Int)] {
            #expect(chown(tree.root + "/etc/holdfast/panel.yaml", owner, 0) == 0)
            #expect(Examination(of: tree.facts()).findings.count { $0.id == "file-trust" } == count)
        }
    }

    @Test("systemctl's blocks become units, and lines of another form are skipped")
    func units() {
        let text = """
            Id=holdfast.service
            LoadState=loaded
            ActiveState=failed
            UnitFileState=enabled
            Result=exit-code
            ExecMainStatus=214
            IPAddressAllow=::1/128 127.0.0.0/8
            IPAddressDeny=
            nonsense

            Id=holdfast.target
            LoadState=not-found
            ActiveState=inactive

            """
        let units = SystemUnit.units(in: text)
        #expect(units.count == 2)
        #expect(
            units["holdfast.service"]
                == SystemUnit(
                    load: "loaded", active: "failed", file: "enabled", result: "exit-code", status: 214,
                    allowedAddresses: ["::1/128", "127.0.0.0/8"]))
        #expect(units["holdfast.target"]?.isLoaded == false)
        #expect(SystemUnit.units(in: "") == [:])
    }
}
