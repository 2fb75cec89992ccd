/// Panel files that several tests use.
enum SamplePanel {
    /// A panel with a part of each common kind.
    static let ordinary = """
        name: Test
        domain: org.example.test
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          relay: {title: Relay, toggle: {line: GPIO12, active: low}}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, status: Open}
        buttons:
          action: {line: GPIO17, hold: lamp, double_tap: relay}
          side: {line: GPIO27, hold: door}
        lights:
          lamp: {line: GPIO26, shows: lamp}
        """

    /// A panel that shows the controls of the extension `focus`.
    static let extended = """
        name: Test
        domain: org.example.test
        controls:
          light: {title: Light, toggle: {line: GPIO18}}
        buttons:
          action: {line: GPIO17, hold: org.example.focus.lamp}
          work: {line: GPIO22, hold: {kind: org.example.focus.timer, configuration: {timer: work}}}
          rest: {line: GPIO23, hold: {kind: org.example.focus.timer, configuration: {timer: rest}}}
          own: {line: GPIO24, hold: light}
        lights:
          lamp: {line: GPIO26, shows: org.example.focus.lamp}
        extensions:
          - {name: focus, domain: org.example.focus}
        """

    /// A panel with guarded controls, a trusted button and a pad.
    static let guarded = """
        name: Test
        domain: org.example.test
        board: simulated
        authentication: {auto_lock: 60s}
        controls:
          lamp: {title: Lamp, toggle: {line: GPIO18}}
          door: {title: Door, button: {pulse: GPIO23, for: 3s}, authentication: required}
          gate: {title: Gate, toggle: {line: GPIO12}, authentication_turn_on: required}
          alarm: {title: Alarm, toggle: {line: GPIO26}, authentication_turn_off: required, privacy: state}
          evening: {title: Evening, button: {set: {lamp: true, gate: true}}}
          shut: {title: Shut, button: lock}
        buttons:
          action: {line: GPIO17, hold: door}
          exit: {line: GPIO27, hold: door, trusted: true}
          bell: {line: GPIO22, hold: org.example.fake.bell}
        extensions:
          - {name: fake, domain: org.example.fake}
        keypad: {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}

        """

    /// A panel whose layout programs change.
    static let arranged = """
        name: Hallway
        domain: org.example.test
        controls:
          light: {title: Light, toggle: {line: GPIO18}}
          door: {title: Front Door, description: Opens the door., button: {pulse: GPIO23, for: 3s}}
          egg: {title: Egg, toggle: {timer: 5m}}
        buttons:
          action: {line: GPIO17, hold: light}
        lights:
          light: {line: GPIO26, shows: light}
        lock_screen: [light]
        extensions:
          - {name: focus, domain: org.example.focus}
          - {name: music, domain: org.example.music}

        """
}
