import Foundation
import LocalAPI
import Testing

/// `holdfast doctor` beside a simulated panel, on the machine of the tests.
struct DoctorTests {
    /// One finding as `--json` prints it.
    private struct Finding: Decodable {
        var id: String
        var level: String
        var subject: String
        var found: String
        var remedy: String?
    }

    private static let file = "config/simulated.yaml"

    private func status(_ faults: [String] = [], file: String = Self.file) -> PanelStatus {
        var status = FakePanel.status
        (status.faults, status.extensions, status.local.file) = (faults, [], file)
        return status
    }

    private func run(_ panel: FakePanel, _ arguments: String...) throws -> Command.Outcome {
        try Command(["doctor"] + arguments, environment: ["HOLDFAST_SOCKET": panel.path]).waitForEnd()
    }

    private func findings(_ outcome: Command.Outcome) throws -> [Finding] {
        try outcome.output.split(separator: "\n").map { try JSONDecoder().decode(Finding.self, from: Data($0.utf8)) }
    }

    @Test("doctor prints the findings of a simulated panel, the most urgent first, and a summary")
    func text() async throws {
        let panel = try await FakePanel(status: status(["button 'action': \u{1B}[2J it is stuck"]))
        let outcome = try run(panel, Self.file)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains("error: panel 'Hallway': button 'action': \\u{1B}[2J it is stuck"))
        #expect(lines.contains("    journalctl -b -u holdfast shows since when; holdfast status"))
        #expect(lines.contains { $0.hasPrefix("note: board: the panel's file has 'board: simulated'") })
        #expect(!lines.contains { $0.hasPrefix("ok: ") })
        #expect(lines.last?.hasSuffix("in order (--verbose lists them)") == true)
        let levels = lines.compactMap { ["error", "warning", "note"].firstIndex(of: $0.prefix { $0 != ":" }) }
        #expect(levels == levels.sorted())
        expectPlainEnglish(outcome)
    }

    @Test("--json prints each finding on a line, with a remedy for each error and warning")
    func json() async throws {
        let panel = try await FakePanel(status: status(["it is stuck"]))
        let outcome = try run(panel, Self.file, "--json")
        #expect(outcome.status == 1)
        let findings = try findings(outcome)
        #expect(findings.contains { $0.id == "panel-fault" && $0.level == "error" && $0.found == "it is stuck" })
        #expect(findings.contains { $0.id == "panel-file" && $0.level == "ok" && $0.subject == Self.file })
        for finding in findings where ["error", "warning"].contains(finding.level) { #expect(finding.remedy != nil) }
        #expect(findings.allSatisfy { $0.id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil })
    }

    @Test("--verbose prints what is in order, and the exit code says whether a finding is an error")
    func verbose() async throws {
        let panel = try await FakePanel(status: status())
        let outcome = try run(panel, Self.file, "--verbose")
        #expect(outcome.output.contains("ok: \(Self.file): the file has no errors\n"))
        #expect(outcome.output.contains(/ok: libgpiod: \d+\.\d+.*generation\n/))
        #expect(outcome.output.contains("ok: panel 'Hallway': answers, and has no faults\n"))
        // The machine of the tests may have faults of its own, such as a full disk.
        #expect(outcome.status == (outcome.output.contains("error: ") ? 1 : 0))
    }

    @Test("a panel that does not answer, and a file that is missing, are findings")
    func silent() throws {
        let folder = try TemporaryFolder()
        let outcome = try Command(
            ["doctor", folder.path + "/none.yaml", "--socket", folder.path + "/panel", "--json"]
        ).waitForEnd()
        #expect(outcome.status == 1)
        #expect(outcome.errors == "")
        let findings = try findings(outcome)
        #expect(
            findings.contains {
                $0.id == "panel-silent" && $0.found.contains("no panel answers at \(folder.path)/panel")
            })
        let file = findings.first { $0.id == "panel-file" }
        #expect(file?.level == "error")
        #expect(file?.found == "there is no such file")
        #expect(file?.remedy?.contains("holdfast doctor FILE") == true)
    }

    @Test("a file of binary garbage is a finding")
    func garbage() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("\u{0}\u{1}\u{7F}: [", to: "panel.yaml")
        let outcome = try Command(["doctor", file, "--socket", folder.path + "/panel"]).waitForEnd()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("error: \(file): 1:1: "))
        expectPlainEnglish(outcome)
    }

    @Test("a gateway's address is tried only if a gateway is expected there")
    func gateway() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "name: N\ndomain: org.n\nboard: simulated\ngateway: {listen: \"127.0.0.1:1\"}\n", to: "panel.yaml")
        let outcome = try Command(["doctor", file, "--socket", folder.path + "/panel", "--json"]).waitForEnd()
        let hasSystemd = FileManager.default.fileExists(atPath: "/run/systemd/system")
        #expect(try findings(outcome).contains { $0.id == "gateway" && $0.level == "error" } || hasSystemd)
    }
}
