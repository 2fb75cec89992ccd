import ExtensionTestSupport
import Foundation
import Glibc
import Testing

/// Misbehaving programs, servers and units. Each causes an outcome that people see.
@Suite(.timeLimit(.minutes(2)))
struct MisbehavingActionTests {
    private struct Case {
        var key: String
        var action: String
        /// The beginning of the failure's text.
        var failure: String
    }

    private static func cases(_ server: TestServer) -> [Case] {
        [
            Case(
                key: "forks", action: "timeout: 300ms, button: {command: [sh, -c, \"sleep 600 & sleep 600\"]}",
                failure: "took over 300 ms"),
            Case(
                key: "stubborn",
                action: "timeout: 300ms, button: {command: [sh, -c, \"trap '' TERM; while :; do sleep 1; done\"]}",
                failure: "took over 300 ms"),
            Case(
                key: "floods", action: "button: {command: [sh, -c, \"head -c 100M /dev/zero | tr '\\\\0' x; exit 3\"]}",
                failure: "exit status 3: xxxxx"),
            Case(key: "absent", action: "button: {command: [nonesuch]}", failure: "'nonesuch' is not there"),
            Case(
                key: "plain", action: "button: {command: [./panel.yaml]}",
                failure: "'./panel.yaml' cannot be executed: Permission denied"),
            Case(
                key: "blind", action: "button: {capture: [touch, \"{file}\"]}",
                failure: "the command succeeded, but there is no file"),
            Case(
                key: "unit", action: "toggle: {unit: missing.service}", failure: "the service manager cannot be asked: "
            ),
            Case(
                key: "broken", action: "button: {webhook: {url: \"\(server.url("/500"))\"}}",
                failure: "127.0.0.1:\(server.port) answered 500: broken"),
            Case(
                key: "silent", action: "button: {webhook: {url: \"\(server.url("/never"))\", timeout: 300ms}}",
                failure: "127.0.0.1:\(server.port) did not answer in 300 ms"),
            Case(
                key: "scene", action: "button: {set: {lamp: true, absent: true}}",
                failure: "'absent': 'nonesuch' is not there"),
        ]
    }

    /// Performs a control and runs `body` meanwhile. The performance is refused until the extension has described its
    /// controls, and is repeated.
    private func perform(
        _ control: String, _ panel: [String: String], meanwhile body: () throws -> Void
    ) throws -> Command.Outcome {
        while true {
            let performing = try Command(["perform", control], environment: panel)
            try body()
            let outcome = try performing.waitForEnd()
            if !outcome.errors.contains("its state is not known yet") { return outcome }
        }
    }

    @Test("C27 any misbehaving command, server or unit fails its control with a reason, and the others work")
    func outcomes() throws {
        let server = try TestServer()
        defer { server.end() }
        let cases = Self.cases(server)
        let folder = try TemporaryFolder()
        try folder.write(
            """
            name: Test
            domain: org.example.test
            board: simulated
            controls:
              lamp: {toggle: {line: GPIO18}}
              endless: {button: {webhook: {url: "\(server.url("/endless"))"}}}

            """ + cases.map { "  \($0.key): {title: \($0.key), \($0.action)}\n" }.joined(),
            to: "panel.yaml")
        let up = try Command(
            ["up", "panel.yaml"],
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path + "/state",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            ], folder: folder.url)
        let greeting = try #require(try up.nextLine())
        let socket = try #require(greeting.firstMatch(of: /HOLDFAST_SOCKET=(\S+)/)).1
        let panel = ["HOLDFAST_SOCKET": String(socket)]
        _ = try up.nextLine(with: "extension 'actions': ready")

        // Other controls are answered meanwhile.
        for test in cases {
            let outcome = try perform(test.key, panel) {
                let other = try Command.run("show", "lamp", environment: panel)
                #expect(other.status == 0)
            }
            #expect(outcome.status == 1, "\(test.key)")
            #expect(outcome.errors.contains(": \(test.failure)"), "\(test.key): \(outcome.errors.prefix(200))")
            let shown = try Command.run("show", test.key, environment: panel).output
            #expect(shown.contains("failed: \(test.failure)"), "\(test.key): \(shown.prefix(500))")
        }
        // The scene's other member was performed.
        #expect(try Command.run("show", "lamp", environment: panel).output.contains(/value +On\n/))
        // The reader stops after the needed part of an answer, and the answer's status counts.
        #expect(try Command.run("perform", "endless", environment: panel).status == 0)
        // The unit alone has a state, and its state is not known.
        let faults = try Command.run("status", environment: panel).output.split(separator: "\n")
            .filter { $0.hasPrefix("fault") }
        #expect(faults.count == 1 && faults[0].contains("the service manager cannot be asked"), "\(faults)")
        up.send(SIGINT)
        #expect(try up.waitForEnd().status == 0)
    }
}
