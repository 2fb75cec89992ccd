import Foundation
import Testing

/// Commands that look for GPIO chips. The tests do not touch the chips of this machine.
struct HardwareTests {
    static let hasChips =
        !((try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []).filter { $0.hasPrefix("gpiochip") }
        .isEmpty

    @Test("lines reports a machine without chips in one line", .disabled(if: hasChips))
    func lines() throws {
        let outcome = try Command.run("lines")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors == "holdfast: no GPIO chip on this machine; 'board: simulated' needs none\n")
    }

    @Test("run without chips starts with a fault for each line, and leaves no record", .disabled(if: hasChips))
    func run() throws {
        let folder = try TemporaryFolder()
        let sockets = try TemporaryFolder()
        let socket = try NotifySocket(in: sockets)
        let command = try Command(
            [
                "run", "config/minimal.yaml", "--runtime-directory", folder.path, "--socket", sockets.path + "/panel",
            ], environment: ["NOTIFY_SOCKET": socket.path])
        let status = try socket.next(with: "READY=1")
        #expect(status.contains { $0.contains("; fault: ") })
        command.send(SIGTERM)
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        let faults = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("error: fault: ") }
        #expect(faults.count == 3, "its control, its button and its light")
        #expect(faults.allSatisfy { $0.hasSuffix(": no GPIO chip on this machine; 'board: simulated' needs none") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("run with a board that is no chip's name says that the key can be left out", .disabled(if: hasChips))
    func computer() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "name: A\ndomain: org.a\nboard: Raspberry Pi 4\ncontrols: {lamp: {toggle: {line: GPIO18}}}\n",
            to: "panel.yaml")
        let command = try Command(["run", file, "--socket", folder.path + "/panel"])
        #expect(
            try command.nextErrorLine()
                == "error: fault: control 'org.a.lamp': no GPIO chip with the label, name or path "
                + "'Raspberry Pi 4'; there are: none; leave 'board' out for a Raspberry Pi's header")
        command.send(SIGTERM)
        #expect(try command.waitForEnd().status == 0)
    }

    @Test("safe without a record does nothing")
    func safeWithoutRecord() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path, folder.path + "/missing"] {
            let outcome = try Command.run("safe", "--runtime-directory", path)
            #expect(outcome.status == 0)
            #expect(outcome.output == "")
            #expect(outcome.errors == "")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/missing"))
        let named = try Command.run("safe", environment: ["RUNTIME_DIRECTORY": folder.path + ":/elsewhere"])
        #expect(named.status == 0)
        let user = try Command.run("safe", environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(user.status == 0)
    }

    /// Represents a record of 2 MB.
    static let hugeRecord = "huge"

    /// Unreadable records of driven lines: empty, garbage, truncated, without lines, huge, of a later version.
    static let damagedRecords = [
        "", "nonsense\n", "\0", "holdfast driven lines 1", "holdfast driven lines 1\n",
        "holdfast driven lines 1\n/dev/gpiochip0\tchip\t5\tactive-hi", hugeRecord,
        "holdfast driven lines 2\n/dev/gpiochip0\n",
    ]

    static func recordText(_ text: String) -> String {
        text == hugeRecord ? String(repeating: "x", count: 2_000_000) : text
    }

    @Test(
        "safe uses the outputs of the panel's file instead of a damaged record",
        arguments: damagedRecords)
    func safeByPanelFile(text: String) throws {
        let folder = try TemporaryFolder()
        let record = try folder.write(Self.recordText(text), to: "driven-lines")
        let panel = "name: Test\ndomain: org.example.test\ncontrols: {door: {button: {pulse: GPIO23, for: 3s}}}\n"
        let file = try folder.write(panel + "board: simulated\n", to: "panel.yaml")
        let outcome = try Command.run("safe", file, "--runtime-directory", folder.path)
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("holdfast safe: record of driven lines \(record): ") == true)
        #expect(lines.first?.hasSuffix("; the outputs of \(file) take its place") == true)
        #expect(!FileManager.default.fileExists(atPath: record))
        expectPlainEnglish(outcome)
    }

    @Test(
        "a damaged record is kept for another try while the panel's file or its chip is missing",
        .disabled(if: hasChips))
    func safeWithoutPanelFile() throws {
        let folder = try TemporaryFolder()
        let record = try folder.write("nonsense", to: "driven-lines")
        let file = try folder.write(
            "name: Test\ndomain: org.example.test\ncontrols: {door: {button: {pulse: GPIO23, for: 3s}}}\n",
            to: "panel.yaml")
        func safe() throws -> Substring? {
            let outcome = try Command.run("safe", file, "--runtime-directory", folder.path)
            #expect(outcome.status == 1)
            #expect(FileManager.default.fileExists(atPath: record))
            return outcome.errors.split(separator: "\n").last
        }
        #expect(try safe() == "holdfast safe: GPIO23: no GPIO chip on this machine; 'board: simulated' needs none")
        chmod(file, 0o666)
        #expect(try safe()?.hasPrefix("\(file):1:1: error: others than root") == true)
        try folder.write("name: [", to: "panel.yaml")
        #expect(try safe()?.contains(": error: ") == true)
    }

    @Test(
        "safe reports a damaged record without the panel's file in one line, and touches no line",
        arguments: ["nonsense\n", "", "\0"])
    func safeWithBrokenRecord(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "driven-lines")
        let outcome = try Command.run("safe", "--runtime-directory", folder.path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "holdfast safe: record of driven lines \(folder.path)/driven-lines: line 1 cannot be read; "
                + "no line is touched: give the panel's file\n"
        )
    }

    @Test("a name in a record does not move the terminal's cursor", .disabled(if: hasChips))
    func safeWithHostileName() throws {
        let folder = try TemporaryFolder()
        let record = "holdfast driven lines 1\n/dev/gpiochip0\tchip\t5\tactive-high\t%1b[2Jdoor\n"
        try folder.write(record, to: "driven-lines")
        let outcome = try Command.run("safe", "--runtime-directory", folder.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("holdfast safe: \\u{1B}[2Jdoor: no GPIO chip"))
    }

    @Test("safe names a line of the header by its number, as the panel's file does", .disabled(if: hasChips))
    func safeOnHeader() throws {
        let folder = try TemporaryFolder()
        let record = "holdfast driven lines 1\n/dev/gpiochip0\tpinctrl-bcm2835\t4\tactive-low\tGPIO_GCLK\n"
        try folder.write(record, to: "driven-lines")
        let outcome = try Command.run("safe", "--runtime-directory", folder.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("holdfast safe: GPIO4 (GPIO_GCLK): no GPIO chip"))
    }

    @Test("safe without a folder asks for --runtime-directory")
    func safeWithoutFolder() throws {
        let outcome = try Command.run("safe")
        #expect(outcome.status == 2)
        #expect(outcome.errors == "holdfast safe: no runtime directory; give --runtime-directory\n")
    }
}
