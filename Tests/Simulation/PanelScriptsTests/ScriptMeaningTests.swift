import Configuration
import EventLoop
import Foundation
import PanelScripts
import SimulatedGPIO
import Testing

/// A script's references to its panel, contacts and time, and the errors about them.
@Suite(.serialized)
struct ScriptMeaningTests {
    @Test(
        "a part that the panel does not have is refused with the nearest one",
        arguments: [
            ("press plan", "the panel has no button 'plan'; did you mean 'plain'?"),
            (
                "hold x for 1s",
                "the panel has no button 'x'; there are: plain, second, slow, many, long, quick, value, pump"
            ),
            ("drop 1 event on slw", "the panel has no button 'slw'; did you mean 'slow'?"),
            ("set lmp on", "the panel has no control 'lmp'; did you mean 'lamp'?"),
            ("set door on", "control 'door' is a button, which is neither on nor off"),
            (#"set lamp "Work""#, "control 'lamp' has no text to set; a control with 'value:' has"),
            ("push dor", "the panel has no control 'dor'; did you mean 'door'?"),
            (#"reload "Front Door""#, "the panel has no control 'Front Door'; did you mean 'door'?"),
            ("extension focus crashes", "the panel has no extension 'focus'; the panel has none"),
            (#"fail dor "why""#, "the panel has no control 'dor'; did you mean 'door'?"),
            ("delay dor 1s", "the panel has no control 'dor'; did you mean 'door'?"),
            ("reload dor", "the panel has no control 'dor'; did you mean 'door'?"),
            ("expect control door on", "control 'door' is a button, which is neither on nor off"),
            ("expect light lmp on", "the panel has no light 'lmp'; did you mean 'lamp'?"),
            ("expect light x on", "the panel has no light 'x'; there are: lamp, door, relay"),
            ("expect line GPIO55 active", "the panel has no line 'GPIO55'; did you mean 'GPIO25'?"),
            ("expect performed lmp 1", "the panel has no control 'lmp'; did you mean 'lamp'?"),
            ("expect refused lmp 1", "the panel has no control 'lmp'; did you mean 'lamp'?"),
            (
                "expect display \"x\"",
                "the panel has no display; add 'display: {device: /dev/lcd, columns: 16, rows: 2}' to its file"
            ),
            ("place lmp at lights.lamp", "the panel has no control 'lmp'; did you mean 'lamp'?"),
            ("place lamp at lights.lmp", "no place 'lights.lmp'; did you mean 'lights.lamp'?"),
            ("move lights.lamp to lock_scren", "no place 'lock_scren'; did you mean 'lock_screen'?"),
            ("resize x small", "no place 'x'"),
            ("keys 1", "the panel has no keypad"),
            ("chord 12", "the panel has no keypad"),
            ("keypad door keys 1", "the panel has no keypad 'door'; the panel has none"),
            ("unlock alice", "the panel has no person with a PIN 'alice'; the panel has none"),
            ("expect pending dor", "the panel has no control 'dor'; did you mean 'door'?"),
            ("remove buttons.plain.hol", "no place 'buttons.plain.hol'; did you mean 'buttons.plain.hold'?"),
            ("configure x a=1", "no place 'x'"),
            ("expect place x lamp", "no place 'x'"),
            ("expect place lock_screen.1 lmp", "the panel has no control 'lmp'; did you mean 'lamp'?"),
            (
                "unplug gpiochip9",
                "no GPIO chip with the label, name or path 'gpiochip9'; there are: gpiochip0 [simulated]"
            ),
            ("sense GPIO55 active", "the panel has no line 'GPIO55'; did you mean 'GPIO25'?"),
            ("sense gpio25 active", "the panel has no line 'gpio25'; did you mean 'GPIO25'?"),
            ("sense GPIO18 active", "line 'GPIO18' is an output, which only the panel changes"),
        ])
    func unknownName(step: String, message: String) async throws {
        let panel = try Fixtures.panel()
        let error = await #expect(throws: ScriptError.self) { try await PlayedScript.play("+1s \(step)", on: panel) }
        #expect(error?.description == "test.panel:1: error: \(message)")
    }

    @Test(
        "unknown keys of a keypad and persons without a PIN are refused",
        arguments: [
            ("door.yaml", "keys 12A", "the keypad has no key 'A'; it has 123456789*0#"),
            ("door.yaml", "keypad dor keys 1", "the panel has no keypad 'dor'; the panel has none"),
            ("door.yaml", "unlock alic", "the panel has no person with a PIN 'alic'; did you mean 'alice'?"),
            ("keypads.yaml", "keypad dor keys 1", "the panel has no keypad 'dor'; did you mean 'door'?"),
            (
                "keypads.yaml", "keys 1",
                "the panel has several keypads; name one of them: keypad NAME keys 1 (door, shed)"
            ),
            ("keypads.yaml", "keypad shed keys A", "the keypad has no key 'A'; it has 0123456789*#"),
        ])
    func unknownKey(file: String, step: String, message: String) async throws {
        let panel = try PanelFile.read(path: Fixtures.scripts.appending(path: file).path)
        let error = await #expect(throws: ScriptError.self) {
            try await PlayedScript.play("pin alice 271905\n+1s \(step)", on: panel)
        }
        #expect(error?.description == "test.panel:2: error: \(message)")
    }

    @Test("a PIN that the lock would refuse is an error at its line in the script")
    func shortPIN() async throws {
        let panel = try PanelFile.read(path: Fixtures.scripts.appending(path: "door.yaml").path)
        let error = await #expect(throws: ScriptError.self) {
            try await PlayedScript.play("pin alice 135790\npin bob 12345\n+1s restart", on: panel)
        }
        #expect(error?.description.hasPrefix("test.panel:2: error: bob: ") == true)
        // A script's PINs are no secret, so that easily guessed ones are permitted.
        #expect(
            try await PlayedScript.play("pin bob 123456\n+1s unlock bob\n+1s expect unlocked", on: panel).failures == []
        )
    }

    @Test(
        "an impossible movement of a contact is refused",
        arguments: [
            ("0s press plain\n1s press plain", "button 'plain' is already down, since line 1"),
            ("0s press plain\n1s tap plain", "button 'plain' is already down, since line 1"),
            ("0s press plain\n1s hold plain for 1s", "button 'plain' is already down, since line 1"),
            (
                "0s hold plain for 2s\n1s hold plain for 2s",
                "button 'plain' is moved until 2s by another step, since line 1"
            ),
            (
                "0s hold plain for 2s\n1s release plain",
                "button 'plain' is moved until 2s by another step, since line 1"
            ),
            (
                "0s chatter plain for 2s every 1ms\n1s press plain",
                "button 'plain' is moved until 2s by another step, since line 1"
            ),
            ("0s tap plain\n+0 release plain", "button 'plain' is already up, since line 1"),
            ("0s stick plain\n1s release plain", "button 'plain' is stuck: 'unstick' opens it, since line 1"),
            ("0s stick plain\n1s press plain", "button 'plain' is stuck, since line 1"),
            ("0s press plain\n1s unstick plain", "button 'plain' is not stuck, since line 1"),
            ("1s restart\n500ms restart", "the previous step begins later, at 1s"),
        ])
    func contact(text: String, message: String) async throws {
        let panel = try Fixtures.panel()
        let error = await #expect(throws: ScriptError.self) { try await PlayedScript.play(text, on: panel) }
        #expect(error?.description == "test.panel:2: error: \(message)")
    }

    @Test("contacts can move during other presses, be welded while down, and move without power")
    func contactsThatMove() async throws {
        let played = try await PlayedScript.play(
            """
            0s      press plain
            500ms   hold slow for 2s
            1s      release plain
            3s      press plain
            +100ms  stick plain
            +1s     chatter plain for 1s every 100ms
            +1s     unplug
            +0      unstick plain
            +1s     replug
            +1s     expect no fault
            """, on: try Fixtures.panel())
        #expect(played.failures.isEmpty)
    }

    @Test(
        "a script's length is limited",
        arguments: [
            "+3661d restart", "+2000d restart\n+2000d restart", "+0 chatter plain for 100s every 0.1ms",
            "+36600d advance 36600d\n+36600d hold plain for 36600d",
        ])
    func tooLong(text: String) async throws {
        let panel = try Fixtures.panel()
        let error = await #expect(throws: ScriptError.self) { try await PlayedScript.play(text, on: panel) }
        #expect(error?.message == "a script takes at most 3660d and 500000 changes of contacts")
        #expect(error?.place != nil)
    }

    @Test("time passes to the end of a last step with a duration")
    func advanceAtEnd() async throws {
        let played = try await PlayedScript.play("0ms tap plain\n+0 advance 5s", on: try Fixtures.panel())
        #expect(played.transcript.contains { $0.hasSuffix("  no hint") })
        #expect(played.transcript.last?.hasPrefix("00:00:05.080  ") == true)
    }

    @Test("inputs without a resistor of the chip rest at their inactive level, and close and open like others")
    func externalResistor() async throws {
        let text = """
            name: Door
            domain: org.example.door
            controls:
              lamp: {toggle: {line: GPIO18}}
              door: {sensor: {line: GPIO24, active: high, pull: none, value_on: Open, value_off: Shut}}
            buttons:
              ring: {line: GPIO17, pull: none, hold: lamp}
            """
        let panel = try PanelFile.parse(Array(text.utf8), file: "door.yaml")
        let played = try await PlayedScript.play(
            """
            +0 expect no fault
            +0 expect control door off
            +0 hold ring for 600ms
            +700ms expect control lamp on
            +0 sense GPIO24 active
            +1s expect control door on
            +0 expect no fault
            """, on: panel)
        #expect(played.failures.isEmpty)
        #expect(played.expectations == 5)
    }

    @Test("ten idle years pass without a wakeup")
    func longestScript() async throws {
        let played = try await PlayedScript.play(
            "+3659d expect wakeups at most 0\n+0 hold plain for 600ms\n+0 expect control lamp on",
            on: try Fixtures.panel())
        #expect(played.failures.isEmpty)
        #expect(played.transcript.contains("3659d 00:00:00.500  performed lamp"))
    }

    @Test(
        "a failed expectation reports the actual state",
        arguments: [
            ("expect control lamp on", "Off"),
            ("expect control lamp running", "Off"),
            ("expect control door running", "idle"),
            (#"expect control lamp value "On""#, "Off"),
            ("expect light lamp on", "off"),
            ("expect light lamp on blinking", "off"),
            ("expect line GPIO18 active", "inactive"),
            (#"expect hint "Hold""#, "no hint"),
            (#"expect status "Open""#, "no status"),
            ("expect place lights.lamp door", "org.example.test.lamp"),
            ("expect place lights.lamp nothing", "org.example.test.lamp"),
            ("expect place lock_screen.1 lamp", "nothing"),
            ("expect performed lamp 1", "0"),
            ("expect refused lamp 1", "0"),
            (#"expect fault "stuck""#, "no fault"),
            (#"expect open "history""#, "nothing that opened"),
            (#"expect activity "Focus""#, "no activity"),
            (#"expect confirmation "Sure?""#, "no confirmation"),
        ])
    func failure(step: String, found: String) async throws {
        let played = try await PlayedScript.play("+0 " + step, on: try Fixtures.panel())
        let expected = step.dropFirst("expect ".count)
        #expect(played.failures == ["test.panel:1: expected \(expected), found \(found)"])
        #expect(played.transcript.contains("00:00:00.000  FAILED test.panel:1: expected \(expected), found \(found)"))
    }

    @Test("a failed expectation reports additional shown texts")
    func failuresOfAbsence() async throws {
        let played = try await PlayedScript.play(
            """
            0s      tap plain
            +0      expect no hint
            +1s     stick many
            +1s     expect no status
            +0      expect light lamp on blinking
            +60s    expect no fault
            +0      expect wakeups at most 3
            """, on: try Fixtures.panel())
        #expect(
            played.failures.map { String($0.drop { $0 != "," }) } == [
                ", found \"Hold to Turn On 'Lamp'\"", ", found \"Fan Started\"", ", found off",
                ", found \"button 'many': the contact is stuck; it is left out until it has been open for a while\"",
                ", found 10",
            ])
    }

    @Test("a panel restarts without its chips, which is a fault, and uses them when they return")
    func restartWithoutChip() async throws {
        let played = try await PlayedScript.play(
            """
            0s      unplug
            +0      restart
            +1s     expect line GPIO18 inactive
            +0      expect no fault
            +1s     replug
            +0      expect no fault
            +0      expect control lamp off
            +0      hold plain for 1s
            +2s     expect control lamp on
            +0      expect line GPIO18 active
            """, on: try Fixtures.panel())
        #expect(played.failures.count == 1)
        let missing = "light 'lamp': no GPIO chip on this machine; 'board: simulated' needs none"
        #expect(played.failures.first?.hasPrefix("test.panel:4: expected no fault, found \"\(missing)\"") == true)
        #expect(played.heldRequests == 0)
    }

    @Test("a panel that cannot restart is a failure, and another restart recovers it")
    func restartWithoutNames() async throws {
        let path = Fixtures.scripts.appending(path: "expander.yaml").path
        // A new process cannot know that the names are on a missing chip, because no line's address says so.
        let played = try await PlayedScript.play(
            """
            0s      unplug gpiochip0
            +0      restart
            +0      expect no fault
            +0      expect control near off
            +1s     replug
            +1s     restart
            +0      expect no fault
            +0      expect control near off
            """, on: try PanelFile.read(path: path))
        #expect(played.failures.count == 3)
        #expect(played.failures.first?.hasPrefix("test.panel:2: expected the panel to start, found ") == true)
        #expect(played.failures.first?.contains("no line named 'GPIO18'") == true)
        #expect(
            Array(played.failures.dropFirst()) == [
                "test.panel:3: expected no fault, found a panel that is not running",
                "test.panel:4: expected control near off, found a panel that is not running",
            ])
        #expect(played.heldRequests == 0)
    }

    @Test("after a power cut the same chips are present as before")
    func unpluggedOverCrash() async throws {
        let path = Fixtures.scripts.appending(path: "expander.yaml").path
        let played = try await PlayedScript.play(
            """
            0s      unplug expander
            +1s     crash for 1s
            +2s     hold near for 1s
            +2s     expect control near on
            +0      expect line GPIO18 active
            +0      expect no fault
            +1s     replug
            +0      expect no fault
            +0      hold far for 1s
            +2s     expect control far on
            +0      expect line expander:0 active
            """, on: try PanelFile.read(path: path))
        #expect(played.failures.count == 1)
        let missing = "no GPIO chip with the label, name or path 'expander'"
        #expect(played.failures.first?.hasPrefix("test.panel:6: expected no fault, found ") == true)
        #expect(played.failures.first?.contains("control 'org.example.expander.far': \(missing)") == true)
        #expect(played.failures.first?.contains("'org.example.expander.near'") == false)
        #expect(played.heldRequests == 0)
    }
}
