import ControlModel
import Testing

@testable import Configuration

@Suite("Advice on controls")
struct AdviceTests {
    @Test("the files in config/ cause no advice", arguments: ShippedFile.names)
    func shipped(_ name: String) throws {
        #expect(try PanelFile.read(path: ShippedFile.path(name)).advice == [])
    }

    @Test("each note has its place, its control, the problem and the reason")
    func words() throws {
        let text = """
            name: Hall
            domain: org.hall
            controls:
              door: {title: Front Door, hint: Opens the Door, button: {pulse: GPIO9, for: 1s}}
              lamp: {title: Lamp, symbol: lamp, toggle: {line: GPIO10}}
            """
        let panel = try PanelFile.parse(Array(text.utf8), file: "p.yaml")
        #expect(
            panel.advice.map(\.description) == [
                "p.yaml:4:3: note: control 'door': the hint 'Opens the Door' begins with 'opens'; "
                    + "a hint stands behind \"Hold to\": begin it with a verb, such as Unlock the Door",
                "p.yaml:4:3: note: control 'door': the control opens something, and anybody may perform it; "
                    + "what opens is for those who may come in: have it unlocked first, with authentication: local",
                "p.yaml:5:3: note: control 'lamp': the symbol is the same on and off; "
                    + "give symbol_on, or a symbol for each state, so that the symbol tells them apart",
            ])
    }

    private static func control(_ keys: String) -> String {
        "{\(keys), authentication: required, button: {pulse: GPIO1, for: 1s}}"
    }
    private static func toggle(_ keys: String) -> String { "{\(keys), toggle: {line: GPIO1}}" }

    @Test(
        "a control that could be better causes a note",
        arguments: [
            (control("hint: Opening the Gate"), "begins with 'opening'"),
            (control("hint: Unlocked the Gate"), "begins with 'unlocked'"),
            (control("hint: To Ring"), "begins with 'to'"),
            (control("hint: Hold to Ring"), "begins with 'hold to'"),
            (control("hint: The Bell"), "begins with 'the'"),
            (toggle("hint_turn_off: Stopping"), "begins with 'stopping'"),
            (control("hint: Unlock the Door and Turn On the Light"), "names two actions"),
            (control("hint: Ring & Flash"), "names two actions"),
            (toggle("title: A, symbol: fan"), "the symbol is the same"),
            (toggle("title: A, symbol: fan, symbol_on: fan"), "the symbol is the same"),
            (toggle("title: Turn On Lamp"), "names one direction"),
            (toggle("title: Enable Alarm"), "names one direction"),
            (toggle("title: Relay 1"), "made of"), (toggle("title: gpio1"), "made of"),
            (control("title: Button"), "made of"),
            (toggle("title: A, status: 'on'"), "the value says already"),
            (toggle("title: A, value_off: Closed, status_turn_off: Closed"), "the value says already"),
        ])
    func noted(_ control: String, _ words: String) throws {
        let notes = try advice("  c: \(control)")
        #expect(notes.count == 1 && notes.first?.contains(words) == true, "\(notes)")
    }

    @Test(
        "a good control causes no note",
        arguments: [
            control("hint: Unlock the Door"), control("hint: Ring the Bell"), control("hint: Bring Tea"),
            control("hint: Open or Close the Garage"), control("hint: Heat and Hot Water"),
            control("hint: Tür öffnen"), control("hint: Klingeln"), control("hint: Ouvrir la porte et allumer"),
            control("title: Light Switch"), control("title: Switch 4 Console"), control("symbol: bell.fill"),
            control("hint: Press the Doorbell"), control("title: Salt and Pepper Mill"), control("status: Ringing"),
            toggle("title: A, symbol: fan, symbol_on: fan.fill"), toggle("title: A, symbol_on: fan.fill"),
            toggle("title: Turntable"), toggle("title: Switchboard On Air"), toggle("title: A, status: For 3 min"),
            toggle("title: A, disabled: true, symbol: fan, hint: Opens"), toggle("hint: 🔔"), toggle("hint: '-'"),
        ])
    func leftAlone(_ control: String) throws {
        #expect(try advice("  c: \(control)") == [])
    }

    @Test("two controls with one title, in any letter case, cause a note")
    func titles() throws {
        let notes = try advice(
            "  a: {title: Lamp, toggle: {line: GPIO1}}\n  b: {title: LAMP, toggle: {line: GPIO2}}\n"
                + "  c: {title: Lamps, toggle: {line: GPIO3}}")
        #expect(notes.count == 1 && notes.first?.contains("'b': the title 'LAMP' is also that of 'a'") == true)
    }

    @Test("statuses on more than half of at least four controls cause a note")
    func statuses() throws {
        func panel(_ count: Int, withStatus: Int) -> String {
            (0..<count).map { index in
                let status = index < withStatus ? "status: Done, " : ""
                return "  c\(index): {title: T\(index), \(status)button: {pulse: GPIO\(index), for: 1s}}"
            }.joined(separator: "\n")
        }
        #expect(try advice(panel(4, withStatus: 2)) == [])
        #expect(try advice(panel(3, withStatus: 3)) == [])
        let notes = try advice(panel(5, withStatus: 3))
        #expect(notes.count == 1 && notes.first?.contains("'c0': 3 of 5 controls have a status") == true)
    }

    @Test("A3 a control that opens a door is advised to be guarded, and redacted if it has a state")
    func opening() {
        func notes(_ title: String, _ hints: [String] = [], isToggle: Bool, _ isGuarded: Bool?, _ isRedacted: Bool?)
            -> Int
        {
            let control = AdvisedControl(
                name: "c", title: title, isToggle: isToggle, hints: hints, isGuarded: isGuarded, isRedacted: isRedacted)
            return AdvisedControl.notes(on: [control]).count
        }
        #expect(notes("Front Door", isToggle: false, false, false) == 1)
        #expect(notes("Garage", isToggle: true, false, false) == 2)
        #expect(notes("Entrance", ["Unlock the Gate for Bikes"], isToggle: true, true, false) == 1)
        #expect(notes("Front Door", isToggle: true, true, true) == 0)
        #expect(notes("Front Door", isToggle: true, nil, nil) == 0)
        #expect(notes("Door Bell", ["Ring the Bell"], isToggle: false, false, false) == 0)
        #expect(notes("Garage Light", isToggle: true, false, false) == 0)
    }

    @Test("a control that opens a door causes a note; a control that locks the panel does not, whatever its title")
    func openingFile() throws {
        let notes = try advice("  door: {title: Front Door, toggle: {line: GPIO1}}\n  l: {title: Lock, button: lock}")
        #expect(notes.count == 2 && notes.first?.hasPrefix("control 'door': the control opens something") == true)
        #expect(notes.last?.hasSuffix(": redact the state while locked, with privacy: state") == true)
        for privacy in ["label", "value"] {
            let notes = try advice(
                "  d: {title: Front Door, toggle: {line: GPIO1}, authentication: local, privacy: \(privacy)}")
            #expect(notes.count == 1 && notes.first?.contains("shows anybody whether something is open") == true)
        }
        #expect(
            try advice("  d: {title: Front Door, toggle: {line: GPIO1}, authentication: local, privacy: state}") == [])
    }

    @Test("a target that no display, command or page can show is noted; a control that shows a sensor is fine")
    func views() throws {
        let display = "display: {device: /dev/lcd, columns: 16, rows: 2}"
        let history = "  a: {title: Visitors, button: {open: history}}"
        #expect(
            try advice(history, "") == [
                "control 'a': nothing shows the history that it opens; "
                    + "add display:, or a command with opened: {history: {command: […]}}"
            ])
        #expect(try advice(history, display) == [])
        #expect(try advice(history, "opened: {history: {command: [show]}}") == [])
        #expect(try advice(history.replacing("Visitors,", with: "Visitors, disabled: true,"), "") == [])
        let lamp = "  l: {title: Lamp, toggle: {line: GPIO1}}\n  a: {title: View, button: {open: l}}"
        #expect(
            try advice(lamp, "") == [
                "control 'a': nothing shows 'l', which it opens; "
                    + "add display:, or a command with opened: {l: {command: […]}}"
            ])
        #expect(try advice(lamp, display) == [])
        #expect(try advice(lamp, "opened: {l: {command: [show]}}") == [])
        let bell = "  b: {title: Bell, button: {pulse: GPIO1, for: 1s}}\n  a: {title: View, button: {open: b}}"
        #expect(
            try advice(bell, display) == [
                "control 'a': nothing shows 'b', which it opens; open a control that has a sensor or a value, or "
                    + "a command with opened: {b: {command: […]}}"
            ])
        #expect(try advice("  w: {title: Window, button: {open: w}, sensor: {line: GPIO1}}", "") == [])
        let visitors = "  v: {title: Visitors, button: {open: v}, value: {command: [wc], every: 30s}}"
        #expect(try advice(visitors, display) == [])
        #expect(try advice(visitors, "").count == 1)
    }

    @Test("A4 a private state that only one direction guards is noted: the request for a PIN reveals the state")
    func oneDirection() throws {
        let notes = try advice(
            "  a: {title: Alarm, toggle: {line: GPIO1}, authentication_turn_off: local, privacy: state}")
        #expect(
            notes == [
                "control 'a': whether a hold asks for a PIN tells its state, which is redacted; "
                    + "guard both directions, or neither"
            ])
        #expect(try advice("  a: {title: Alarm, toggle: {line: GPIO1}, authentication_turn_off: local}") == [])
        #expect(
            try advice("  a: {title: Alarm, toggle: {line: GPIO1}, authentication: local, privacy: state}") == [])
    }

    @Test("a guarded control without a keypad for the PIN causes a note")
    func noKeypad() throws {
        let controls = """
              a: {title: Alarm, toggle: {line: GPIO1}, authentication_turn_off: required}
              b: {title: Bell, button: {pulse: GPIO2, for: 1s}, authentication: required}
              c: {title: Camp, button: {pulse: GPIO3, for: 1s}, authentication: local}
              d: {title: Fan, button: {pulse: GPIO4, for: 1s}}
            """
        let exit = "buttons: {exit: {line: GPIO9, double_tap: c, trusted: true}}"
        #expect(
            try advice(controls, exit) == [
                "control 'a': it needs a PIN, and there is no keypad to give it at; "
                    + "add keypad:, or the command line and the page alone perform it",
                "control 'b': it needs a PIN, and there is no keypad to give it at; "
                    + "add keypad:, or the command line and the page alone perform it",
            ])
        #expect(try advice(controls, Self.pad) == [])
    }

    @Test("a keypad without a light or display for the lock causes a note")
    func blind() throws {
        let keypad = "keypad: {device: /dev/input/by-id/pad}\n"
        let words =
            "keypad: nothing shows that a PIN is asked for, or was wrong; add a light that shows: status, or a display"
        #expect(try advice("  a: {title: Lamp, toggle: {line: GPIO1}}", keypad) == [words])
        #expect(
            try advice(
                "  a: {title: Lamp, toggle: {line: GPIO1}}", keypad + "lights: {l: {line: GPIO2, shows: status}}") == []
        )
        #expect(
            try advice("  a: {title: Lamp, toggle: {line: GPIO1}}", keypad + "lights: {l: {line: GPIO2, shows: a}}")
                == [words])
    }

    @Test("a minimum length below six digits causes a note", arguments: [(4, 625), (5, 6250)])
    func shortPINs(digits: Int, guessedIn: Int) throws {
        func notes(_ digits: Int) throws -> [String] {
            try advice("  a: {title: Lamp, toggle: {line: GPIO1}}", "authentication: {minimum_digits: \(digits)}")
        }
        #expect(
            try notes(digits) == [
                "authentication: an attacker who tries for a day guesses one in \(guessedIn) PINs of \(digits) digits; "
                    + "require more, 6 are good"
            ])
        #expect(try notes(6) == [])
    }

    @Test("a trusted button causes a remark, which is not part of the advice")
    func trusted() throws {
        let text = """
            name: Hall
            domain: org.hall
            controls: {lamp: {title: Lamp, toggle: {line: GPIO9}}}
            buttons:
              exit: {line: GPIO2, hold: lamp, trusted: true}
              action: {line: GPIO3, hold: lamp}
            """
        let panel = try PanelFile.parse(Array(text.utf8), file: "p.yaml")
        #expect(panel.advice == [])
        #expect(
            panel.remarks().map(\.description) == [
                "p.yaml:5:3: note: button 'exit' is trusted: it performs guarded controls without a PIN; "
                    + "let only people reach it who may do that"
            ])
    }

    @Test("a toggle of mqtt without a broker causes a remark, which is not part of the advice")
    func gateway() throws {
        let text = """
            name: Hall
            domain: org.hall
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO1}}
              porch: {title: Porch, toggle: {mqtt: {command: porch/set, state: porch/state}}}
            """
        let panel = try PanelFile.parse(Array(text.utf8), file: "p.yaml")
        #expect(
            panel.remarks().map(\.description) == [
                "p.yaml:5:3: note: control 'porch': the panel has no broker for its topics; add mqtt: {broker: …}"
            ])
    }

    @Test("a control that no command of a broker can reach causes a remark, which is not part of the advice")
    func remote() throws {
        let text = """
            name: Hall
            domain: org.hall
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO1}, remote: allowed}
              heat: {title: Heat, toggle: {line: GPIO4}, authentication_turn_on: required, remote: allowed}
              bell: {title: Bell, button: {pulse: GPIO2, for: 3s}, authentication: required, remote: allowed}
            keypad: {device: /dev/input/by-id/pad}
            """
        let panel = try PanelFile.parse(Array(text.utf8), file: "p.yaml")
        let noBroker = "the panel has no broker for 'remote: allowed'; add mqtt:, or remove the key"
        #expect(
            panel.remarks().map(\.description) == [
                "p.yaml:4:3: note: control 'lamp': \(noBroker)", "p.yaml:5:3: note: control 'heat': \(noBroker)",
                "p.yaml:6:3: note: control 'bell': \(noBroker)",
            ])
        let withBroker = try PanelFile.parse(
            Array("mqtt: {broker: 'mqtt://localhost'}\n\(text)".utf8), file: "p.yaml")
        #expect(
            withBroker.remarks().map(\.description) == [
                "p.yaml:7:3: note: control 'bell': a broker's command cannot give the PIN that it needs; "
                    + "remove 'remote: allowed', or add authentication_turn_on: none or authentication_turn_off: none"
            ])
    }

    @Test("words for Home Assistant that have no effect there cause a remark, which is not part of the advice")
    func classes() throws {
        let text = """
            name: Hall
            domain: org.hall
            mqtt: {broker: "mqtt://localhost", discovery: homeassistant}
            controls:
              fine: {title: A, sensor: {line: GPIO4}, device_class: window}
              strike: {title: B, button: {pulse: GPIO5, for: 3s}, sensor: {line: GPIO6, value_on: Ajar}, device_class: door}
              warm: {title: C, value: {mqtt: {state: a}}, device_class: temperature, unit_of_measurement: °C}
              day: {title: D, value: {mqtt: {state: a}}, device_class: date}
              lamp: {title: E, toggle: {line: GPIO9}, remote: allowed, device_class: light}
              bell: {title: F, button: {pulse: GPIO10, for: 3s}, sensor: {line: GPIO11}, remote: allowed, device_class: door}
              typo: {title: G, sensor: {line: GPIO12}, device_class: windw}
              wrong: {title: H, value: {mqtt: {state: a}}, device_class: door}
              bare: {title: I, value: {mqtt: {state: a}}, device_class: humidity}
            """
        let panel = try PanelFile.parse(Array(text.utf8), file: "p.yaml")
        #expect(panel.controls.map(\.wordOfActiveContact) == [nil, "Ajar", nil, nil, nil, "On", nil, nil, nil])
        #expect(
            panel.remarks().map { $0.description.replacing("p.yaml:", with: "") } == [
                "9:3: note: control 'lamp': Home Assistant has a switch for it, to which device_class says nothing; remove the key, "
                    + "or remote: allowed",
                "10:3: note: control 'bell': Home Assistant has a button for it, to which device_class says nothing; remove the key, "
                    + "or remote: allowed",
                "11:3: note: control 'typo': Home Assistant has no device_class 'windw' for a state, as far as known; did you mean "
                    + "'window'?",
                "12:3: note: control 'wrong': Home Assistant has no device_class 'door' for a value, as far as known; such as "
                    + "temperature, humidity or power",
                "13:3: note: control 'bare': Home Assistant takes a number of device_class 'humidity' with its unit alone; add "
                    + "unit_of_measurement",
            ])
        let alone = try PanelFile.parse(
            Array(text.replacing(", discovery: homeassistant", with: "").utf8), file: "p.yaml")
        #expect(alone.remarks().count == 9)
        #expect(alone.remarks().allSatisfy { $0.message.contains("add discovery: homeassistant to mqtt:") })
    }

    @Test("a toggle that is shared with nobody, or on the topic of another, causes a remark")
    func shared() throws {
        let text = """
            name: Hall
            domain: org.hall
            mqtt: {broker: "mqtt://localhost"}
            controls:
              focus: {title: Focus, toggle: {line: GPIO1}, share: house/focus}
              lamp: {title: Lamp, toggle: {line: GPIO2}, share: house/focus}
              safe: {title: Safe, toggle: {line: GPIO3}, share: house/safe, privacy: state}
              other: {title: Other, toggle: {share: house/other}}
            """
        let panel = try PanelFile.parse(Array(text.utf8), file: "p.yaml")
        #expect(panel.controls.map(\.share) == ["house/focus", "house/focus", "house/safe", nil])
        #expect(panel.controls.last?.action.delegated?.values == ["topic": .string("house/other")])
        #expect(
            panel.remarks().map(\.description) == [
                "p.yaml:6:3: note: control 'lamp': 'focus' is shared on the same topic; give each its own",
                "p.yaml:7:3: note: control 'safe': its state is private, so that nothing is shared; remove share, or "
                    + "privacy: state",
            ])
        let alone = try PanelFile.parse(Array(text.replacing("mqtt:", with: "#").utf8), file: "p.yaml")
        #expect(alone.remarks().count == 4 && alone.remarks().allSatisfy { $0.message.contains("has no broker") })
    }

    @Test("text from the file cannot break out of a note's line")
    func hostile() throws {
        let notes = try advice("  c: \(Self.control("hint: \"The \u{202E}\(String(repeating: "x", count: 90))\""))")
        #expect(notes.count == 1 && notes.first?.contains("\\u{202E}") == true && notes.first?.contains("…") == true)
    }

    @Test("every rule has its reason in one line, without a full stop")
    func reasons() {
        for rule in AdviceRule.all {
            #expect(!rule.reason.isEmpty && !rule.reason.contains("\n") && rule.reason.last != ".")
        }
        #expect(Set(AdviceRule.all.map(\.reason)).count == AdviceRule.all.count)
    }

    /// A keypad, and a display that shows its state.
    private static let pad = """
        keypad: {device: /dev/input/by-id/pad}
        display: {device: /dev/lcd, columns: 16, rows: 2}
        """

    private func advice(_ controls: String, _ rest: String = pad) throws -> [String] {
        let text = "name: Panel\ndomain: org.panel\nboard: simulated\ncontrols:\n\(controls)\n\(rest)"
        return try PanelFile.parse(Array(text.utf8), file: "p").advice.map(\.message)
    }
}
