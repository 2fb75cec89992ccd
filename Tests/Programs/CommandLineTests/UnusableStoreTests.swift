import Foundation
import Glibc
import Testing

/// A panel's handling of the state that another panel has left.
struct UnusableStoreTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Changes the file's bytes before the next start.
        var change: @Sendable (inout Data) -> Void
        /// The expected line about the file, after the path.
        var problem: String
        /// The file's name afterwards.
        var file: String
    }

    private static let cases = [
        // PRAGMA user_version is at offset 60, big-endian (fileformat2.html, 1.3).
        Case(
            testDescription: "of a later version", change: { $0.replaceSubrange(60..<64, with: [0, 0, 0, 9]) },
            problem: "was written by a later Holdfast (version 9; this one knows ",
            file: "panel.sqlite"),
        Case(
            testDescription: "of another program", change: { $0.replaceSubrange(68..<72, with: [1, 2, 3, 4]) },
            problem: "is a database of another program; choose another path", file: "panel.sqlite"),
        Case(
            testDescription: "damaged", change: { $0.replaceSubrange(0..<16, with: Data(repeating: 0x5A, count: 16)) },
            problem: "kept", file: "panel.sqlite.damaged-1"),
    ]

    private func start(in folder: TemporaryFolder, _ socket: NotifySocket) throws -> (command: Command, status: String)
    {
        let command = try Command(
            [
                "run", "panel.yaml", "--runtime-directory", folder.path, "--socket", folder.path + "/panel",
                "--state-directory", folder.path + "/state",
            ], environment: ["NOTIFY_SOCKET": socket.path], folder: folder.url)
        return (command, try socket.next(with: "READY=1").last ?? "")
    }

    @Test("a panel works without an unusable store, leaves it unchanged, and reports it", arguments: cases)
    private func unusable(_ test: Case) throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "{name: T, domain: org.example.t, board: simulated, controls: {lamp: {toggle: {line: A, restore: last}}}}\n",
            to: "panel.yaml")
        let state = folder.url.appending(path: "state")
        try FileManager.default.createDirectory(
            at: state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let socket = try NotifySocket(in: folder)
        let first = try start(in: folder, socket)
        #expect(first.status == "STATUS=T: 1 control, 0 buttons, 0 lights, on the simulated board")
        first.command.send(SIGTERM)
        #expect(try first.command.waitForEnd().status == 0)

        var bytes = try Data(contentsOf: state.appending(path: "panel.sqlite"))
        test.change(&bytes)
        try bytes.write(to: state.appending(path: "panel.sqlite"))
        chmod(state.path + "/panel.sqlite", 0o600)

        let second = try start(in: folder, socket)
        #expect(second.status.hasPrefix("STATUS=T: 1 control, 0 buttons, 0 lights, on the simulated board; fault: "))
        #expect(second.status.contains(test.problem), "\(second.status)")
        let panel = ["HOLDFAST_SOCKET": folder.path + "/panel"]
        #expect(try Command.run("status", environment: panel).output.contains(test.problem))
        #expect(try Command.run("perform", "lamp", environment: panel).status == 0)
        second.command.send(SIGTERM)
        let outcome = try second.command.waitForEnd()
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.split(separator: "\n").count { $0.contains(test.problem) && $0.hasPrefix("error: ") } == 1)
        #expect(try Data(contentsOf: state.appending(path: test.file)) == bytes)
    }
}
