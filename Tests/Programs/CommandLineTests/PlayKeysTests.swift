import EventLoop
import Foundation
import Glibc
import Testing

/// The keys of `holdfast play`, its stand-ins for actions, and its pictures' sizes.
@Suite(.serialized)
struct PlayKeysTests {
    private static let panel = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          fan: {title: Fan, toggle: {line: GPIO25}}
          bell: {title: Bell, button: {webhook: {url: "http://me:secret@localhost:9/ring?key=1", method: POST}}}
          note: {title: Note, toggle: {command: {turn_on: [./note, "on"], turn_off: [./note, "off"]}}}
          door: {title: Door, button: {pulse: GPIO23, for: 1s}, sensor: {line: GPIO24, value_on: Ajar, value_off: Shut}}
        buttons:
          action:
            {line: GPIO17, hold: lamp, double_tap: fan, triple_tap: bell, long_hold: note,
             hold_time: 300ms, double_tap_time: 200ms, long_hold_time: 750ms}
          slow: {line: GPIO27, hold: fan, hold_time: 100ms, debounce: 40ms}

        """

    private func play(
        _ arguments: String..., yaml: String = panel, folder: TemporaryFolder, environment: [String: String] = [:]
    ) throws -> TerminalProgram {
        let path = try folder.write(yaml, to: "panel.yaml")
        return try TerminalProgram(["play", path] + arguments, environment: environment)
    }

    @Test("the legend names each key, its button, the gesture and the control")
    func legend() throws {
        let folder = try TemporaryFolder()
        let program = try play(folder: folder)
        let lines = try program.lines(until: "sensor of door").suffix(8).map {
            $0.replacing("\u{1B}[2K", with: "").split(separator: " ").joined(separator: " ")
        }
        #expect(
            lines == [
                "[a] action tap shows the hint", "[A] action hold Lamp", "[c] action double tap Fan",
                "[t] action triple tap Bell", "[i] action long hold Note", "[s] slow tap shows the hint",
                "[S] slow hold Fan", "[d] GPIO24 sensor of door inactive",
            ])
        try program.type("\u{1B}")
        #expect(try program.waitForEnd() == 0)
    }

    @Test("each gesture has its own key, also on a slow contact, and a sensor's key moves the sensor")
    func gestures() throws {
        let folder = try TemporaryFolder()
        let program = try play(folder: folder)
        try program.line(with: "Lamp: Off")
        // A held key repeats, which does not change the current gesture.
        try program.type("aaaaaaaa")
        try program.line(with: "Hold to Turn On 'Lamp'")
        try program.type("AAA")
        try program.line(with: "Lamp: On")
        try program.type("c")
        try program.line(with: "Fan: On")
        try program.type("S")
        try program.line(with: "Fan: Off")
        try program.type("s")
        try program.line(with: "Hold to Turn On 'Fan'")
        try program.type("d")
        try program.line(with: "Door: Ajar")
        try program.line(with: "sensor of door", ending: "active")
        try program.type("d")
        try program.line(with: "Door: Shut")
        try program.type("\u{1B}")
        #expect(try program.waitForEnd() == 0)
    }

    @Test("the picture names Escape, and says of an unknown key that there is no such key, until a known one")
    func unknownKeys() throws {
        let folder = try TemporaryFolder()
        let program = try play(folder: folder)
        try program.line(with: "[Esc]  ends the program")
        try program.type("x")
        try program.line(with: "no key [x]; the keys are below")
        try program.type("7")
        try program.line(with: "no key [7]; the keys are below")
        // An arrow, and a letter of two bytes.
        for key in ["\u{1B}[A", "ü"] {
            try program.type("x")
            try program.line(with: "no key [x]")
            try program.type(key)
            try program.line(with: "no key of this kind; the keys are below")
        }
        try program.type("a")
        let lines = try program.lines(until: "sensor of door")
        #expect(lines.contains { $0.contains("[Esc]") } && !lines.contains { $0.contains("no key") })
        try program.type("\u{1B}")
        #expect(try program.waitForEnd() == 0)
    }

    @Test("a stand-in prints the action that would run, without secrets in an address")
    func standIns() throws {
        let folder = try TemporaryFolder()
        let program = try play(folder: folder)
        try program.type("t")
        try program.line(with: "would send POST http://localhost:9/ring", ending: "/ring")
        try program.type("i")
        try program.line(with: "would run ./note on")
        try program.line(with: "Note: On")
        try program.type("i")
        try program.line(with: "would run ./note off")
        try program.type("\u{1B}")
        #expect(try program.waitForEnd() == 0)
    }

    @Test("--real runs commands as 'up' does, and ends them, while lines stay simulated")
    func real() throws {
        let folder = try TemporaryFolder()
        try folder.writeProgram("#!/bin/sh\necho $1 >> notes\n", to: "note")
        let runtime = try TemporaryFolder()
        let program = try play("--real", folder: folder, environment: ["XDG_RUNTIME_DIR": runtime.path])
        // A hold before the extension listens would be refused.
        try program.line(with: "actions | actions:")
        try program.type("i")
        try program.line(with: "Note: On")
        #expect(try String(contentsOfFile: folder.path + "/notes", encoding: .utf8) == "on\n")
        try program.type("\u{1B}")
        #expect(try program.waitForEnd() == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: runtime.path) == [])
    }

    @Test(
        "no line is wider than the terminal, and no picture higher, at any size", arguments: [1, 2, 3, 7, 20, 79, 200])
    func widths(columns: UInt16) throws {
        let folder = try TemporaryFolder()
        let yaml = Self.panel.replacing("title: Lamp", with: "title: 灯が点いている Lamp é👍🏽")
        let path = try folder.write(yaml, to: "panel.yaml")
        let program = try TerminalProgram(["play", path], columns: columns, lines: 12)
        try program.line(with: "\u{1B}[H")
        try program.type("\u{1B}")
        let pictures = try program.rest().components(separatedBy: "\u{1B}[H")
        for line in pictures.flatMap({ $0.components(separatedBy: "\n") }) {
            let shown = line.replacing(/\u{1B}\[[?0-9;]*[a-zA-Z]/, with: "")
            let width = shown.unicodeScalars.reduce(0) { sum, scalar in
                [0x301, 0x1F3FD].contains(scalar.value) ? sum : sum + (scalar.value >= 0x3000 ? 2 : 1)
            }
            #expect(width <= Int(columns), "\(shown)")
        }
        // The first line was read above.
        #expect(pictures[0].count { $0 == "\n" } == 10)
        #expect(pictures[0].contains("…"))
    }
}
