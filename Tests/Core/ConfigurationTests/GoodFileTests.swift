import ControlModel
import Foundation
import Testing

@testable import Configuration

@Suite("Descriptions of valid files")
struct GoodFileTests {
    @Test("C4 a minimal file gets the defaults, and a control without a title gets the panel's name")
    func defaults() throws {
        let panel = try parse(
            """
            name: Lamp
            domain: org.example.lamp
            controls:
              lamp: {toggle: {line: GPIO18}}
              bell: {button: {pulse: GPIO23, for: 1.5s}}
            buttons:
              a: {line: GPIO17, hold: lamp}
              b: {line: GPIO27, active: high, hold: bell, hold_time: 3s}
            lights:
              lamp: {line: GPIO26, shows: lamp}
            """)
        let expected = PanelDescription(
            name: "Lamp", domain: "org.example.lamp", board: .automatic,
            controls: [
                ControlDescription(
                    key: "lamp", kind: "org.example.lamp.lamp", title: "Lamp",
                    action: .toggleLine(OutputDescription(line("GPIO18", 4, 25))), position: at(4, 3)),
                ControlDescription(
                    key: "bell", kind: "org.example.lamp.bell", title: "Lamp",
                    action: .pulse(OutputDescription(line("GPIO23", 5, 26)), duration: .milliseconds(1500)),
                    position: at(5, 3)),
            ],
            buttons: [
                ButtonDescription(
                    name: "a", line: line("GPIO17", 7, 13, isActiveLow: true), bias: .up, debounce: .milliseconds(5),
                    releaseTime: .zero,
                    holdTime: .milliseconds(500), longHoldTime: .seconds(2), doubleTapTime: .milliseconds(300),
                    hold: ControlReference(kind: "org.example.lamp.lamp"), position: at(7, 3)),
                ButtonDescription(
                    name: "b", line: line("GPIO27", 8, 13), bias: .down, debounce: .milliseconds(5),
                    releaseTime: .zero,
                    holdTime: .seconds(3), longHoldTime: .seconds(6), doubleTapTime: .milliseconds(300),
                    hold: ControlReference(kind: "org.example.lamp.bell"), position: at(8, 3)),
            ],
            lights: [
                LightDescription(
                    name: "lamp", output: .line(line("GPIO26", 10, 16)),
                    shows: ControlReference(kind: "org.example.lamp.lamp"),
                    position: at(10, 3))
            ], layout: .editable, clock: .synchronized, file: "panel.yaml")
        #expect(panel == expected)
    }

    @Test("every key is read, with the sections in any order")
    func everyKey() throws {
        let panel = try parse(
            """
            buttons:
              side:
                line: "gpiochip0:17"
                active: low
                pull: none
                debounce: 0s
                release_time: 40ms
                hold: focus
                hold_time: 10s
                double_tap: org.Example.Hall-1.focus
                double_tap_time: 2000ms
                triple_tap: {kind: org.Example.Hall-1.focus}
                long_hold: 'focus'
                long_hold_time: 0.5m
            lights: {l: {line: GPIO9, active: low, shows: {kind: org.Example.Hall-1.focus}}}
            controls:
              focus:
                title: "Yes"
                description: |
                  Two
                  lines.
                symbol: mdi:moon
                symbol_on: moon.fill
                tint: "#0080ff"
                value_on: 'On'
                value_off: "0"
                hint_turn_on: Start
                hint_turn_off: Stop
                status: Changed
                status_turn_off: Stopped – ü 🔕
                disabled: true
                toggle: {line: PWR LED, active: low}
            board: /dev/gpiochip4
            domain: org.Example.Hall-1
            name: Hallway 2
            """)
        let kind = "org.Example.Hall-1.focus"
        let focus = ControlReference(kind: kind)
        let expected = PanelDescription(
            name: "Hallway 2", domain: "org.Example.Hall-1", board: .chip("/dev/gpiochip4"), boardPosition: at(33, 8),
            controls: [
                ControlDescription(
                    key: "focus", kind: kind, title: "Yes", description: "Two\nlines.\n", symbol: "mdi:moon",
                    symbolOn: "moon.fill", tint: Color(red: 0, green: 128.0 / 255, blue: 1), valueOn: "On",
                    valueOff: "0", hintTurnOn: "Start", hintTurnOff: "Stop", status: "Changed",
                    statusTurnOff: "Stopped – ü 🔕", isDisabled: true,
                    action: .toggleLine(OutputDescription(line("PWR LED", 32, 20, isActiveLow: true))),
                    position: at(17, 3))
            ],
            buttons: [
                ButtonDescription(
                    name: "side", line: line("gpiochip0:17", 3, 11, isActiveLow: true), bias: .none, debounce: .zero,
                    releaseTime: .milliseconds(40),
                    holdTime: .seconds(10), longHoldTime: .seconds(30), doubleTapTime: .seconds(2), hold: focus,
                    doubleTap: focus, tripleTap: focus, longHold: focus, position: at(2, 3))
            ],
            lights: [
                LightDescription(
                    name: "l", output: .line(line("GPIO9", 15, 20, isActiveLow: true)), shows: focus,
                    position: at(15, 10))
            ], layout: .editable, clock: .synchronized,
            symbols: [
                UsedSymbol(control: "focus", name: "mdi:moon", position: at(22, 13)),
                UsedSymbol(control: "focus", name: "moon.fill", position: at(23, 16)),
            ], file: "panel.yaml")
        #expect(panel == expected)
    }

    @Test("a command toggle has the interval and the watched file of its state, relative to the panel's file")
    func toggleState() throws {
        let panel = try parse(
            """
            name: N
            domain: org.n
            controls:
              fan: {toggle: {command: {turn_on: [f, "1"], turn_off: [f, "0"], state: [f], every: 90s, changes: run/fan}}}
            """)
        guard case .delegated(let delegated)? = panel.controls.first?.action else {
            Issue.record("no action")
            return
        }
        let values = delegated.reference(in: "/etc/holdfast").configuration
        #expect(values["every_ms"] == .int(90_000))
        #expect(values["changes"] == .string("/etc/holdfast/run/fan"))
    }

    @Test(
        "kernel LEDs have their white balance and dimming hours, with any kind of quotes")
    func leds() throws {
        let panel = try parse(
            """
            name: N
            domain: org.n
            lights:
              a: {led: "rgb:door", balance: [255, 0, 180], dim: {to: 20%, from: 22:00, until: "07:05"}, shows: status}
              b: {led: ACT, dim: {to: "100%", from: "00:00", until: 23:59}, shows: null}
            """)
        #expect(
            panel.lights.map(\.output) == [
                .led("rgb:door", balance: [255, 0, 180]), .led("ACT", balance: [255, 255, 255]),
            ])
        let hours = try #require(panel.lights.first?.dimming)
        #expect(hours.from.minute == 1320 && hours.until.minute == 425 && hours.percent == 20)
        #expect(panel.lights.last?.dimming?.until.description == "23:59")
    }

    @Test("the sounds have their line, rhythms and programs")
    func sounds() throws {
        let plain = try #require(try parse("name: N\ndomain: org.n\nsound: {line: GPIO12}").sound)
        #expect(plain.line == line("GPIO12", 3, 15))
        #expect(
            plain.rhythms == [
                .tick: [.milliseconds(20)], .right: Array(repeating: .milliseconds(60), count: 3),
                .wrong: [.milliseconds(400)],
            ])
        #expect(plain.allPrograms.isEmpty)
        let panel = try parse(
            """
            name: N
            domain: org.n
            sound:
              line: GPIO12
              active: low
              tick: []
              right: 1s
              wrong: [5ms, 5s]
              command: {tick: [a], hint: [sh, -c, 'say "$1"', sh, "{hint}"]}
            """)
        let sound = try #require(panel.sound)
        #expect(sound.line?.isActiveLow == true)
        #expect(sound.rhythms == [.tick: [], .right: [.seconds(1)], .wrong: [.milliseconds(5), .seconds(5)]])
        #expect(sound.programs.keys.map(\.rawValue) == ["tick"])
        #expect(panel.allExtensions.map(\.name) == ["actions"])
        let told = try #require(sound.hint?.telling(hint: "Hold for '$(x)'"))
        #expect(
            told.values["arguments"]
                == .array(["sh", "-c", "say \"$1\"", "sh", " Hold for '$(x)'"].map { .string($0) }))
    }

    @Test("a byte order mark and other systems' line ends change only positions")
    func lineEnds() throws {
        let text = "name: Lamp\ndomain: org.example.lamp\ncontrols:\n  lamp: {toggle: {line: GPIO18}}\n"
        let expected = try parse(text)
        #expect(try parse("\u{FEFF}" + text) == expected)
        #expect(try parse(text.replacingOccurrences(of: "\n", with: "\r\n")) == expected)
    }

    @Test("every system colour is read by its name", arguments: Color.names)
    func colors(_ name: String) throws {
        let panel = try parse(
            "name: N\ndomain: org.n\ncontrols: {a: {tint: \(name), toggle: {line: GPIO1}}}")
        #expect(panel.controls.first?.tint == Color.named(name))
    }

    @Test(
        "every board is read by its name",
        arguments: [
            ("auto", .automatic), ("simulated", .simulated), ("pinctrl-rp1", .chip("pinctrl-rp1")),
            ("gpiochip0", .chip("gpiochip0")), ("gpio-sim.0-node0", .chip("gpio-sim.0-node0")),
        ] as [(String, BoardSelection)])
    func boards(_ text: String, _ board: BoardSelection) throws {
        #expect(try parse("name: N\ndomain: org.n\nboard: \(text)").board == board)
    }

    @Test("a control is found only by its key and by its kind")
    func lookup() throws {
        let panel = try parse("name: N\ndomain: org.n\ncontrols: {a: {toggle: {line: GPIO1}}}")
        #expect(panel.control("a") == panel.controls.first)
        #expect(panel.control("org.n.a") == panel.controls.first)
        #expect(panel.control("A") == nil)
        #expect(panel.control("org.n.b") == nil)
    }

    @Test("C2 controls, buttons and lights keep the order of the file")
    func order() throws {
        let keys = ["zebra", "apple", "mango", "Banana"]
        let controls = keys.enumerated().map { "  \($1): {toggle: {line: GPIO\($0)}}\n" }.joined()
        let lights = keys.enumerated().map { "  \($1): {line: GPIO1\($0), shows: \($1)}\n" }.joined()
        let panel = try parse("name: N\ndomain: org.n\ncontrols:\n\(controls)lights:\n\(lights)")
        #expect(panel.controls.map(\.key) == keys)
        #expect(panel.lights.map(\.name) == keys)
    }

    private func parse(_ text: String) throws -> PanelDescription {
        try PanelFile.parse(Array(text.utf8), file: "panel.yaml")
    }

    private func at(_ line: Int, _ column: Int) -> SourcePosition {
        SourcePosition(file: "panel.yaml", line: line, column: column)
    }

    private func line(_ name: String, _ line: Int, _ column: Int, isActiveLow: Bool = false) -> LineDescription {
        LineDescription(name: name, isActiveLow: isActiveLow, position: at(line, column))
    }
}
