import Foundation
import Testing

/// `holdfast simulate`
struct SimulateTests {
    private func folder(_ script: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(
            "name: Lamp\ndomain: org.example.lamp\ncontrols: {lamp: {toggle: {line: GPIO18}}}\n"
                + "buttons: {action: {line: GPIO17, hold: lamp}}\n", to: "lamp.yaml")
        try folder.write(script, to: "test.panel")
        return folder
    }

    @Test("simulate exits with 0 if all expectations hold")
    func asExpected() throws {
        let folder = try folder("panel lamp.yaml\n0s hold action for 600ms\n+0 expect control lamp on\n")
        let outcome = try Command.run("simulate", "test.panel", folder: folder.url)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                00:00:00.000  panel 'Lamp' starts
                00:00:00.000  action down
                00:00:00.500  action hold
                00:00:00.500  performed lamp
                00:00:00.500  control lamp On
                00:00:00.600  action up after 600ms
                00:00:00.600  panel 'Lamp' stops
                test.panel: 1 of 1 expectations hold

                """)
        let quiet = try Command.run("simulate", "--quiet", "test.panel", "test.panel", folder: folder.url)
        #expect(quiet.output == String(repeating: "test.panel: 1 of 1 expectations hold\n", count: 2))
    }

    @Test("simulate exits with 2 for a panel's file, and asks for a script")
    func panelFile() throws {
        let folder = try folder("panel lamp.yaml\n")
        let outcome = try Command.run("simulate", "lamp.yaml", folder: folder.url)
        #expect(outcome.status == 2 && outcome.output == "")
        #expect(
            outcome.errors == """
                error: lamp.yaml: this is a panel's file, not a script; a script begins with 'panel lamp.yaml', and \
                has a step in each line, such as '0ms tap action'

                """)
    }

    @Test("simulate exits with 1 if an expectation fails")
    func notAsExpected() throws {
        let folder = try folder("panel lamp.yaml\n0s tap action\n+0 expect control lamp on\n")
        let outcome = try Command.run("simulate", "test.panel", folder: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "test.panel:3: expected control lamp on, found Off\n")
        #expect(outcome.output.contains("FAILED test.panel:3: expected control lamp on, found Off\n"))
        #expect(outcome.output.hasSuffix("test.panel: 0 of 1 expectations hold\n"))
    }

    @Test(
        "simulate exits with 2 for an unreadable script, or one that names missing parts",
        arguments: [
            ("panel lamp.yaml\n0s prss action\n", "test.panel:2: error: unknown step 'prss'; did you mean 'press'?\n"),
            (
                "panel lamp.yaml\n0s tap acton\n",
                "test.panel:2: error: the panel has no button 'acton'; did you mean 'action'?\n"
            ),
            (
                "panel lamp.yaml\n0s tap acton\n1s restart\n500ms expect control lmp on\n",
                """
                test.panel:2: error: the panel has no button 'acton'; did you mean 'action'?
                test.panel:4: error: the panel has no control 'lmp'; did you mean 'lamp'?
                test.panel:4: error: the previous step begins later, at 1s

                """
            ),
            (
                "0s tap action\n",
                "test.panel:1: error: the script names no panel; begin it with 'panel FILE', or give --panel\n"
            ),
            (
                "panel lamp.yaml\n+36600d advance 36600d\n",
                "test.panel:2: error: a script takes at most 3660d and 500000 changes of contacts\n"
            ),
        ])
    func unreadable(script: String, message: String) throws {
        let folder = try folder(script)
        let outcome = try Command.run("simulate", "test.panel", folder: folder.url)
        #expect(outcome.status == 2)
        #expect(outcome.errors == message)
        #expect(outcome.output == "")
    }

    @Test("simulate exits with 2 for a missing script, a folder, an oversized file and binary data")
    func noScript() throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "#", count: 10_000_000), to: "large.panel")
        try Data([0xFF, 0xFE]).write(to: folder.url.appending(path: "binary.panel"))
        for (name, message) in [
            ("missing.panel", "error: missing.panel: the file cannot be read: No such file or directory\n"),
            ("binary.panel", "error: binary.panel: this is not text in UTF-8\n"),
        ] {
            let outcome = try Command.run("simulate", name, folder: folder.url)
            #expect(outcome.status == 2)
            #expect(outcome.errors == message)
        }
        for name in [".", "large.panel", "/dev/null"] {
            let outcome = try Command.run("simulate", name, folder: folder.url)
            #expect(outcome.status == 2)
            #expect(outcome.errors.hasPrefix("error: \(name): "))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }

    @Test("simulate exits with 1 for errors in the panel's file")
    func brokenPanel() throws {
        let folder = try folder("panel other.yaml\n0s tap action\n")
        let outcome = try Command.run("simulate", "test.panel", folder: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "other.yaml:1:1: error: the file cannot be read: No such file or directory\n")
        let other = try Command.run("simulate", "--panel", "lamp.yaml", "test.panel", folder: folder.url)
        #expect(other.status == 0)
    }

    @Test("the demo of a day with the panel runs twice with the same result")
    func day() throws {
        let first = try Command.run("simulate", "Examples/Scripts/day.panel")
        #expect(first.status == 0)
        #expect(first.errors == "")
        #expect(try Command.run("simulate", "Examples/Scripts/day.panel").output == first.output)
    }
}
