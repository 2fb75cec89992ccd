import Foundation
import Testing

@testable import holdfast

/// The files of a boot partition, taken into the folders of a machine.
final class CardIntakeTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)")
    private let panel = "name: Door\ndomain: org.example.door\ncontrols: {}\n"
    private let wireless = "etc/wpa_supplicant/wpa_supplicant-wlan0.conf"

    init() throws {
        for name in ["boot", "etc/holdfast", "etc/wpa_supplicant", "home/pi", "var/lib", "usr/share/zoneinfo/Europe"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try put("# comment\nDE\tGermany\n", at: "usr/share/zoneinfo/iso3166.tab")
        try put("TZif", at: "usr/share/zoneinfo/Europe/Berlin")
        try put("name: Before\ndomain: org.example.before\ncontrols: {}\n", at: "etc/holdfast/panel.yaml")
        try put("# comment\n", at: "boot/holdfast.txt")
        try put(panel, at: "boot/panel.yaml")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func put(_ text: String, at path: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: path))
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// The key of a network is its name and its password, so that a test sees both.
    private func take(lasts: Bool = true) async -> CardIntake.Result {
        let tools = CardIntake.Tools(networkKey: { "key of \($0), \($1)" }, setName: { _ in })
        return await CardIntake(boot: folder.path + "/boot", root: folder.path, lasts: lasts, tools: tools).run()
    }

    @Test("a start takes in both files, hides the password in place, and the next start changes nothing")
    func taken() async throws {
        let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@pc"
        try put(
            "name = door\r\nwifi-country = DE\r\nwifi-network = A \"b\"\r\nwifi-password = secret12\r\ntime-zone = Europe/Berlin\r\nssh-key = \(key)\r\n",
            at: "boot/holdfast.txt")
        let first = await take()
        #expect(
            first.lines == [
                "taken: name door, time-zone Europe/Berlin, 1 of ssh-key, Wi-Fi A \"b\"", "panel.yaml: taken",
                "panel.yaml: for the page at https://door.local, write: gateway: {origins: [\"https://door.local\"]}",
            ])
        #expect(text("etc/hostname") == "door\n")
        #expect(text("etc/hosts")?.contains("127.0.1.1 door\n") == true)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/etc/localtime")
                == "../usr/share/zoneinfo/Europe/Berlin")
        #expect(text("home/pi/.ssh/authorized_keys") == key + "\n")
        #expect(text(wireless)?.contains("    psk=key of A \"b\", secret12\n") == true)
        #expect(text(wireless)?.contains("    ssid=4120226222\n") == true)
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path + "/" + wireless)[.posixPermissions] as? Int
                == 0o600)
        #expect(text("boot/holdfast.txt")?.contains("wifi-password = ********\r\ntime-zone") == true)
        #expect(text("etc/holdfast/panel.yaml") == panel)
        #expect(text("etc/holdfast/panel.yaml.before-card")?.hasPrefix("name: Before") == true)

        let before = text(wireless)
        let second = await take()
        #expect(second.lines.contains("panel.yaml: taken at an earlier start"))
        #expect(!second.hasProblems)
        #expect(text(wireless) == before)
    }

    @Test("asterisks for another network's password are a problem, and the network stays")
    func otherNetwork() async throws {
        try put("wifi-country = DE\nwifi-network = A\nwifi-password = secret12\n", at: "boot/holdfast.txt")
        _ = await take()
        let before = text(wireless)
        try put("wifi-country = DE\nwifi-network = B\nwifi-password = ********\n", at: "boot/holdfast.txt")
        let result = await take()
        #expect(result.hasProblems)
        #expect(
            result.lines.contains(
                "holdfast.txt: the Wi-Fi network is not taken: the card does not know this network's password; write the password in place of the asterisks"
            ))
        #expect(text(wireless) == before)
    }

    @Test("a card without a data partition forgets the network, and so leaves the password in the file")
    func volatile() async throws {
        let text = "wifi-country = DE\nwifi-network = A\nwifi-password = secret12\n"
        try put(text, at: "boot/holdfast.txt")
        #expect(await !take(lasts: false).hasProblems)
        #expect(self.text("boot/holdfast.txt") == text)
    }

    @Test("lines of a person in /etc/hosts stay")
    func hosts() async throws {
        try put("127.0.0.1 localhost\n192.168.1.2 broker\n127.0.1.1 old\n", at: "etc/hosts")
        try put("name = door\n", at: "boot/holdfast.txt")
        _ = await take()
        #expect(text("etc/hosts") == "127.0.0.1 localhost\n192.168.1.2 broker\n127.0.1.1 door\n")
    }

    @Test("a panel's file with errors leaves the panel, and the result has each error with its line")
    func wrongPanel() async throws {
        try put("name: Door\ndomain: org.example.door\ncontrols:\n  lamp: {titel: Lamp}\n", at: "boot/panel.yaml")
        let result = await take()
        #expect(result.hasProblems)
        #expect(result.lines.contains { $0.contains("panel.yaml:4:10: error: ") })
        #expect(result.lines.last == "panel.yaml has errors; the panel is as before")
        #expect(text("etc/holdfast/panel.yaml")?.hasPrefix("name: Before") == true)
    }

    @Test("a panel's file of 10 MB, or none, leaves the panel")
    func unreadablePanel() async throws {
        try put(String(repeating: "#", count: 10_000_000), at: "boot/panel.yaml")
        let large = await take()
        #expect(
            large.lines.contains { $0.hasPrefix("panel.yaml:1:1: error: ") && $0.hasSuffix("; the panel is as before") }
        )
        try FileManager.default.removeItem(at: folder.appending(path: "boot/panel.yaml"))
        let missing = await take()
        #expect(missing.hasProblems)
        #expect(text("etc/holdfast/panel.yaml")?.hasPrefix("name: Before") == true)
    }

    @Test("the result names the page's address until the panel's file has it")
    func address() async throws {
        try put("name = door\n", at: "boot/holdfast.txt")
        let line = "panel.yaml: for the page at https://door.local, write: gateway: {origins: [\"https://door.local\"]}"
        #expect(await take().lines.last == line)
        try put(panel + "gateway: {origins: [\"https://door.local\"]}\n", at: "boot/panel.yaml")
        let result = await take()
        #expect(result.lines.last == "panel.yaml: taken")
        #expect(!result.hasProblems)
    }

    @Test("a change over SSH stays until the boot partition has another file")
    func changedPanel() async throws {
        _ = await take()
        try put("name: Mine\ndomain: org.example.mine\ncontrols: {}\n", at: "etc/holdfast/panel.yaml")
        _ = await take()
        #expect(text("etc/holdfast/panel.yaml")?.hasPrefix("name: Mine") == true)
        try put(panel + "# new\n", at: "boot/panel.yaml")
        _ = await take()
        #expect(text("etc/holdfast/panel.yaml") == panel + "# new\n")
        // A third change replaces the former file of the second.
        try put(panel + "# newest\n", at: "boot/panel.yaml")
        _ = await take()
        #expect(text("etc/holdfast/panel.yaml.before-card") == panel + "# new\n")
    }

    @Test("without holdfast.txt, and beside wrong lines, keys and network stay; else they go with their lines")
    func removed() async throws {
        let lines = "wifi-country = DE\nwifi-network = A\nssh-key = ssh-rsa AAAA\(String(repeating: "B", count: 80))\n"
        try put(lines, at: "boot/holdfast.txt")
        _ = await take()
        try FileManager.default.removeItem(at: folder.appending(path: "boot/holdfast.txt"))
        #expect(await take().hasProblems)
        try put("ssh-key = none\nwifi-country = Germany\nwifi-network = A\n", at: "boot/holdfast.txt")
        #expect(await take().hasProblems)
        #expect(text(wireless) != nil)
        #expect(text("home/pi/.ssh/authorized_keys") != nil)
        for damaged in ["", "\u{1}\u{2}\n", "shh-key = ssh-rsa AAAA\n"] {
            try put(damaged, at: "boot/holdfast.txt")
            #expect(await take().hasProblems)
            #expect(text(wireless) != nil)
            #expect(text("home/pi/.ssh/authorized_keys") != nil)
        }
        try put("name = door\n", at: "boot/holdfast.txt")
        #expect(await !take().hasProblems)
        #expect(text(wireless) == nil)
        #expect(text("home/pi/.ssh/authorized_keys") == nil)
    }
}
