extension BrokenFile {
    /// Keys and names that are unknown, missing, repeated or malformed.
    static let keys: [BrokenFile] = [
        BrokenFile(
            "unknown keys",
            #"""
            name: Hallway
            domian: org.example.hallway
            controls:
              door: {togle: {line: GPIO18}, wibble: 1}
              lamp: {toggle: {lien: GPIO18}}
            """#,
            #"""
            panel.yaml:2:1: error: unknown key 'domian' in the panel; did you mean 'domain'?
            panel.yaml:4:10: error: unknown key 'togle' in control 'door'; did you mean 'toggle'?
            panel.yaml:4:33: error: unknown key 'wibble' in control 'door'; the keys there are title, description, symbol, symbol_on, tint, value_on, value_off, hint, hint_turn_on, hint_turn_off, status, status_turn_on, status_turn_off, disabled, toggle, button, sensor, value, interlock, timeout, authentication, authentication_turn_on, authentication_turn_off, privacy, remote, share, device_class and unit_of_measurement
            panel.yaml:5:19: error: unknown key 'lien' in toggle of control 'lamp'; did you mean 'line'?
            """#),
        BrokenFile(
            "duplicate keys",
            #"""
            name: Hallway
            domain: org.example.hallway
            name: Other
            controls:
              door: {toggle: {line: GPIO18}, title: Door, title: Gate}
              door: {toggle: {line: GPIO19}}
            """#,
            #"""
            panel.yaml:3:1: error: 'name' stands twice in the panel, first at panel.yaml:1:1; remove one
            panel.yaml:5:47: error: 'title' stands twice in control 'door', first at panel.yaml:5:34; remove one
            panel.yaml:6:3: error: 'door' stands twice in controls, first at panel.yaml:5:3; remove one
            """#),
        BrokenFile(
            "names that differ in letter case",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              door: {toggle: {line: GPIO18}}
              Door: {toggle: {line: GPIO19}}
            """#,
            #"""
            panel.yaml:5:3: error: control 'Door' differs only in letter case from 'door' at panel.yaml:4:3; rename one
            """#),
        BrokenFile(
            "malformed names",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              front door: {toggle: {line: GPIO18}}
              1st: {toggle: {line: GPIO19}}
              on: {toggle: {line: GPIO20}}
              "": {toggle: {line: GPIO21}}
              "tür": {toggle: {line: GPIO22}}
              ~: {toggle: {line: GPIO23}}
              42: {toggle: {line: GPIO24}}
              xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: {toggle: {line: GPIO25}}
            """#,
            #"""
            panel.yaml:4:3: error: 'front door' cannot be the name of a control; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:5:3: error: '1st' cannot be the name of a control; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:6:3: error: YAML takes 'on' for true or false; choose another name, or put it in quotes
            panel.yaml:7:3: error: '' cannot be the name of a control; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:8:3: error: 'tür' cannot be the name of a control; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:9:3: error: the name of a control is empty; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:10:3: error: '42' cannot be the name of a control; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:11:3: error: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' cannot be the name of a control; expected a letter, then letters, digits, '-' and '_', 64 at most
            """#),
        BrokenFile(
            "missing keys",
            #"""
            board: auto
            controls:
              door: {button: {pulse: GPIO23}}
              lamp: {toggle: {}}
            buttons:
              action: {hold: lamp}
            lights:
              lamp: {}
            """#,
            #"""
            panel.yaml:1:1: error: the panel has no key 'name'; add it: one line of text
            panel.yaml:1:1: error: the panel has no key 'domain'; add it: a reverse-DNS name such as org.example.hallway
            panel.yaml:3:18: error: button of control 'door' has no key 'for'; add it: a duration from 10ms to 1h
            panel.yaml:4:18: error: toggle of control 'lamp' does nothing; add line, timer, command, unit, mqtt or share
            panel.yaml:6:3: error: button 'action' has no key 'line'; add it: a line's name such as GPIO17, or CHIP:OFFSET
            panel.yaml:8:3: error: light 'lamp' has no key 'shows'; add it: a control's key or kind, or status
            panel.yaml:8:3: error: light 'lamp' lacks one of its keys; add line, red or led
            """#),
        BrokenFile(
            "escape sequences are not printed",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            "\e[31m\u202Ered": 1
            "a\nb": 2
            kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk: 3
            """#,
            #"""
            panel.yaml:5:1: error: unknown key '\u{1B}[31m\u{202E}red' in the panel; the keys there are name, domain, board, controls, buttons, lights, display, extensions, opened, notify, sound, keypad, authentication, lock_screen, control_center, layout, clock, gateway and mqtt
            panel.yaml:6:1: error: unknown key 'a\u{A}b' in the panel; the keys there are name, domain, board, controls, buttons, lights, display, extensions, opened, notify, sound, keypad, authentication, lock_screen, control_center, layout, clock, gateway and mqtt
            panel.yaml:7:1: error: unknown key 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…' in the panel; the keys there are name, domain, board, controls, buttons, lights, display, extensions, opened, notify, sound, keypad, authentication, lock_screen, control_center, layout, clock, gateway and mqtt
            """#),
        BrokenFile(
            "colon without space in braces",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              door: {button: {pulse: GPIO23, for:3s}}
            """#,
            #"""
            panel.yaml:4:34: error: unknown key 'for:3s' in button of control 'door'; write 'for: 3s', with a space
            """#),
        BrokenFile(
            "a mistyped key is not reported as missing, too",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls: {a: {tittle: x, tpggle: {}}}
            buttons: {b: {line: X, hodl: a}}
            """#,
            #"""
            panel.yaml:3:16: error: unknown key 'tittle' in control 'a'; did you mean 'title'?
            panel.yaml:3:27: error: unknown key 'tpggle' in control 'a'; did you mean 'toggle'?
            panel.yaml:4:24: error: unknown key 'hodl' in button 'b'; did you mean 'hold'?
            """#),
    ]
}
