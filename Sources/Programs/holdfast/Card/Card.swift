import Commands
import Configuration
import EventLoop
import FoundationEssentials
import Glibc
import LocalAPI
import ProgramSupport

/// This machine, if its system is Holdfast's card.
struct Card {
    /// This machine runs from another system.
    struct Missing: Error, CustomStringConvertible {
        var description: String { "this machine's system is not Holdfast's card; it has its own tools, such as apt" }
    }

    /// The folder of the boot partition, where a person's files are.
    static let boot = "/boot/firmware"
    /// The notes of this boot's initramfs and units, in memory: see deploy/card.
    private static let notes = "/run/holdfast-card"
    private static let wirelessFile = "/etc/wpa_supplicant/wpa_supplicant-wlan0.conf"
    private static let authorityFile = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"

    /// - Throws: `Missing`.
    init() throws(Missing) {
        guard access(Self.notes, F_OK) == 0 else { throw Missing() }
    }

    /// Whether there is a data partition. Else all changes are in memory.
    private var lasts: Bool { access(Self.notes + "/volatile", F_OK) != 0 }

    /// Takes in the files of the boot partition.
    func take() throws -> CardIntake.Result {
        StatusLight()?.show(.starting)
        let result = try EventLoop.panel.run { [lasts] in await CardIntake(boot: Self.boot, lasts: lasts).run() }
        try keep(result)
        return result
    }

    /// Restores the backup of the boot partition, when the panel runs.
    func restoreBackup() throws {
        let restored = CardBackup(boot: Self.boot, lasts: lasts).run()
        guard !restored.lines.isEmpty else { return }
        var result = intake
        result.lines += restored.lines
        result.hasProblems = result.hasProblems || restored.hasProblems
        try keep(result)
    }

    /// The result of this start's intake.
    private var intake: CardIntake.Result { CardIntake.Result(text: text("\(Self.notes)/intake") ?? "problems\n") }

    private func keep(_ result: CardIntake.Result) throws {
        let path = Self.notes + "/intake"
        unlink(path)
        do throws(NewFile.Failure) {
            try NewFile.write(Array(result.text.utf8), to: path, mode: 0o644)
        } catch {
            throw FileProblem(path: path, call: error.call, code: error.code)
        }
    }

    /// Runs a script of the card in place of this process.
    ///
    /// - Returns: Why the script cannot be run.
    func execute(_ script: String, _ arguments: [String]) -> FileProblem {
        let path = "/usr/lib/holdfast-card/" + script
        let words = ([path] + arguments).map { strdup($0) }
        execv(path, words + [nil])
        return FileProblem(path: path, call: "execv")
    }

    /// The report of this moment.
    func report() throws -> CardReport {
        let name = HostName.current ?? "localhost"
        let addresses = CardReport.Address.own
        var report = CardReport(
            name: name, addresses: addresses,
            wirelessProblem: try EventLoop.panel.run { await wirelessProblem(addresses) },
            authority: try EventLoop.panel.run { await authority() }, intake: intake,
            cardFaults: (text("\(Self.notes)/faults") ?? "").split(separator: "\n").map(String.init), status: [],
            isPanelWell: false)
        report.keyboards = keyboards
        do {
            let status = try PanelClient(path: PanelSocket.standardPath).reply(
                PanelInterface.Status.self, NoParameters())
            report.status = status.shared.lines(status.local, now: WallClock.now, isVerbose: false)
            report.isPanelWell = status.shared.faults.isEmpty
        } catch {
            report.status = ["\(error)"]
        }
        return report
    }

    private var keyboards: [String] {
        let folder = "/dev/input/by-id"
        return FolderEntries.names(in: folder).filter { $0.hasSuffix("-event-kbd") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Why the network of `holdfast.txt` is not there; `nil` if it is, or if the file names none.
    private func wirelessProblem(_ addresses: [CardReport.Address]) async -> String? {
        guard let file = text(Self.wirelessFile), !addresses.contains(where: { $0.interface == "wlan0" }) else {
            return nil
        }
        let name = WirelessFile(text: file).name ?? "of holdfast.txt"
        guard access("/sys/class/net/wlan0", F_OK) == 0 else {
            return "Wi-Fi: this board has no radio, or it is broken."
        }
        let log = await output(of: "journalctl", "--boot", "--output=cat", "--unit=wpa_supplicant@wlan0.service")
        // wpa_supplicant writes this after a handshake that fails.
        if log?.contains("WRONG_KEY") == true {
            return "Wi-Fi: the password of the network '\(name)' seems to be wrong. Write it anew in holdfast.txt."
        }
        return
            "Wi-Fi: no connection to the network '\(name)'. Check its name and password, and that it is near, at 2.4 GHz."
    }

    /// The SHA-256 of the authority's certificate, as phones show it: pairs of digits.
    private func authority() async -> String? {
        // A certificate in PEM is the Base64 of its bytes (RFC 7468).
        guard let text = text(Self.authorityFile),
            let bytes = Data(base64Encoded: text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()),
            let sum = await output(of: "sha256sum", input: Array(bytes))?.prefix(64), sum.count == 64
        else { return nil }
        let digits = Array(sum.uppercased())
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0...($0 + 1)]) }.joined(separator: ":")
    }

    private func text(_ path: String) -> String? {
        (try? FileContents.read(path, limit: 65_536)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func output(of words: String..., input: [UInt8]? = nil) async -> String? {
        let runner = CommandRunner(environment: ["PATH": CommandRunner.defaultPath, "LC_ALL": "C.UTF-8"]) { _ in }
        let command = Command(arguments: words, timeout: .seconds(20), input: input, output: .message)
        guard let result = try? await runner.run(command), result.status == 0 else { return nil }
        return String(decoding: result.message, as: UTF8.self)
    }
}
