import Foundation
import Glibc
import Testing

/// `holdfast setup` on its simulated board: prompts are answered, and contacts are moved through the board's socket.
@Suite(.serialized)
struct SetupCommandTests {
    /// A session on a terminal of its own.
    private final class Session {
        let program: TerminalProgram
        let socket: String
        /// The lines about the simulated board.
        let greeting: [String]

        init(_ file: String, options: [String] = []) throws {
            program = try TerminalProgram(["setup", file, "--simulated"] + options)
            greeting = try program.lines(until: "export HOLDFAST_SOCKET=")
            socket = String(try #require(greeting.last).split(separator: "=")[1])
        }

        /// Answers a question.
        func answer(_ answer: String, to question: String) throws {
            try program.line(with: "? " + question)
            try program.type(answer + "\n")
        }

        func move(_ words: String...) throws {
            let outcome = try Command(words + ["--socket", socket]).waitForEnd()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }

        /// Presses a button twice.
        func press(_ line: String) throws {
            try move("press", line)
            try program.line(with: "Do the same once more")
            try move("press", line)
        }

        /// Presses the keys of a keypad, each until the program asks for another; what it says meanwhile. The question after
        /// the last one is still to be answered.
        ///
        /// A simulated key is down for 80 ms, and a machine that stands still for as long hides it from the scan. Words that
        /// are no answer have the program ask again, and its question says whether it knows the key.
        func learn(_ keys: String) throws -> [String] {
            var said: [String] = []
            var question = try program.line(with: "? Press the key ")
            for key in keys {
                var tries = 0
                while question.contains("the key \(key) ") {
                    try #require(tries < 10, "the key \(key) was not learned: \(said)")
                    try move("keys", String(key))
                    try program.type("seen\n")
                    said += try program.lines(until: "please ")
                    question = try program.line(with: "? ")
                    tries += 1
                }
            }
            return said
        }
    }

    private static func text(of file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    @Test("a newcomer's session makes a panel with a button, a contact, a keypad, a relay, a lock and a light")
    func session() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/panel.yaml"
        let session = try Session(file)
        try session.answer("12 16 37", to: "Which pins move something")
        try session.program.line(with: "? Press a button")
        try session.press("GPIO17")
        try session.answer("action", to: "What do you call this button")
        try session.program.line(with: "? Press a button")
        for (level, line) in [("active", "went low. Let go"), ("inactive", "once more"), ("active", "low again")] {
            try session.move("sense", "GPIO24", level)
            try session.program.line(with: line)
        }
        try session.move("sense", "GPIO24", "inactive")
        #expect(session.greeting.contains { $0.hasPrefix("The contact on GPIO24 is open, like that of an open door") })
        try session.answer("contact", to: "What do you call this button")
        try session.answer("Window", to: "What do you call the contact")
        try session.answer("no", to: "Was the door or window shut")
        try session.answer("keypad", to: "Press a button")
        try session.answer("GPIO5 GPIO6 GPIO13 GPIO19 GPIO16 GPIO20 GPIO21", to: "Which pins is the keypad on")
        try session.answer("", to: "What is printed on its keys")
        let said = try session.learn("123456789*0#")
        #expect(said.contains { $0.contains("Rows: GPIO5 GPIO6 GPIO13 GPIO19; columns: GPIO16 GPIO20 GPIO21.") })
        try session.program.type("\n")
        try session.answer("relay", to: "What is on pin 12 · GPIO18?")
        try session.answer("yes", to: "The relay on pin 12")
        try session.program.line(with: "The simulated relay on GPIO18 is on.")
        try session.answer("on", to: "What did the relay do?")
        try session.answer("Lamp", to: "What do you call it?")
        try session.answer("", to: "Is it on until")
        try session.answer("", to: "Must a person give a PIN")
        try session.answer("lock", to: "What is on pin 16 · GPIO23?")
        try session.answer("yes", to: "The lock on pin 16")
        try session.answer("nothing", to: "What did the lock do?")
        try session.program.line(with: "The simulated lock on GPIO23 is on.")
        try session.answer("on", to: "What did the lock do?")
        try session.answer("Door", to: "What do you call it?")
        try session.answer("", to: "Is it on until")
        try session.answer("", to: "Must a person give a PIN")
        try session.answer("light", to: "What is on pin 37 · GPIO26?")
        try session.answer("", to: "The light on pin 37")
        try session.answer("on", to: "What did the light do?")
        try session.answer("ready", to: "What do you call it?")
        try session.answer("none", to: "Does the contact 'Window'")
        try session.answer("", to: "What does holding the button 'action' perform?")
        try session.answer("door", to: "What does the light 'ready' on pin 37 · GPIO26 show?")
        try session.answer("Hallway", to: "What do you call the panel?")
        try session.answer("", to: "Write ")
        #expect(try session.program.waitForEnd() == 0)
        #expect(
            try Self.text(of: file).hasSuffix(
                """
                board: simulated  # remove this line on a real board

                controls:
                  lamp: {title: Lamp, toggle: {line: GPIO18, active: high}}  # pin 12, relay
                  door: {title: Door, button: {pulse: GPIO23, for: 3s, active: low}, authentication: local}  # pin 16, lock
                  window: {title: Window, sensor: {line: GPIO24, active: high, pull: up, value_on: Open, value_off: Shut}}  # pin 18, contact

                buttons:
                  action: {line: GPIO17, active: low, pull: up, hold: lamp}  # pin 11

                lights:
                  ready: {line: GPIO26, active: high, shows: door}  # pin 37

                keypad: {rows: [GPIO5, GPIO6, GPIO13, GPIO19], columns: [GPIO16, GPIO20, GPIO21], keys: ["123", "456", "789", "*0#"], enter: "#", clear: "*"}

                """))
        #expect(try Command.run("check", file).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["panel.yaml"])
    }

    @Test(
        "a session that a signal ends keeps its answers, and the next one goes on",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/panel.yaml"
        let first = try Session(file)
        try first.answer("12", to: "Which pins move something")
        try first.program.line(with: "? Press a button")
        try first.press("GPIO27")
        try first.program.line(with: "? What do you call this button")
        first.program.send(signal)
        try first.program.line(with: "The answers are in \(file).setup.")
        #expect(try first.program.waitForEnd() == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["panel.yaml.setup"])
        var status = stat()
        #expect(stat(file + ".setup", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let second = try Session(file)
        try second.answer("", to: "An earlier session was not finished")
        try second.answer("bell", to: "What do you call this button")
        try second.answer("", to: "Press a button")
        try second.answer("", to: "What is on pin 12")
        try second.answer("", to: "The relay on pin 12")
        try second.answer("low", to: "At which level")
        try second.answer("Lamb", to: "What do you call it?")
        try second.answer("back", to: "Is it on until")
        try second.answer("Lamp", to: "What do you call it?")
        try second.answer("2", to: "Is it on until")
        try second.answer("", to: "Must a person")
        try second.answer("", to: "What does holding")
        try second.answer("", to: "What do you call the panel?")
        try second.answer("", to: "Write ")
        #expect(try second.program.waitForEnd() == 0)
        let text = try Self.text(of: file)
        #expect(text.contains("lamp: {title: Lamp, button: {pulse: GPIO18, for: 2s, active: low}}"))
        #expect(text.contains("bell: {line: GPIO27, active: low, pull: up, hold: lamp}"))
    }

    @Test("back changes an answer of a session that ended at the last question")
    func back() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/panel.yaml"
        let first = try Command(
            ["setup", file, "--simulated"], input: "12\n\nrelay\nno\nhigh\nLamp\n\n\nPanel\nno\n"
        ).waitForEnd()
        #expect(first.status == 1 && first.output.contains("'back' changes an answer"))
        let second = try Command(
            ["setup", file, "--simulated"], input: "yes\nback\nHallway\nyes\n"
        ).waitForEnd()
        #expect(second.status == 0, "\(second.output)")
        #expect(try Self.text(of: file).contains("name: Hallway\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["panel.yaml"])
    }

    @Test("a simulated session names the commands to run, although HOLDFAST_SOCKET names another panel")
    func otherPanel() async throws {
        let panel = try await FakePanel(people: [])
        let folder = try TemporaryFolder()
        let file = folder.path + "/panel.yaml"
        for path in [panel.path, folder.path + "/left"] {
            let outcome = try Command(
                ["setup", file, "--simulated"], environment: ["HOLDFAST_SOCKET": path],
                input: "12 37\n\nlock\nno\nhigh\nDoor\n\n\nlight\nno\nhigh\nok\n\nPanel\nyes\n"
            ).waitForEnd()
            #expect(outcome.status == 0)
            let commands = [
                "Run the panel: holdfast up \(file)", "Then give yourself a PIN: holdfast pin add owner --role owner",
                "Then test the lights: holdfast lights test", "Done.", "",
            ].joined(separator: "\n")
            #expect(outcome.output.hasSuffix(commands), "\(outcome.output)")
            try FileManager.default.removeItem(atPath: file)
        }
    }

    /// Begins a session with a panel to which nothing is added, and answers up to its end.
    private static func finish(_ panel: FakePanel, _ folder: TemporaryFolder) throws -> Session {
        let file = try folder.write(
            """
            name: Door
            domain: org.example.door
            board: simulated
            controls: {door: {button: {pulse: GPIO18, for: 3s}, authentication: required}}
            lights: {door: {line: GPIO26, shows: door}}

            """, to: "panel.yaml")
        let session = try Session(file, options: ["--socket", panel.path])
        try session.answer("add", to: "\(file) has the panel 'Door'")
        try session.answer("", to: "Which pins move something")
        try session.answer("", to: "Press a button")
        try session.program.line(with: "There is nothing to change in \(file).")
        return session
    }

    @Test("the first owner of a running panel gets a PIN that is not shown, and the lights are tested")
    func owner() async throws {
        let panel = try await FakePanel(people: [])
        let session = try Self.finish(panel, try TemporaryFolder())
        try session.answer("", to: "Who is the owner")
        try session.answer("123456", to: "PIN of owner, 6 to 12 digits")
        try session.answer("123456", to: "The same PIN again")
        try session.answer("271905", to: "PIN of owner")
        try session.answer("271905", to: "The same PIN again")
        let screen = try session.program.lines(until: "owner may unlock the panel, as owner.")
        #expect(!screen.contains { $0.contains("271905") })
        try session.answer("", to: "Show all meanings")
        let rest = try session.program.rest()
        #expect(rest.contains("Done."))
        #expect(try session.program.waitForEnd() == 0)
        #expect(await panel.calls.contains("add owner owner [] 271905"))
    }

    @Test("a panel that has an owner gets no other one")
    func ownedPanel() async throws {
        let panel = try await FakePanel()
        let session = try Self.finish(panel, try TemporaryFolder())
        try session.program.line(with: "alice is an owner already.")
        try session.answer("no", to: "Show all meanings")
        #expect(try session.program.waitForEnd() == 0)
    }

    @Test("a pipe answers as a terminal does, and its end ends the session")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/panel.yaml"
        let outcome = try Command(
            ["setup", file, "--simulated"], input: "12\n\nrelay\nno\nhigh\nLamp\n\n\nPanel\nyes\n"
        ).waitForEnd()
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try Self.text(of: file).contains("lamp: {title: Lamp, toggle: {line: GPIO18, active: high}}"))
        let ended = try Command(["setup", file, "--simulated"], input: "add\n16\n").waitForEnd()
        #expect(ended.status == 1)
        #expect(ended.output.contains("The answers are in \(file).setup."))
    }

    @Test("a file with errors, a folder that cannot be written and a user who is not root are said in one line")
    func refusals() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("name: [\n", to: "panel.yaml")
        let broken = try Command(["setup", file, "--simulated"], input: "new\nnone\n\nPanel\nyes\n").waitForEnd()
        #expect(broken.status == 0, "\(broken.output)")
        #expect(broken.output.contains("\(file):"))
        #expect(try Self.text(of: file + ".old") == "name: [\n")
        let missing = try Command.run("setup", folder.path + "/none/panel.yaml", "--simulated")
        #expect(missing.status == 1)
        #expect(missing.errors == "holdfast: \(folder.path)/none: access: No such file or directory\n")
        guard geteuid() == 0 else { return }
        let user = try Command(
            ["--reuid=65534", "--clear-groups", Command.program, "setup"], program: "/usr/bin/setpriv"
        ).waitForEnd()
        #expect(user.status == 1)
        #expect(user.errors == "holdfast: setup needs root for lines, files and services: sudo holdfast setup\n")
    }

    @Test("a written file keeps its owner and its mode")
    func rights() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("name: Test\ndomain: org.example.test\n", to: "panel.yaml")
        try #require(chmod(file, 0o640) == 0)
        if geteuid() == 0 { try #require(chown(file, 1, 2) == 0) }
        let outcome = try Command(
            ["setup", file, "--simulated"], input: "add\n12\n\nrelay\nno\nhigh\nLamp\n\n\nyes\n"
        ).waitForEnd()
        #expect(outcome.status == 0, "\(outcome.output)")
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o7777 == 0o640)
        if geteuid() == 0 { #expect(status.st_uid == 1 && status.st_gid == 2) }
    }
}
