import Authentication
import Configuration
import ProgramSupport

/// The settings of a machine whose system is Holdfast's card, from `holdfast.txt` on its boot partition.
///
/// The file has lines of `key = value`. People write it with any editor of any computer: with or without a byte order mark, with
/// any line ends. A line with a problem leaves its setting as it was.
struct CardSettings: Sendable, Hashable {
    /// A wireless network.
    struct Network: Sendable, Hashable {
        enum Password: Sendable, Hashable {
            /// The network is open.
            case none
            /// 8 to 63 printable ASCII characters (IEEE 802.11, annex M.4).
            case passphrase(String)
            /// The 256-bit key as 64 hexadecimal digits.
            case key(String)
            /// The password that an earlier start has taken, and has replaced by asterisks.
            case kept
        }

        /// The SSID: 1 to 32 bytes.
        var name: String
        /// ISO 3166's two letters. They decide which channels the radio may use.
        var country: String
        var password: Password
    }

    /// A line that is not taken, or the file as a whole.
    struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// The line's number, from 1 on; `nil` for the whole file.
        var line: Int?
        /// The mistake, and what to write instead. The text contains no password.
        var text: String

        var description: String { "holdfast.txt\(line.map { ":\($0)" } ?? ""): \(text)" }
    }

    enum Key: String, CaseIterable {
        case name
        case country = "wifi-country"
        case network = "wifi-network"
        case password = "wifi-password"
        case timeZone = "time-zone"
        case sshKey = "ssh-key"
        case backupPassphrase = "backup-passphrase"
    }

    /// The host name, in lower case.
    var name: String?
    var network: Network?
    /// The name in the time zone database: `Europe/Berlin`.
    var timeZone: String?
    /// Public keys, one line each, with which `pi` may log in.
    var sshKeys: [String] = []
    /// The passphrase of `panel.backup`; `nil` for none, and for asterisks.
    var backupPassphrase: String?

    /// The most bytes of the file.
    static let largestFile = 65_536
}

/// Reads `holdfast.txt`.
struct CardSettingsReader {
    private typealias Key = CardSettings.Key
    typealias Problem = CardSettings.Problem

    private(set) var settings = CardSettings()
    private(set) var problems: [Problem] = []
    /// The keys of which a line has a problem. Their settings stay as they were.
    private(set) var faulty: Set<CardSettings.Key> = []
    /// The bytes of the file that are a password or a passphrase, to be replaced by asterisks.
    private(set) var secrets: [CardSettings.Key: Range<Int>] = [:]

    private let isTimeZone: (String) -> Bool
    private let isCountry: (String) -> Bool
    private var values: [Key: (text: String, line: Int)] = [:]
    private var hasUnknownKey = false

    /// Reads all lines.
    ///
    /// - Parameters:
    ///   - isTimeZone: Whether the machine knows a time zone of this name. The reader asks for plausible names alone.
    ///   - isCountry: Whether two capital letters are a country's.
    init(_ bytes: [UInt8], isTimeZone: @escaping (String) -> Bool, isCountry: @escaping (String) -> Bool) {
        (self.isTimeZone, self.isCountry) = (isTimeZone, isCountry)
        guard bytes.count <= CardSettings.largestFile else {
            refuse(nil, "has more than 64 KiB; take the file of the card's image, and fill in its lines")
            return
        }
        guard !bytes.isEmpty else {
            refuse(nil, "is empty; take the file of the card's image, and fill in its lines")
            return
        }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            refuse(nil, "is UTF-16; save the file as UTF-8 (in Notepad: Save as, Encoding)")
            return
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for (number, line) in Self.lines(of: bytes[start...]).enumerated() { read(line, number: number + 1) }
        finish()
    }

    /// The lines, without their ends: LF, CR LF or CR.
    private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D {
            let isSecond = bytes[index] == 0x0A && index > bytes.startIndex && bytes[index - 1] == 0x0D
            if !isSecond { lines.append(bytes[start..<index]) }
            start = index + 1
        }
        return lines + [bytes[start...]]
    }

    private mutating func refuse(_ line: Int?, _ text: String, of key: Key? = nil) {
        problems.append(Problem(line: line, text: text))
        if let key { faulty.insert(key) }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
        return bytes[start..<end]
    }

    private mutating func read(_ line: ArraySlice<UInt8>, number: Int) {
        let line = Self.trimmed(line)
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
            return refuse(number, "is no line of the form 'key = value'; a line of comment begins with #")
        }
        let word = String(decoding: Self.trimmed(line[..<equals]), as: UTF8.self).lowercased()
        guard let key = Key(rawValue: word) else {
            let keys = Key.allCases.map(\.rawValue)
            hasUnknownKey = true
            let meant = NearestWord.to(word, among: keys).map { "did you mean '\($0)'?" }
            return refuse(
                number, "unknown key '\(word.onOneLine)'; \(meant ?? "the keys are \(keys.joined(separator: ", "))")")
        }
        var value = Self.trimmed(line[(equals + 1)...])
        if key == .password || key == .backupPassphrase, !value.isEmpty {
            secrets[key] = value.startIndex..<value.endIndex
        }
        // Quotes keep spaces at the ends.
        if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
            value = value.dropFirst().dropLast()
        }
        guard let text = String(validating: value, as: UTF8.self),
            !text.unicodeScalars.contains(where: { $0.value < 32 })
        else { return refuse(number, "'\(word)' has bytes that are no text; save the file as UTF-8", of: key) }
        if key == .sshKey { return read(sshKey: text, number: number) }
        if let before = values[key] {
            refuse(number, "'\(word)' is already in line \(before.line); remove one of the lines", of: key)
        } else {
            values[key] = (text, number)
        }
    }

    private mutating func finish() {
        if let (text, line) = values[.name] { read(name: text, line) }
        if let (text, line) = values[.timeZone] { read(timeZone: text, line) }
        if let (text, line) = values[.backupPassphrase] { read(backupPassphrase: text, line) }
        do throws(Problem) {
            settings.network = try network()
        } catch {
            refuse(error.line, error.text, of: .network)
        }
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    private mutating func read(name text: String, _ line: Int) {
        // RFC 1123, 2.1.
        let isLetter: (UInt8) -> Bool = { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        let name = text.lowercased()
        guard (1...63).contains(name.utf8.count), name.utf8.allSatisfy({ isLetter($0) || $0 == UInt8(ascii: "-") }),
            !name.hasPrefix("-"), !name.hasSuffix("-")
        else {
            return refuse(
                line, "a name has 1 to 63 letters a to z, digits and hyphens, with no hyphen at its ends", of: .name)
        }
        guard name != "localhost" else {
            return refuse(line, "each machine is 'localhost' for itself; choose another name", of: .name)
        }
        settings.name = name
    }

    private mutating func read(timeZone text: String, _ line: Int) {
        let isPlausible = text.utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "/_+-".utf8.contains($0)
        }
        guard !text.isEmpty, text.utf8.count <= 64, isPlausible, !text.hasPrefix("/"), isTimeZone(text) else {
            return refuse(
                line, "no time zone has this name; write one such as Europe/Berlin, America/New_York or UTC",
                of: .timeZone)
        }
        settings.timeZone = text
    }

    private mutating func read(sshKey text: String, number: Int) {
        guard !text.isEmpty else { return }
        if text.contains("PRIVATE KEY") {
            return refuse(
                number,
                "a private key, which belongs on your computer alone; write the line of the file that ends in .pub",
                of: .sshKey)
        }
        let parts = text.split(separator: " ", maxSplits: 2)
        let isKnown = parts.first.map { type in
            ["ssh-ed25519", "ssh-rsa"].contains(type) || type.hasPrefix("ecdsa-sha2-nistp") || type.hasPrefix("sk-")
        }
        // The blob of each type begins with the type's length, below 256, as four bytes (RFC 4253, 6.6).
        guard isKnown == true, parts.count >= 2, parts[1].hasPrefix("AAAA"), parts[1].utf8.count >= 64 else {
            return refuse(
                number, "no public key; write the line of a file such as id_ed25519.pub: ssh-ed25519 AAAA…", of: .sshKey
            )
        }
        settings.sshKeys.append(text)
    }

    private mutating func read(backupPassphrase text: String, _ line: Int) {
        guard text.isEmpty || !Self.isHidden(text) else { return }
        let shortest = PeopleBackup.shortestPassphrase
        guard text.utf8.count >= shortest else {
            return refuse(line, "a backup's passphrase has at least \(shortest) bytes", of: .backupPassphrase)
        }
        settings.backupPassphrase = text
    }

    /// Whether an earlier start has replaced the text by asterisks.
    private static func isHidden(_ text: String) -> Bool { text.utf8.allSatisfy { $0 == UInt8(ascii: "*") } }

    private func network() throws(Problem) -> CardSettings.Network? {
        guard let (name, line) = values[.network] else {
            if let (_, line) = values[.password] {
                throw Problem(line: line, text: "a password without a network; write 'wifi-network = NAME' too")
            }
            return nil
        }
        guard (1...32).contains(name.utf8.count) else {
            throw Problem(line: line, text: "a network's name has 1 to 32 bytes")
        }
        guard let (country, countryLine) = values[.country] else {
            throw Problem(
                line: line, text: "the radio stays off without its country; write a line such as 'wifi-country = DE'")
        }
        let letters = country.uppercased()
        guard letters.utf8.count == 2, isCountry(letters) else {
            let meant = letters == "UK" ? "the United Kingdom is GB" : "write its two letters, such as DE, GB or US"
            throw Problem(line: countryLine, text: "no country; \(meant)")
        }
        let password = try networkPassword()
        // A mistyped 'wifi-password' must not make the network an open one.
        guard password != .none || !hasUnknownKey else {
            throw Problem(
                line: line, text: "a network without a password, in a file with an unknown key; correct that line")
        }
        return CardSettings.Network(name: name, country: letters, password: password)
    }

    private func networkPassword() throws(Problem) -> CardSettings.Network.Password {
        guard let (text, line) = values[.password] else { return .none }
        let bytes = text.utf8
        if !text.isEmpty, Self.isHidden(text) { return .kept }
        if bytes.count == 64, text.allSatisfy(\.isHexDigit) { return .key(text.lowercased()) }
        guard !text.isEmpty else {
            throw Problem(line: line, text: "the password is empty; for a network without a password, remove the line")
        }
        guard (8...63).contains(bytes.count), bytes.allSatisfy({ (32...126).contains($0) }) else {
            throw Problem(
                line: line, text: "a Wi-Fi password has 8 to 63 letters, digits and signs, without accents and emoji")
        }
        return .passphrase(text)
    }
}
