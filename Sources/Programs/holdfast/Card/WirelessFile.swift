import LocalAPI
import ProgramSupport

/// The file by which wpa_supplicant joins one network (wpa_supplicant.conf(5)). It contains the network's key, not the password.
struct WirelessFile: Sendable, Hashable {
    var text: String

    /// Makes the file.
    ///
    /// - Parameter key: 64 hexadecimal digits; `nil` for an open network.
    init(_ network: CardSettings.Network, key: String?) {
        text = """
            ctrl_interface=/run/wpa_supplicant
            country=\(network.country)
            network={
                # \(network.name.onOneLine)
                ssid=\(Self.hexadecimal(network.name))
                scan_ssid=1
                \(key.map { "psk=\($0)" } ?? "key_mgmt=NONE")
            }

            """
    }

    init(text: String) { self.text = text }

    /// The key that the file has for a network; `nil` for another network, and for an open one.
    func key(of network: String) -> String? {
        lines.contains("ssid=\(Self.hexadecimal(network))") ? firstKey : nil
    }

    /// The first key, also in what wpa_passphrase(8) prints.
    var firstKey: String? { lines.first { $0.hasPrefix("psk=") }.map { String($0.dropFirst(4)) } }

    /// The network's name; `nil` if the file has none, or one that is no text.
    var name: String? {
        let digits = lines.first { $0.hasPrefix("ssid=") }.map { String($0.dropFirst(5)) }
        return digits.flatMap(HexText.bytes).flatMap { String(validating: $0, as: UTF8.self) }?.onOneLine
    }

    private var lines: [Substring] {
        text.split(separator: "\n").map { line in line.drop { $0 == " " || $0 == "\t" } }
    }

    /// A name may contain quotes and line ends. As digits, a name cannot end its line.
    private static func hexadecimal(_ name: String) -> String { HexText.of(Array(name.utf8)) }
}
