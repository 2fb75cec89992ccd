extension BrokenFile {
    /// Keys that are each valid alone but contradict each other.
    static let meaning: [BrokenFile] = [
        BrokenFile(
            "lines used twice",
            #"""
            name: Hallway
            domain: org.example.hallway
            lights:
              lamp: {line: GPIO18, shows: lamp}
            controls:
              lamp: {toggle: {line: GPIO18}}
              door: {button: {pulse: "gpiochip0:7", for: 3s}}
              gate: {button: {pulse: "gpiochip0:07", for: 3s}}
            buttons:
              action: {line: GPIO18, hold: lamp}
            """#,
            #"""
            panel.yaml:6:25: error: toggle of control 'lamp' uses line GPIO18, which light 'lamp' uses already at panel.yaml:4:16; give each its own
            panel.yaml:8:26: error: button of control 'gate' uses line gpiochip0:07, which button of control 'door' uses already as gpiochip0:7 at panel.yaml:7:26; give each its own
            panel.yaml:10:18: error: button 'action' uses line GPIO18, which light 'lamp' uses already at panel.yaml:4:16; give each its own
            """#),
        BrokenFile(
            "unknown controls",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
              door: {button: {pulse: GPIO23, for: 3s}}
            buttons:
              a: {line: GPIO1, hold: flashligt}
              b: {line: GPIO2, hold: org.example.hallway.dor}
              c: {line: GPIO3, hold: garage}
              d: {line: GPIO4, hold: {kind: door}}
              e: {line: GPIO5, hold: {kind: org.example.hallway.doors, configuration: 1}}
              f: {line: GPIO6, hold: [door]}
              g: {line: GPIO7, hold: {}}
            lights:
              a: {line: GPIO8, shows: Door}
            """#,
            #"""
            panel.yaml:7:26: error: hold: there is no control 'flashligt' in this file; did you mean 'flashlight'?
            panel.yaml:8:26: error: hold: there is no control 'org.example.hallway.dor' in this file; did you mean 'org.example.hallway.door'?
            panel.yaml:9:26: error: hold: there is no control 'garage' in this file; it has flashlight and door
            panel.yaml:10:33: error: kind: 'door' is a control's key; expected its kind, org.example.hallway.door
            panel.yaml:11:33: error: kind: there is no control 'org.example.hallway.doors' in this file; did you mean 'org.example.hallway.door'?
            panel.yaml:11:75: error: configuration: expected a mapping such as {timer: work}, found the number 1
            panel.yaml:12:26: error: hold: expected a control's key or kind, found a list
            panel.yaml:13:26: error: hold of button 'g' has no key 'kind'; add it: a control's kind such as org.example.hallway.door
            panel.yaml:15:27: error: shows: there is no control 'Door' in this file; did you mean 'door'?
            """#),
        BrokenFile(
            "reference without controls",
            #"""
            name: Hallway
            domain: org.example.hallway
            lights:
              a: {line: GPIO8, shows: door}
            """#,
            #"""
            panel.yaml:4:27: error: shows: there is no control 'door' in this file; add it under controls:
            """#),
        BrokenFile(
            "broken controls are not reported again",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls: [door]
            lights:
              a: {line: GPIO8, shows: door}
            """#,
            #"""
            panel.yaml:3:11: error: controls: expected a name and a mapping for each control, found a list
            """#),
        BrokenFile(
            "broken control can be referred to",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              door: {}
            lights:
              a: {line: GPIO8, shows: door}
            """#,
            #"""
            panel.yaml:4:3: error: control 'door' does nothing; add toggle or button; with sensor or value alone it would show something
            """#),
        BrokenFile(
            "actions",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {title: A}
              b: {toggle: {line: GPIO1}, button: {pulse: GPIO2, for: 3s}}
              c: {toggle: GPIO3}
              d: {button: push}
              e: on
            """#,
            #"""
            panel.yaml:4:3: error: control 'a' does nothing; add toggle or button; with sensor or value alone it would show something
            panel.yaml:5:3: error: control 'b' has toggle and button; a control does one thing: make two controls of it
            panel.yaml:6:15: error: toggle: expected a mapping such as {line: GPIO18}, found 'GPIO3'
            panel.yaml:7:15: error: button: expected lock or a mapping of what it does, found 'push'
            panel.yaml:8:6: error: control 'e': expected a mapping such as {title: Flashlight, toggle: {line: GPIO18}}, found 'on', which YAML takes for true or false
            """#),
        BrokenFile(
            "keys of toggles at a button",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              door: {button: {pulse: GPIO1, for: 3s}, symbol_on: a, value_on: b, hint_turn_on: c, status_turn_off: d}
            """#,
            #"""
            panel.yaml:4:43: error: symbol_on: control 'door' is no toggle and has no on and off; use symbol
            panel.yaml:4:57: error: value_on: control 'door' is no toggle and has no on and off; remove the key
            panel.yaml:4:70: error: hint_turn_on: control 'door' is no toggle and has no on and off; use hint
            panel.yaml:4:87: error: status_turn_off: control 'door' is no toggle and has no on and off; use status
            """#),
        BrokenFile(
            "hidden hint",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {toggle: {line: GPIO1}, hint: A, hint_turn_on: B, hint_turn_off: C, status: S, status_turn_on: T}
            """#,
            #"""
            panel.yaml:4:30: error: hint: it has no effect beside hint_turn_on and hint_turn_off; remove it
            """#),
        BrokenFile(
            "gestures",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            buttons:
              a: {line: GPIO1}
              b: {line: GPIO2, double_tap: flashlight, hold_time: 1s, long_hold_time: 3s}
              c: {line: GPIO3, hold: flashlight, double_tap_time: 200ms}
              d: {line: GPIO4, hold: flashlight, hold_time: 2s, long_hold: flashlight, long_hold_time: 1s}
              e: {line: GPIO5, hold: flashlight, long_hold: flashlight, long_hold_time: 500ms}
            """#,
            #"""
            panel.yaml:6:3: error: button 'a' performs nothing; add hold, double_tap, triple_tap or long_hold
            panel.yaml:7:44: error: hold_time: it has no effect without hold or long_hold; add one, or remove the key
            panel.yaml:7:59: error: long_hold_time: it has no effect without long_hold; add that, or remove the key
            panel.yaml:8:38: error: double_tap_time: it has no effect without double_tap or triple_tap; add one, or remove the key
            panel.yaml:9:76: error: long_hold_time: 1s is not longer than hold_time, which is 2s; make it longer
            panel.yaml:10:61: error: long_hold_time: 500ms is not longer than hold_time, which is 500ms; make it longer
            """#),
    ]
}
