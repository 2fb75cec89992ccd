import Testing

@testable import holdfast

/// `holdfast.txt`, as people write it with any editor.
struct CardSettingsTests {
    /// A file, what it sets, and the problems that its author reads.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var settings: CardSettings
        var problems: [String]

        init(
            _ name: String, _ text: String, before: [UInt8] = [], sets change: (inout CardSettings) -> Void = { _ in },
            problems: String...
        ) {
            (testDescription, bytes, settings, self.problems) = (
                name, before + Array(text.utf8), CardSettings(), problems
            )
            change(&settings)
        }
    }

    private static func network(_ name: String, _ password: CardSettings.Network.Password) -> CardSettings.Network {
        CardSettings.Network(name: name, country: "DE", password: password)
    }

    private static let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@pc"
    private static let named: @Sendable (inout CardSettings) -> Void = { $0.name = "front-door" }

    static let cases: [Case] = [
        Case(
            "all keys set",
            """
            # a comment
            name = Front-Door
              wifi-country=de
            WIFI-NETWORK = Home "5" 🏡
            wifi-password = "  secret# "
            time-zone = Europe/Berlin
            ssh-key = \(key)
            """
        ) {
            $0.name = "front-door"
            $0.network = network("Home \"5\" 🏡", .passphrase("  secret# "))
            $0.timeZone = "Europe/Berlin"
            $0.sshKeys = [key]
        },
        Case("CR LF, and a byte order mark", "name = front-door\r\n", before: [0xEF, 0xBB, 0xBF], sets: named),
        Case("line ends of old Macs", "# first\rname = front-door\r", sets: named),
        Case("a file of comments", "# name = front-door"),
        Case(
            "an empty file", "",
            problems: "holdfast.txt: is empty; take the file of the card's image, and fill in its lines"),
        Case(
            "empty lines count for the numbers", "\r\n\r\nnam = x",
            problems: "holdfast.txt:3: unknown key 'nam'; did you mean 'name'?"),
        Case(
            "UTF-16", "n\0a\0m\0e\0", before: [0xFF, 0xFE],
            problems: "holdfast.txt: is UTF-16; save the file as UTF-8 (in Notepad: Save as, Encoding)"),
        Case(
            "a file that is too long", String(repeating: "#", count: 65_537),
            problems: "holdfast.txt: has more than 64 KiB; take the file of the card's image, and fill in its lines"),
        Case(
            "a key that no one knows", "pin = 1234",
            problems:
                "holdfast.txt:1: unknown key 'pin'; the keys are name, wifi-country, wifi-network, wifi-password, time-zone, ssh-key, backup-passphrase"
        ),
        Case(
            "a line without a value", "name",
            problems: "holdfast.txt:1: is no line of the form 'key = value'; a line of comment begins with #"),
        Case(
            "a second value", "name = front-door\nname = other", sets: named,
            problems: "holdfast.txt:2: 'name' is already in line 1; remove one of the lines"),
        Case("a path as a name", "name = ../etc", problems: "holdfast.txt:1: \(wrongName)"),
        Case(
            "a name of 300 letters", "name = \(String(repeating: "a", count: 300))",
            problems: "holdfast.txt:1: \(wrongName)"),
        Case("a name with a hyphen at its end", "name = door-", problems: "holdfast.txt:1: \(wrongName)"),
        Case("no name", "name =", problems: "holdfast.txt:1: \(wrongName)"),
        Case(
            "the name of each machine", "name = localhost",
            problems: "holdfast.txt:1: each machine is 'localhost' for itself; choose another name"),
        Case(
            "an open network", "wifi-country = DE\nwifi-network = Guests",
            sets: { $0.network = network("Guests", .none) }),
        Case(
            "a key as digits",
            "wifi-country = DE\nwifi-network = N\nwifi-password = \(String(repeating: "Ab", count: 32))"
        ) {
            $0.network = network("N", .key(String(repeating: "ab", count: 32)))
        },
        Case("a password that is kept", "wifi-country = DE\nwifi-network = N\nwifi-password = ********") {
            $0.network = network("N", .kept)
        },
        Case(
            "a mistyped password makes no open network", "wifi-country = DE\nwifi-network = N\nwifi-pasword = secret12",
            problems: "holdfast.txt:2: a network without a password, in a file with an unknown key; correct that line",
            "holdfast.txt:3: unknown key 'wifi-pasword'; did you mean 'wifi-password'?"),
        Case(
            "an empty password", "wifi-country = DE\nwifi-network = N\nwifi-password =",
            problems: "holdfast.txt:3: the password is empty; for a network without a password, remove the line"),
        Case(
            "a short password", "wifi-country = DE\nwifi-network = N\nwifi-password = 1234567",
            problems: "holdfast.txt:3: \(wrongPassword)"),
        Case(
            "a password with an accent", "wifi-country = DE\nwifi-network = N\nwifi-password = geheimnüs",
            problems: "holdfast.txt:3: \(wrongPassword)"),
        Case("a passphrase that is used", "backup-passphrase = *************"),
        Case("a backup's passphrase", "backup-passphrase = correct horse") { $0.backupPassphrase = "correct horse" },
        Case(
            "a short passphrase of a backup", "backup-passphrase = horse",
            problems: "holdfast.txt:1: a backup's passphrase has at least 12 bytes"),
        Case(
            "a password alone", "wifi-password = secret12",
            problems: "holdfast.txt:1: a password without a network; write 'wifi-network = NAME' too"),
        Case(
            "a network without a country", "wifi-network = N\nwifi-password = secret12",
            problems:
                "holdfast.txt:1: the radio stays off without its country; write a line such as 'wifi-country = DE'"),
        Case(
            "the United Kingdom", "wifi-country = UK\nwifi-network = N",
            problems: "holdfast.txt:1: no country; the United Kingdom is GB"),
        Case(
            "a long name of a network", "wifi-country = DE\nwifi-network = \(String(repeating: "é", count: 17))",
            problems: "holdfast.txt:2: a network's name has 1 to 32 bytes"),
        Case("no time zone", "time-zone = ../../etc/passwd", problems: "holdfast.txt:1: \(wrongZone)"),
        Case("an unknown time zone", "time-zone = Berlin", problems: "holdfast.txt:1: \(wrongZone)"),
        Case(
            "a private key", "ssh-key = -----BEGIN OPENSSH PRIVATE KEY-----",
            problems:
                "holdfast.txt:1: a private key, which belongs on your computer alone; write the line of the file that ends in .pub"
        ),
        Case(
            "half a public key", "ssh-key = ssh-ed25519 AAAA",
            problems:
                "holdfast.txt:1: no public key; write the line of a file such as id_ed25519.pub: ssh-ed25519 AAAA…"),
        Case(
            "a control character", "name = a\u{1}b",
            problems: "holdfast.txt:1: 'name' has bytes that are no text; save the file as UTF-8"),
    ]

    private static let wrongName = "a name has 1 to 63 letters a to z, digits and hyphens, with no hyphen at its ends"
    private static let wrongPassword =
        "a Wi-Fi password has 8 to 63 letters, digits and signs, without accents and emoji"
    private static let wrongZone =
        "no time zone has this name; write one such as Europe/Berlin, America/New_York or UTC"

    private func read(_ bytes: [UInt8]) -> CardSettingsReader {
        CardSettingsReader(
            bytes, isTimeZone: { $0 == "Europe/Berlin" || $0.contains("passwd") }, isCountry: { $0 == "DE" })
    }

    @Test("a file sets what its lines say, and each wrong line is a problem with its number", arguments: cases)
    func read(_ one: Case) {
        let reader = read(one.bytes)
        #expect(reader.settings == one.settings)
        #expect(reader.problems.map(\.description) == one.problems)
    }

    @Test("the reader marks the bytes of the password, quotes included")
    func password() {
        let text = "\u{FEFF}name = door\r\nwifi-password =  \"se cret\" \r\n"
        #expect(
            read(Array(text.utf8)).secrets[.password].map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
                == "\"se cret\"")
    }

    @Test("any bytes at all for a password end in a network or in a problem")
    func anyBytes() {
        for seed in 0..<2_000 as Range<UInt64> {
            var state = seed &* 6_364_136_223_846_793_005 &+ 1
            let bytes = (0..<64).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
            let reader = read(Array("wifi-country=DE\nwifi-network=N\nwifi-password=".utf8) + bytes)
            #expect(reader.settings.network != nil || !reader.problems.isEmpty)
        }
    }
}
