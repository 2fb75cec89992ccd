import Testing

@testable import Configuration

@Suite("Advice on buttons, lights and keypads")
struct PartAdviceTests {
    private func advice(_ rest: String) throws -> [String] {
        let text = """
            name: Hall
            domain: org.hall
            board: simulated
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
              door: {title: Door, button: {pulse: GPIO23, for: 3s}, sensor: {line: GPIO24}, authentication: required}
              bell: {title: Bell, button: {pulse: GPIO25, for: 1s}}
              window: {title: Window, sensor: {line: GPIO12}}
              fan: {title: Fan, toggle: {line: GPIO13}, sensor: {line: GPIO14}}
            \(rest)
            """
        return try PanelFile.parse(Array(text.utf8), file: "p.yaml").advice.map(\.message)
            .filter { !$0.hasPrefix("control ") }
    }

    @Test(
        "a hold shorter than a slow tap beside a double or triple tap is noted",
        arguments: [
            ("hold: lamp, hold_time: 100ms, double_tap: bell", "double_tap", "100ms"),
            ("hold: lamp, hold_time: 249ms, triple_tap: bell", "triple_tap", "249ms"),
            ("long_hold: lamp, hold_time: 100ms, double_tap: bell", "double_tap", "100ms"),
        ])
    func briefHold(keys: String, gesture: String, time: String) throws {
        #expect(
            try advice("buttons: {a: {line: GPIO4, \(keys)}}") == [
                "button 'a': a tap that lasts \(time) counts as a hold, so that \(gesture) is hard to do; give hold_time "
                    + "250ms or more"
            ])
    }

    @Test(
        "a brief hold alone, and a usual hold beside a double tap, are not noted",
        arguments: ["hold: lamp, hold_time: 100ms", "hold: lamp, hold_time: 250ms, double_tap: bell"])
    func usualHold(keys: String) throws {
        #expect(try advice("buttons: {a: {line: GPIO4, \(keys)}}") == [])
    }

    @Test("a light that shows a button with a sensor is noted, since the light does not show the sensor")
    func lightOfButton() throws {
        #expect(
            try advice("lights: {a: {line: GPIO26, shows: door}}") == [
                "light 'a': it is lit while 'door' runs, and not while its sensor is on; to show the sensor, have it in a "
                    + "control of its own, without button, and let the light show that"
            ])
        #expect(try advice("lights: {a: {red: GPIO26, green: GPIO27, blue: GPIO4, shows: door}}") == [])
        #expect(try advice("lights: {a: {led: 'rgb:door', shows: door}}") == [])
        for shown in ["lamp", "bell", "window", "fan", "status"] {
            #expect(try advice("lights: {a: {line: GPIO26, shows: \(shown)}}") == [], "\(shown)")
        }
    }

    private func keypad(_ keys: String, _ more: String = "") throws -> [String] {
        try advice(
            "keypad: {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: [\(keys)]\(more)}\n"
                + "lights: {s: {line: GPIO26, shows: status}}")
    }

    @Test("keys of a keypad that no PIN has are noted")
    func idleKeys() throws {
        let words = "for a PIN has only digits; write a space for each"
        #expect(try keypad("1A, '#B'") == ["keypad: the keys A and B do nothing, \(words)"])
        #expect(try keypad("1A, '#*'") == ["keypad: the key A does nothing, \(words)"])
        #expect(try keypad("1A, 'B*'", ", enter: A, clear: B") == ["keypad: the key * does nothing, \(words)"])
        #expect(try keypad("1A, 'B '", ", enter: A, clear: B") == [])
    }
}
