import Foundation
import Testing

/// `holdfast play`
struct PlayTests {
    private static let pads = [
        #"{rows: [GPIO5, GPIO6, GPIO13, GPIO19], columns: [GPIO16, GPIO20, GPIO21], keys: ["123", "456", "789", "*0#"]}"#,
        "{device: /dev/input/by-id/pad}",
    ]

    private func play(pad: String) throws -> (program: TerminalProgram, pin: String, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            """
            name: Test
            domain: org.example.test
            controls:
              door: {title: Door, button: {pulse: GPIO23, for: 1s}, status: Open, authentication: local}
              safe: {title: Safe, toggle: {line: GPIO24}, privacy: state}
            buttons:
              action: {line: GPIO17, hold: door}
            keypad: \(pad)

            """, to: "panel.yaml")
        let program = try TerminalProgram(["play", path])
        let match = try #require(try program.line(with: " + Enter unlocks").firstMatch(of: /PIN (\d+) \+ Enter/))
        return (program, String(match.1), folder)
    }

    /// All pads run at the same time, step by step, because typing takes time.
    @Test("A2 digits, Enter and Backspace are the pad's keys, and a PIN unlocks and performs the waiting control")
    func unlocking() throws {
        let plays = try Self.pads.map { try play(pad: $0) }
        func press(_ keys: (_ pin: String) -> String) throws {
            for play in plays { try play.program.type(keys(play.pin)) }
        }
        func see(_ text: String, ending: String = "") throws {
            for (pad, play) in zip(Self.pads, plays) {
                do {
                    try play.program.line(with: text, ending: ending)
                } catch {
                    Issue.record("on the pad \(pad)")
                    throw error
                }
            }
        }
        for play in plays { #expect(play.pin.count == 6) }
        try press { _ in "A" }
        try see("PIN pad", ending: "locked, 'Door' waits for a PIN")
        // Clearing the entry also cancels the waiting control.
        try press { _ in "12\u{7F}" }
        try see("PIN pad", ending: "typing …")
        try see("PIN pad", ending: ": locked")
        try press { _ in "A" }
        try see("PIN pad", ending: "'Door' waits for a PIN")
        try press { $0 + "\n" }
        try see("PIN pad", ending: "\u{1B}[1munlocked\u{1B}[0m")
        try see("Open")
        try press { _ in "\u{4}" }
        for play in plays { #expect(try play.program.waitForEnd() == 0) }
    }

    @Test(
        "wrong PINs lock the pad out; the picture hides the digits' number and private states, and shows a refusal"
    )
    func wrong() throws {
        let (program, _, folder) = try play(pad: Self.pads[0])
        _ = folder
        var typing: Set<String> = []
        for keys in ["1", "22", "333"] {
            try program.type(keys + "\n")
            // The previous wrong PIN may still be shown.
            let lines =
                try program.lines(until: "typing") + program.lines(until: "PIN pad", ending: ": locked, wrong PIN")
            let plain = lines.map { $0.replacing(/\u{1B}\[[0-9]*[mK]/, with: "") }
            typing.formUnion(plain.filter { $0.contains("typing") })
        }
        #expect(typing == ["  [0-9] PIN pad: locked, typing …"], "however many digits")
        try program.type("4\n5\n")
        try program.line(with: "Safe: private")
        #expect(
            try program.line(with: "too many").contains(
                /: locked, too many wrong PINs: none is taken for (1 min|5\d s)$/))
        try program.line(with: "none is taken for 5", ending: " s")
        try program.type("A")
        try program.line(with: "Door: it needs a PIN, and none is taken for a while, since too many were wrong")
        try program.type("\u{1B}")
        #expect(try program.waitForEnd() == 0)
    }
}
