import Configuration
import EventLoop
import Glibc
import MQTT
import ProgramSupport

/// Adds an MQTT broker to an installed panel: tries it, then writes the password, the panel's file and the drop-in of the
/// gateway's unit.
@PanelActor
struct BrokerStep {
    let broker: SetupBroker
    let files: SetupFiles

    private static let dropIn = "/etc/systemd/system/holdfast-gateway.service.d/broker.conf"
    private static let passwordFile = "mqtt-password"
    /// The group of the user who runs the gateway.
    private static let group = "holdfast-gateway"

    /// Connects as the gateway will, and writes and reads below the panel's topics.
    ///
    /// - Throws: `BrokerProblem`, `ConfigurationError`.
    func tryOut() async throws {
        let panel = try PanelFile.read(path: files.path)
        var settings = BrokerSettings(
            host: broker.address.host, port: broker.address.port, user: broker.user, password: broker.password,
            client: BrokerSettings.newClient())
        if broker.address.isEncrypted { settings.certificates = .init() }
        try await settings.tryOut(root: "\(BrokerDescription.usualTopic)/\(panel.domain.lowercased())")
    }

    /// Writes the answers.
    ///
    /// - Returns: The lines for the person.
    /// - Throws: `FileProblem`, `SetupFiles.Unfit`, with nothing in the panel's file changed.
    func write() throws -> [String] {
        let text = try files.adding(PanelAdditions(values: [.init("mqtt", value)]))
        if let password = broker.password { try writePassword(password) }
        if !broker.address.isOfThisMachine { try writeDropIn() }
        return try files.rewrite(text)
    }

    private var value: String {
        var parts = ["broker: \(YAMLScalar.quoted("\(broker.address)"))"]
        if let user = broker.user { parts.append("user: \(YAMLScalar.text(user))") }
        if broker.password != nil { parts.append("password_file: \(Self.passwordFile)") }
        return "{\(parts.joined(separator: ", "))}"
    }

    private func writePassword(_ password: String) throws {
        let path = NewFile.folder(of: files.path) + "/" + Self.passwordFile
        guard let group = getgrnam(Self.group) else {
            throw FileProblem(path: "group \(Self.group)", call: "getgrnam", code: ENOENT)
        }
        var status = stat()
        (status.st_uid, status.st_gid, status.st_mode) = (0, group.pointee.gr_gid, 0o640)
        try SetupFiles.replace(path, with: Array((password + "\n").utf8), like: status)
    }

    /// Lets the unit reach the broker, and for a name the name servers.
    private func writeDropIn() throws {
        let addresses = broker.address.resolve()
        let servers = addresses == [broker.address.host] ? [] : Self.nameServers
        let lines = [
            "# Written by 'holdfast setup'. The gateway reaches the broker \(broker.address.host) at these addresses.",
            "[Service]",
        ]
        let text = (lines + (addresses + servers).map { "IPAddressAllow=\($0)" }).joined(separator: "\n") + "\n"
        let folder = NewFile.folder(of: Self.dropIn)
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw FileProblem(path: folder, call: "mkdir") }
        try SetupFiles.replace(Self.dropIn, with: Array(text.utf8), like: nil)
    }

    /// The name servers of resolv.conf(5).
    private static var nameServers: [String] {
        let text =
            (try? FileContents.read("/etc/resolv.conf", limit: 65_536)).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            return words.count == 2 && words[0] == "nameserver" && !words[1].contains("%") ? words[1] : nil
        }
    }
}
