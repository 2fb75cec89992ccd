import Foundation
import Glibc
import Testing

/// A panel whose file is broken while the panel runs, and over a restart.
@Suite(.serialized)
struct BrokenFileTests {
    private static let good = """
        name: Test
        domain: org.example.test
        board: simulated
        controls: {lamp: {toggle: {line: GPIO18}}}
        buttons: {action: {line: GPIO17, hold: lamp}}

        """
    private static let broken = good.replacing("hold: lamp", with: "hold: lmp")
    private static let summary = "Test: 1 control, 1 button, 0 lights, on the simulated board"
    private static let fault =
        "panel's file: panel.yaml cannot be used (an error in line 5); the panel runs the last good one; "
        + "holdfast check panel.yaml and the journal show why"

    private let folder: TemporaryFolder
    private let socket: NotifySocket

    init() throws {
        folder = try TemporaryFolder()
        socket = try NotifySocket(in: folder)
        mkdir(folder.path + "/state", 0o700)
        try write(Self.good)
    }

    private func write(_ text: String) throws { try folder.write(text, to: "panel.yaml") }

    private func run(_ arguments: String...) throws -> Command {
        try Command(
            [
                "run", "panel.yaml", "--runtime-directory", folder.path, "--socket", folder.path + "/panel",
                "--state-directory", folder.path + "/state",
            ] + arguments, environment: ["NOTIFY_SOCKET": socket.path], folder: folder.url)
    }

    private func ask(_ arguments: String...) throws -> Command.Outcome {
        try Command(
            arguments, environment: ["HOLDFAST_SOCKET": folder.path + "/panel"], folder: folder.url
        ).waitForEnd()
    }

    private func stop(_ command: Command) throws -> Command.Outcome {
        command.send(SIGTERM)
        return try command.waitForEnd()
    }

    /// Starts a panel of the good file, which keeps the file by its end.
    private func keep() throws {
        let command = try run()
        _ = try socket.next(with: "READY=1")
        #expect(try stop(command).status == 0)
        socket.skip()
    }

    @Test("a file with an error that a person saves is a fault without a reload, and ends as the file is mended")
    func saved() throws {
        let command = try run()
        _ = try socket.next(with: "READY=1")
        try write(Self.broken)
        #expect(try socket.next(with: "STATUS=\(Self.summary); fault: \(Self.fault)").count == 1)
        #expect(try ask("status").output.contains(Self.fault))
        try write(Self.good + "# mended\n")
        #expect(try socket.next(with: "STATUS=\(Self.summary)").count == 1)
        #expect(try ask("status").output.contains("no faults"))
        let outcome = try stop(command)
        #expect(outcome.errors.contains("error: panel.yaml:5:"))
        #expect(outcome.errors.contains("notice: mended: panel's file"))
        expectPlainEnglish(outcome)
    }

    @Test("a start with a broken file runs the last good one, with a fault that a reload of a good file ends")
    func lastGood() throws {
        try keep()
        try write(Self.broken)
        let command = try run()
        #expect(try socket.next(with: "READY=1").last == "STATUS=\(Self.summary); fault: \(Self.fault)")
        #expect(try ask("status").output.contains(Self.fault))
        #expect(try ask("list").output.contains("lamp"))
        try write(Self.good.replacing("name: Test", with: "name: Other"))
        command.send(SIGHUP)
        _ = try socket.next(with: "STATUS=Reading panel.yaml")
        #expect(
            try socket.next(with: "READY=1").last == "STATUS=" + Self.summary.replacing("Test", with: "Other"))
        #expect(try ask("status").output.contains("no faults"))
        let outcome = try stop(command)
        #expect(outcome.errors.contains("error: panel.yaml:5:"))
        #expect(outcome.errors.contains("error: panel.yaml cannot be used; the panel runs the last good one\n"))
        expectPlainEnglish(outcome)
    }

    @Test("run --strict, check, and a run whose state directory keeps nothing do not start a broken file")
    func strict() throws {
        try write(Self.broken)
        #expect(try run().waitForEnd().status == 1)
        try write(Self.good)
        try keep()
        try write(Self.broken)
        let outcome = try run("--strict").waitForEnd()
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("panel.yaml:5:"))
        #expect(try ask("check", "panel.yaml").status == 1)
    }

    @Test("a start with a broken file says that the last good text is broken, too")
    func lastGoodIsBroken() throws {
        try write(Self.broken)
        try folder.write("no panel\n", to: "state/last-good.yaml")
        let outcome = try run().waitForEnd()
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasSuffix(
                "state/last-good.yaml:1:1: note: the last good text cannot be used either; the next panel that runs "
                    + "replaces it\n"))
        expectPlainEnglish(outcome)
    }

    @Test("holdfast safe has nothing to do for a simulated panel that was killed")
    func simulated() throws {
        let command = try run()
        _ = try socket.next(with: "READY=1")
        command.send(SIGKILL)
        #expect(try command.waitForEnd().status == -SIGKILL)
        let outcome = try ask("safe", "panel.yaml", "--runtime-directory", folder.path)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }

    @Test("holdfast safe takes the outputs of the last good file, if the file is broken and the record damaged")
    func safe() throws {
        try keep()
        try write(Self.broken)
        try folder.write("damaged\n", to: "driven-lines")
        let arguments = ["safe", "panel.yaml", "--runtime-directory", folder.path]
        let without = try Command(arguments, folder: folder.url).waitForEnd()
        #expect(without.status == 1)
        let outcome = try Command(
            arguments + ["--state-directory", folder.path + "/state"], folder: folder.url
        ).waitForEnd()
        #expect(
            outcome.errors.contains(
                "holdfast safe: panel.yaml cannot be used; the outputs of the last good one take its place\n"))
        expectPlainEnglish(outcome)
    }
}
