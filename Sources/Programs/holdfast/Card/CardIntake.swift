import Commands
import Configuration
import EventLoop
import Glibc
import ProgramSupport

/// Takes in `holdfast.txt` and `panel.yaml` from the boot partition, which any computer can write. A wrong line of `holdfast.txt`
/// leaves its setting as it was, and a wrong `panel.yaml` leaves the panel.
struct CardIntake {
    /// The lines of a report about what was taken.
    struct Result: Sendable, Hashable {
        var lines: [String] = []
        /// Whether a person has to correct a file.
        var hasProblems = false

        mutating func add(_ problem: some CustomStringConvertible) {
            lines.append(problem.description)
            hasProblems = true
        }

        /// The result as the text of a file, for the report that follows when the network is there.
        var text: String { ([hasProblems ? "problems" : "well"] + lines).map { $0 + "\n" }.joined() }

        init() {}

        /// Reads `text`.
        init(text: String) {
            lines = text.split(separator: "\n").map(String.init)
            hasProblems = lines.first == "problems"
            lines = Array(lines.dropFirst())
        }
    }

    /// The folder of the boot partition.
    private let boot: String
    /// The folder that contains `etc`, `var` and `home`; empty for this machine's own.
    private let root: String
    /// Whether what is taken lasts: on a card without a data partition it does not, and the password stays in the file.
    private let lasts: Bool
    private let tools: Tools

    /// The intake's calls to the machine, which tests replace.
    struct Tools: Sendable {
        /// Returns the key of a wireless network, as 64 hexadecimal digits, for its name and password.
        var networkKey: @Sendable (_ network: String, _ password: String) async throws -> String
        /// Sets the name of this machine.
        var setName: @Sendable (String) throws -> Void

        /// This machine's own.
        static let own = Tools(
            networkKey: { network, password in
                let runner = CommandRunner(environment: ["PATH": CommandRunner.defaultPath]) { _ in }
                let command = Command(
                    arguments: ["wpa_passphrase", network], timeout: .seconds(30), input: Array((password + "\n").utf8),
                    output: .message)
                let result = try await runner.run(command)
                try result.check()
                let text = String(decoding: result.message, as: UTF8.self)
                guard let key = WirelessFile(text: text).firstKey else {
                    throw CommandError.exited(status: result.status, output: "wpa_passphrase printed no key")
                }
                return key
            },
            setName: { name in
                guard sethostname(name, name.utf8.count) == 0 else {
                    throw FileProblem(path: name, call: "sethostname")
                }
            })
    }

    init(boot: String, root: String = "", lasts: Bool = true, tools: Tools = .own) {
        (self.boot, self.root, self.lasts, self.tools) = (boot, root, lasts, tools)
    }

    /// Takes both files in.
    func run() async -> Result {
        var result = Result()
        await takeSettings(&result)
        takePanel(&result)
        if let line = missingOrigin { result.lines.append(line) }
        return result
    }

    // MARK: holdfast.txt

    private func takeSettings(_ result: inout Result) async {
        let file = CardSettingsFile(boot: boot, root: root)
        let reader: CardSettingsReader
        do throws(FileContents.Failure) {
            reader = try file.read()
        } catch {
            return result.add("holdfast.txt: \(error); the settings are as before")
        }
        for problem in reader.problems { result.add(problem) }
        // A file that is not understood as a whole removes nothing.
        guard !reader.problems.contains(where: { $0.line == nil }) else { return }
        let settings = reader.settings
        var taken: [String] = []
        func note(_ what: String, _ change: () throws -> Void) {
            do {
                try change()
                taken.append(what)
            } catch {
                result.add("holdfast.txt: \(what) is not taken: \(error)")
            }
        }
        if let name = settings.name { note("name \(name)") { try take(name: name) } }
        if let zone = settings.timeZone { note("time-zone \(zone)") { try take(timeZone: zone) } }
        // Keys and a network go with their lines. A missing line beside wrong ones may be one of these.
        let isWhole = reader.problems.isEmpty
        if !reader.faulty.contains(.sshKey), !settings.sshKeys.isEmpty || isWhole {
            note(settings.sshKeys.isEmpty ? "no SSH key" : "\(settings.sshKeys.count) of ssh-key") {
                try take(sshKeys: settings.sshKeys)
            }
        }
        let isNetworkWell = reader.faulty.isDisjoint(with: [.network, .password, .country])
        if isNetworkWell, settings.network != nil || isWhole {
            do {
                if let line = try await take(network: settings.network) { taken.append(line) }
            } catch {
                result.add("holdfast.txt: the Wi-Fi network is not taken: \(error)")
                return result.lines.insert(Self.line(of: taken), at: 0)
            }
            if lasts, let range = reader.secrets[.password], settings.network?.password != .kept {
                do {
                    try file.hide(range)
                } catch {
                    result.add("holdfast.txt: the password stays readable in the file; remove it there: \(error)")
                }
            }
        }
        result.lines.insert(Self.line(of: taken), at: 0)
    }

    private static func line(of taken: [String]) -> String { "taken: " + taken.joined(separator: ", ") }

    private func take(name: String) throws {
        try write("/etc/hostname", name + "\n")
        // Other lines are a person's.
        let others = (text(of: "/etc/hosts") ?? "").split(separator: "\n").filter { !$0.hasPrefix("127.0.1.1 ") }
        try write("/etc/hosts", (others + ["127.0.1.1 \(name)"]).map { $0 + "\n" }.joined())
        try tools.setName(name)
    }

    private func take(timeZone: String) throws {
        let (path, target) = (root + "/etc/localtime", "../usr/share/zoneinfo/" + timeZone)
        guard linkTarget(of: path) != target else { return }
        let draft = path + ".new"
        unlink(draft)
        guard symlink(target, draft) == 0, rename(draft, path) == 0 else {
            throw FileProblem(path: path, call: "symlink")
        }
    }

    private func take(sshKeys keys: [String]) throws {
        let home = root + "/home/pi"
        let path = home + "/.ssh/authorized_keys"
        guard !keys.isEmpty else {
            guard unlink(path) == 0 || SystemCall.lastError == ENOENT else {
                throw FileProblem(path: path, call: "unlink")
            }
            return
        }
        var owner = stat()
        guard lstat(home, &owner) == 0 else { throw FileProblem(path: home, call: "lstat") }
        if mkdir(home + "/.ssh", 0o700) == 0, lchown(home + "/.ssh", owner.st_uid, owner.st_gid) != 0 {
            throw FileProblem(path: home + "/.ssh", call: "lchown")
        }
        try write(
            "/home/pi/.ssh/authorized_keys", keys.map { $0 + "\n" }.joined(), mode: 0o600,
            owner: (owner.st_uid, owner.st_gid))
    }

    /// - Returns: the network for the report; `nil` where the card has no network.
    private func take(network: CardSettings.Network?) async throws -> String? {
        let name = "/etc/wpa_supplicant/wpa_supplicant-wlan0.conf"
        guard let network else {
            unlink(root + name)
            return nil
        }
        let key: String?
        switch network.password {
        case .none: key = nil
        case .key(let given): key = given
        case .passphrase(let password): key = try await tools.networkKey(network.name, password)
        case .kept:
            key = text(of: name).flatMap { WirelessFile(text: $0).key(of: network.name) }
            if key == nil { throw UnknownPassword() }
        }
        try write(name, WirelessFile(network, key: key).text, mode: 0o600)
        return "Wi-Fi \(network.name.onOneLine)" + (key == nil ? ", an open network" : "")
    }

    /// Asterisks stand for a password that this card does not know.
    private struct UnknownPassword: Error, CustomStringConvertible {
        var description: String {
            "the card does not know this network's password; write the password in place of the asterisks"
        }
    }

    // MARK: panel.yaml

    private var installedPanel: String { root + "/etc/holdfast/panel.yaml" }

    private func takePanel(_ result: inout Result) {
        let (installed, taken) = (installedPanel, root + "/var/lib/holdfast-card/panel.yaml")
        let bytes: [UInt8]
        let stays = "; the panel is as before"
        do throws(ConfigurationError) {
            bytes = try PanelFile.text(path: boot + "/panel.yaml", isTrusted: false)
        } catch {
            return result.add(shown(error) + stays)
        }
        // Later changes, by setup or over SSH, count until the file on the boot partition changes.
        guard contents(of: taken) != bytes else { return result.lines.append("panel.yaml: taken at an earlier start") }
        do throws(ConfigurationError) {
            _ = try PanelFile.parse(bytes, file: "panel.yaml")
        } catch {
            result.add(error.description)
            return result.lines.append("panel.yaml has errors" + stays)
        }
        do {
            if contents(of: installed) != bytes {
                var status = stat()
                if lstat(installed, &status) == 0 { try keepFormer(installed) }
                try SetupFiles.replace(installed, with: bytes, like: nil)
            }
            mkdir(NewFile.folder(of: taken), 0o700)
            try NewFile.replace(taken, with: bytes)
            result.lines.append("panel.yaml: taken")
        } catch {
            result.add("panel.yaml: \(error)" + stays)
        }
    }

    /// Gives the panel's file a second name, of which there is one: a card is changed for years.
    private func keepFormer(_ path: String) throws(FileProblem) {
        let former = path + ".before-card"
        unlink(former)
        guard link(path, former) == 0 else { throw FileProblem(path: former, call: "link") }
    }

    /// A line about a panel whose page does not know the address that this machine has; `nil` for one that does.
    private var missingOrigin: String? {
        guard let name = text(of: "/etc/hostname")?.split(separator: "\n").first,
            let bytes = contents(of: installedPanel),
            let panel = try? PanelFile.parse(bytes, file: "panel.yaml")
        else { return nil }
        let origin = "https://\(name).local"
        guard !panel.gateway.origins.contains(where: { $0.description == origin }) else { return nil }
        return "panel.yaml: for the page at \(origin), write: gateway: {origins: [\"\(origin)\"]}"
    }

    /// The error, with the name that a person sees on the boot partition.
    private func shown(_ error: ConfigurationError) -> String {
        error.description.replacing(boot + "/", with: "")
    }

    // MARK: Files

    private func contents(of path: String) -> [UInt8]? { try? FileContents.read(path, limit: 4 << 20) }

    private func text(of name: String) -> String? {
        contents(of: root + name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func linkTarget(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Writes a file that differs; nothing is written to the card at an ordinary start.
    private func write(
        _ name: String, _ text: String, mode: UInt32 = 0o644, owner: (user: uid_t, group: gid_t)? = nil
    ) throws {
        guard self.text(of: name) != text else { return }
        let (path, draft) = (root + name, root + name + ".new")
        unlink(draft)
        do throws(NewFile.Failure) {
            try NewFile.write(Array(text.utf8), to: draft, mode: mode, owner: owner)
        } catch {
            throw FileProblem(path: draft, call: error.call, code: error.code)
        }
        guard rename(draft, path) == 0 else { throw FileProblem(path: path, call: "rename") }
        if let failure = NewFile.syncFolder(of: path) {
            throw FileProblem(path: path, call: failure.call, code: failure.code)
        }
    }
}
