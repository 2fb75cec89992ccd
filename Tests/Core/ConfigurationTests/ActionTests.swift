import ControlModel
import Testing

@testable import Configuration

@Suite("Actions of controls")
struct ActionTests {
    private static func action(_ text: String, others: String = "") throws -> ControlAction {
        let file = """
            name: Test
            domain: org.example.test
            controls:
              it: {\(text)}
              lamp: {toggle: {line: GPIO1}}
              bell: {button: {pulse: GPIO2, for: 1s}}

            """
        let panel = try PanelFile.parse(Array(file.utf8), file: "/etc/holdfast/panel.yaml")
        return try #require(panel.control("it")).action
    }

    private static func line(_ column: Int, isActiveLow: Bool = false) -> LineDescription {
        LineDescription(
            name: "GPIO9", isActiveLow: isActiveLow,
            position: SourcePosition(file: "/etc/holdfast/panel.yaml", line: 4, column: column))
    }

    @Test("a line toggle has a start state (inactive, as before, active), an optional maximum time and `fail: open`")
    func toggledLine() throws {
        #expect(
            try Self.action("toggle: {line: GPIO9, restore: last, max_time: 2h, fail: open, active: low}")
                == .toggleLine(
                    OutputDescription(Self.line(23, isActiveLow: true), failsActive: true), restore: .last,
                    maxTime: .seconds(7200)))
        #expect(
            try Self.action("toggle: {line: GPIO9}")
                == .toggleLine(OutputDescription(Self.line(23)), restore: .inactive, maxTime: nil))
    }

    @Test("a timer lasts 1 s to 30 d and may have a following action")
    func timer() throws {
        #expect(try Self.action("toggle: {timer: 1s}") == .timer(.seconds(1)))
        #expect(try Self.action("toggle: {timer: 30d}") == .timer(.seconds(30 * 86_400)))
        #expect(
            try Self.action("toggle: {timer: 25m, done: {command: [aplay, gong.wav]}}")
                == .timer(
                    .seconds(1500),
                    done: .delegated(
                        DelegatedAction(
                            kind: .command,
                            values: ["arguments": .array([.string("aplay"), .string("gong.wav")])]))))
    }

    @Test("a scene has its members in the file's order, by key or kind")
    func scene() throws {
        guard case .set(let members) = try Self.action("button: {set: {org.example.test.lamp: false, bell: true}}")
        else {
            Issue.record("no scene")
            return
        }
        #expect(members.map(\.kind) == ["org.example.test.lamp", "org.example.test.bell"])
        #expect(members.map(\.isOn) == [false, true])
    }

    @Test("the target of `open:` is the history or a control")
    func view() throws {
        #expect(try Self.action("button: {open: history}") == .open(.history))
        #expect(try Self.action("button: {open: lamp}") == .open(.control(kind: "org.example.test.lamp")))
    }

    @Test("a delegated action has all values that its extension needs, with absolute paths")
    func delegatedActions() throws {
        guard
            case .delegated(let webhook) = try Self.action(
                "button: {webhook: {url: \"http://localhost:9\", headers: {X-B: two, X-A: one}, secret_file: key}}")
        else {
            Issue.record("not handed over")
            return
        }
        #expect(webhook.grant == DelegatedAction.actions && !webhook.isToggle)
        #expect(
            webhook.reference(in: "/etc/holdfast")
                == ControlReference(
                    kind: "io.holdfast.actions.webhook",
                    configuration: [
                        "url": .string("http://localhost:9"), "method": .string("POST"), "timeout_ms": .int(10_000),
                        "retries": .int(0), "headers": .array([.string("X-A: one"), .string("X-B: two")]),
                        "secret_file": .string("/etc/holdfast/key"), "folder": .string("/etc/holdfast"),
                    ]))
        guard case .delegated(let mqtt) = try Self.action("toggle: {mqtt: {command: a/set, state: a}}") else {
            Issue.record("not handed over")
            return
        }
        #expect(mqtt.isToggle && mqtt.grant == DelegatedAction.gateway)
        #expect(mqtt.reference(in: "/etc").configuration["folder"] == nil)
    }

    /// The only control of a file.
    private static func control(_ control: String) throws -> ControlDescription {
        let file = "name: T\ndomain: org.example.t\ncontrols:\n  it: {\(control)}\n"
        return try #require(try PanelFile.parse(Array(file.utf8), file: "p").controls.first)
    }

    /// The errors of a file with this control.
    private static func problem(_ control: String) -> String {
        let error = #expect(throws: ConfigurationError.self) { try Self.control(control) }
        return error?.diagnostics.map(\.description).joined(separator: "\n") ?? ""
    }

    @Test("a toggle of mqtt with a state and without a command is a sensor, which has a state and only shows")
    func stateAlone() throws {
        let door = try Self.control(
            "toggle: {mqtt: {state: a, key: contact, turned_on: \"false\", turned_off: \"true\"}}, value_on: Open, symbol_on: lock"
        )
        #expect(door.action == .show && door.hasState)
        #expect(
            door.readout?.values == [
                "state": .string("a"), "key": .string("contact"), "turned_on": .string("false"),
                "turned_off": .string("true"),
            ])
        let lamp = try Self.control("toggle: {mqtt: {state: a, command: b}}")
        #expect(lamp.action != .show && lamp.hasState && lamp.readout == nil)
    }

    @Test(
        "a key for what a control does has no effect beside a state of mqtt without a command",
        arguments: [
            "hint: Open", "status: Opening", "disabled: true", "authentication: required", "remote: allowed",
            "hint_turn_on: Open", "status_turn_off: Shut", "authentication_turn_off: required",
        ])
    func stateAlone(key: String) throws {
        let name = String(key.prefix { $0 != ":" })
        #expect(
            Self.problem("toggle: {mqtt: {state: a}}, \(key)")
                .hasSuffix("error: \(name): it has no effect without command of mqtt; add that, or remove the key"))
    }

    @Test("a device class and a unit are words for Home Assistant, on what has a state or a value")
    func deviceClass() throws {
        let door = try Self.control("sensor: {line: GPIO4}, device_class: door")
        #expect(door.deviceClass == "door" && door.unitOfMeasurement == nil)
        let value = "value: {mqtt: {state: a, key: ENERGY.Power}}, device_class: power, unit_of_measurement: W"
        let power = try Self.control(value)
        #expect(power.deviceClass == "power" && power.unitOfMeasurement == "W")
        #expect(
            Self.problem("button: lock, device_class: lock")
                .contains("device_class: it has no effect without toggle, sensor or value"))
        #expect(
            Self.problem("toggle: {line: GPIO4}, unit_of_measurement: W").contains(
                "unit_of_measurement: it has no effect without value"))
        #expect(Self.problem("sensor: {line: GPIO4}, device_class: \"a door\"").contains("name of a device class"))
    }

    @Test("a capture has its program, the number of kept files and its time limit")
    func capture() throws {
        let program: IntentValue = .array([.string("cam"), .string("-o"), .string("to={file}")])
        #expect(
            try Self.action("timeout: 5s, button: {capture: [cam, -o, \"to={file}\"]}")
                == .delegated(DelegatedAction(kind: .capture, values: ["arguments": program, "keep": .int(100)])))
        #expect(
            try Self.action("button: {capture: [cam, -o, \"to={file}\"], keep: 1}")
                == .delegated(DelegatedAction(kind: .capture, values: ["arguments": program, "keep": .int(1)])))
    }

    @Test("a panel lists Holdfast's own extensions only if its file needs them")
    func stockExtensions() throws {
        func names(_ controls: String) throws -> [String] {
            let file = "name: T\ndomain: org.example.t\ncontrols:\n  it: {\(controls)}\n"
            return try PanelFile.parse(Array(file.utf8), file: "p").allExtensions.map(\.name)
        }
        #expect(try names("toggle: {line: GPIO1}") == [])
        #expect(try names("toggle: {unit: a.service}") == ["actions"])
        #expect(try names("toggle: {timer: 1s, done: {command: [x]}}") == ["actions"])
        #expect(try names("button: {open: history}, value: {command: [x], every: 1s}") == ["actions"])
        #expect(try names("button: {capture: [cam, \"{file}\"]}") == ["actions"])
        #expect(try names("toggle: {mqtt: {command: a, state: b}}") == ["gateway"])
    }

    @Test(
        "the text of a notification is escaped as its destination requires",
        arguments: [
            ("command: [tell, \"--to=me\", \"It is {what}\"]", "arguments", ["tell", "--to=me", "It is \"a/b\" ä"]),
            ("webhook: {url: \"http://localhost:9/?t={what}\"}", "url", ["http://localhost:9/?t=%22a%2Fb%22%20%C3%A4"]),
            (
                "webhook: {url: \"http://a\", body: '{\"text\": \"{what}\"}'}", "body",
                ["{\"text\": \"\\\"a/b\\\" ä\"}"]
            ),
            ("webhook: {url: \"http://a\", body: \"Now: {what}\"}", "body", ["Now: \"a/b\" ä"]),
            ("webhook: {url: \"http://a\", body: \"{what}\"}", "body", ["\"a/b\" ä"]),
            ("webhook: {url: \"http://a\", body: \"to=me&text={what}\"}", "body", ["to=me&text=%22a%2Fb%22%20%C3%A4"]),
            ("webhook: {url: \"http://a\", body: \"to me: a=b {what}\"}", "body", ["to me: a=b \"a/b\" ä"]),
            (
                "webhook: {url: \"http://a\", headers: {content-type: application/x-www-form-urlencoded}, body: \"{what}\"}",
                "body", ["%22a%2Fb%22%20%C3%A4"]
            ),
            (
                "webhook: {url: \"http://a\", headers: {Content-Type: text/plain}, body: '{\"text\": {what}}'}", "body",
                ["{\"text\": \"a/b\" ä}"]
            ),
            (
                "webhook: {url: \"http://a\", headers: {Content-Type: application/problem+json; charset=utf-8}, body: '{what}'}",
                "body", ["\\\"a/b\\\" ä"]
            ),
            (
                "webhook: {url: \"http://a\", headers: {Content-Type: text/xml}, body: \"<t a='{what}'/>\"}", "body",
                ["<t a='&#34;a/b&#34; ä'/>"]
            ),
            ("webhook: {url: \"http://a\", body: \"<t>{what}</t>\"}", "body", ["<t>&#34;a/b&#34; ä</t>"]),
            ("webhook: {url: \"http://a\", headers: {Title: \"{what}\"}}", "headers", ["Title: \"a/b\" ä"]),
            ("webhook: {url: \"http://a\", secret_file: \"{what}\"}", "secret_file", ["{what}"]),
        ])
    func words(action: String, value: String, told: [String]) throws {
        let file = "name: T\ndomain: org.example.t\nnotify:\n  fault:\n    \(action)\n"
        let panel = try PanelFile.parse(Array(file.utf8), file: "p")
        #expect(panel.notified[.tamper] == nil && panel.allExtensions.map(\.name) == ["actions"])
        let delegated = try #require(panel.notified[.fault]?.telling("\"a/b\" ä").delegated)
        switch delegated.values[value] {
        case .string(let text)?: #expect([text] == told)
        case .array(let texts)?: #expect(texts == told.map { .string($0) })
        default: Issue.record("no \(value)")
        }
    }
}
