import ExtensionTestSupport
import Foundation
import Glibc
import Testing

/// Captures while a panel is locked (C30: they are permitted and stay secret).
@Suite(.timeLimit(.minutes(2)))
struct LockedCaptureTests {
    @Test("C30 a capture works while the panel is locked, and no answer, event or line reveals it")
    func captured() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            name: Test
            domain: org.example.test
            board: simulated
            controls:
              camera: {title: Camera, button: {capture: [sh, -c, 'echo sixpence > "$1.jpg"', sh, "{file}"]}}
              broken: {title: Broken, button: {capture: [sh, -c, 'echo "$1.jpg: broken" >&2; exit 1', sh, "{file}"]}}
              guarded: {title: Guarded, button: {capture: [touch, "{file}"]}, authentication: required}
            buttons: {action: {line: GPIO17, hold: camera}}
            """, to: "panel.yaml")
        let state = folder.path + "/state"
        let up = try Command(
            ["up", "panel.yaml"], environment: ["XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": state],
            folder: folder.url)
        let greeting = try #require(try up.nextLine())
        let panel = ["HOLDFAST_SOCKET": String(try #require(greeting.firstMatch(of: /HOLDFAST_SOCKET=(\S+)/)).1)]
        _ = try up.nextLine(with: "extension 'actions': ready")
        let monitor = try Command(["monitor", "--json"], environment: panel)
        _ = try monitor.nextLine()

        var told: [String] = []
        func run(_ words: String...) throws -> Int32 {
            while true {
                let outcome = try Command(words, environment: panel).waitForEnd()
                if outcome.errors.contains("its state is not known yet") { continue }
                told.append(outcome.output + outcome.errors)
                return outcome.status
            }
        }
        #expect(try run("perform", "guarded") == 1)
        #expect(told.last?.contains("PIN") == true || told.last?.contains("locked") == true, "\(told)")
        #expect(try run("perform", "camera") == 0)
        #expect(try run("perform", "broken") == 1)
        #expect(told.last?.contains("exit status 1: {file}") == true, "\(told)")

        let captures = try #require(
            FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String }.first {
                $0.hasSuffix("/captures")
            })
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(state)/\(captures)")
        #expect(files.count == 1)
        let name = try #require(files.first)
        let file = "\(state)/\(captures)/\(name)"
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "sixpence\n")
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)

        for words in [
            ["list"], ["list", "--json"], ["status"], ["status", "--json"], ["intents"], ["layout"], ["lights"],
        ] {
            _ = try Command(words, environment: panel).waitForEnd()
            let outcome = try Command(words, environment: panel).waitForEnd()
            told.append(outcome.output + outcome.errors)
        }
        for control in ["camera", "broken", "guarded"] {
            #expect(try run("show", control) == 0)
            #expect(try run("show", control, "--json") == 0)
        }
        monitor.send(SIGINT)
        told.append(try monitor.waitForEnd().output)
        #expect(told.last?.contains("camera") == true)
        up.send(SIGINT)
        let log = try up.waitForEnd()
        #expect(log.status == 0)
        // The command's own output is in the extension's journal, which is no surface.
        told += (log.output + log.errors).split(separator: "\n").filter { !$0.contains("actions | ") }.map(String.init)
        for text in told {
            for secret in ["sixpence", name, "/captures"] { #expect(!text.contains(secret)) }
        }
    }
}
