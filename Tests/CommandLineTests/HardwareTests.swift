import Foundation
import Testing

/// Commands that look for GPIO chips. Where this machine has some, they are left alone.
struct HardwareTests {
    static let hasChips =
        !((try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []).filter { $0.hasPrefix("gpiochip") }
        .isEmpty

    @Test("without chips 'lines' says so in one line", .disabled(if: hasChips))
    func lines() throws {
        let outcome = try Command.run("lines")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors == "holdfast: no GPIO chip on this machine; 'board: simulated' needs none\n")
    }

    @Test("without chips a panel does not start, says so in one line, and leaves no record", .disabled(if: hasChips))
    func run() throws {
        let folder = try TemporaryFolder()
        let sockets = try TemporaryFolder()
        let outcome = try Command.run(
            "run", "config/minimal.yaml", "--runtime-directory", folder.path, "--socket", sockets.path + "/panel")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors
                == "config/minimal.yaml:1:1: error: no GPIO chip on this machine; 'board: simulated' needs none\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("nothing on record, nothing to do")
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

    @Test("a record that cannot be read: one line, and no line is touched", arguments: ["nonsense\n", "", "\0"])
    func safeWithBrokenRecord(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "driven-lines")
        let outcome = try Command.run("safe", "--runtime-directory", folder.path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "holdfast: record of driven lines \(folder.path)/driven-lines: line 1 cannot be read; no line is touched\n"
        )
    }

    @Test("names do not move the terminal's cursor", .disabled(if: hasChips))
    func safeWithHostileName() throws {
        let folder = try TemporaryFolder()
        let record = "holdfast driven lines 1\n/dev/gpiochip0\tchip\t5\tactive-high\t%1b[2Jdoor\n"
        try folder.write(record, to: "driven-lines")
        let outcome = try Command.run("safe", "--runtime-directory", folder.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("holdfast safe: \\u{1B}[2Jdoor: no GPIO chip"))
    }

    @Test("which folder?")
    func safeWithoutFolder() throws {
        let outcome = try Command.run("safe")
        #expect(outcome.status == 2)
        #expect(outcome.errors == "holdfast safe: which runtime directory? Give --runtime-directory\n")
    }
}
