extension BrokenFile {
    /// Keypads, and the authentication that controls require.
    static let lock: [BrokenFile] = [
        BrokenFile(
            "interlocks against a PIN",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              heat: {title: Heat, toggle: {line: GPIO1}, authentication: required, interlock: [cool]}
              vent: {title: Vent, toggle: {line: GPIO2}, authentication_turn_off: local, interlock: [org.example.hallway.cool]}
              cool: {title: Cool, toggle: {line: GPIO3}}
              # Nothing turns these off against a PIN.
              pump: {title: Pump, toggle: {line: GPIO4}, authentication: local, authentication_turn_off: none, interlock: [cool]}
              fill: {title: Fill, toggle: {line: GPIO5}, authentication_turn_on: required, interlock: [cool]}
              bell: {title: Bell, button: {pulse: GPIO6, for: 1s}, authentication: required, interlock: [cool]}
              safe: {title: Safe, toggle: {line: GPIO7}, authentication: required, interlock: [org.example.fake.window]}
            keypad: {rows: [GPIO8], columns: [GPIO9, GPIO10], keys: ["1#"]}
            extensions:
              - {name: fake, domain: org.example.fake}
            """#,
            #"""
            panel.yaml:4:3: error: interlock: to turn 'heat' off needs a PIN, and an interlock turns it off without one; add authentication_turn_off: none
            panel.yaml:5:3: error: interlock: to turn 'vent' off needs a PIN, and an interlock turns it off without one; add authentication_turn_off: none
            """#),
        BrokenFile(
            "commands of a broker",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              bell: {title: Bell, sensor: {line: GPIO5}, remote: allowed}
              fan: {title: Fan, toggle: {line: GPIO6}, remote: yes}
            """#,
            #"""
            panel.yaml:4:46: error: remote: it has no effect without toggle or button; add one, or remove the key
            panel.yaml:5:52: error: remote: expected refused or allowed, found 'yes'
            """#),
        BrokenFile(
            "keypads",
            #"""
            name: Hallway
            domain: org.example.hallway
            keypad:
              - {name: door, rows: [GPIO5, GPIO6], columns: [GPIO16], keys: ["12"], enter: "2"}
              - {name: Door, rows: [GPIO7], columns: [GPIO8, GPIO9], keys: ["1"]}
              - {name: shed, rows: [GPIO10], columns: [GPIO11, GPIO12], keys: ["11"], enter: "1"}
              - {name: shed, rows: [GPIO13], columns: [GPIO14, GPIO15], keys: ["12"], clear: "#"}
              - {rows: [GPIO20], columns: [GPIO21, GPIO22], keys: ["*#"]}
              - {name: desk, device: /dev/input/event0, keys: ["1#"]}
              - {name: none}
              - {name: loose, device: /tmp/x, rows: [GPIO23]}
              - {name: same, rows: [GPIO5], columns: [GPIO24], keys: [1]}
            """#,
            #"""
            panel.yaml:4:59: error: keys: expected as many texts as there are rows, 2, found 1; write the keys of each row from left to right
            panel.yaml:4:73: error: enter: '2' is a digit of PINs; choose another key
            panel.yaml:5:58: error: keys: row 1 is '1': expected as many keys as there are columns, 2, found 1; write a space where there is none
            panel.yaml:6:61: error: keys: '1' stands twice; give each key a character of its own
            panel.yaml:6:75: error: enter: '1' is a digit of PINs; choose another key
            panel.yaml:7:61: error: keys: none of them is enter, '#', without which no PIN ends; name the key that is: enter: "E"
            panel.yaml:7:75: error: clear: '#' is enter already; choose another key
            panel.yaml:8:49: error: keys: none of them is a digit, of which PINs are made; add 0 to 9
            panel.yaml:9:5: error: keypad 'desk' has keys and device, of which one counts; remove the other
            panel.yaml:9:5: error: keypad 'desk' has no key 'rows'; add it: a list such as [GPIO5, GPIO6, GPIO13, GPIO19]
            panel.yaml:9:5: error: keypad 'desk' has no key 'columns'; add it: a list such as [GPIO16, GPIO20, GPIO21]
            panel.yaml:10:5: error: keypad 'none' lacks one of its keys; add keys or device
            panel.yaml:11:27: error: device: '/tmp/x' is no device's path; expected one below /dev, such as /dev/lcd
            panel.yaml:11:35: error: rows: it has no effect without keys; add that, or remove the key
            panel.yaml:12:25: error: keypad 'same' uses line GPIO5, which keypad 'door' uses already at panel.yaml:4:25; give each its own
            panel.yaml:12:59: error: keys: expected one line of text, found the number 1; write it in quotes: "1"
            """#),
        BrokenFile(
            "who may perform what",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              door: {button: {pulse: GPIO23, for: 3s}, authentication: pin, authentication_turn_on: local}
              alarm:
                toggle: {line: GPIO25}
                authentication: local
                authentication_turn_on: none
                authentication_turn_off: required
                privacy: all
              lock: {button: lokc}
              unlock: {button: true}
            buttons: {exit: {line: GPIO4, hold: door, trusted: "true"}}
            authentication: {auto_lock: 1s, minimum_digits: 3, pending: 2m, autolock: 3s}
            notify: {lockout: {command: [sh, -c, "{what}"]}, duress: {}}
            """#,
            #"""
            panel.yaml:4:60: error: authentication: expected none, required or local, found 'pin'; write local to ask for a PIN, and give people theirs by 'holdfast pin add NAME'
            panel.yaml:4:65: error: authentication_turn_on: control 'door' is no toggle and has no on and off; use authentication
            panel.yaml:7:5: error: authentication: it has no effect beside authentication_turn_on and authentication_turn_off; remove it
            panel.yaml:10:14: error: privacy: expected none, label, value or state, found 'all'
            panel.yaml:11:18: error: button: expected lock or a mapping of what it does, found 'lokc'; did you mean 'lock'?
            panel.yaml:12:20: error: button: expected a mapping such as {pulse: GPIO23, for: 3s}, or lock, found 'true', which YAML takes for true or false
            panel.yaml:13:52: error: trusted: expected true or false, found 'true'; remove the quotes
            panel.yaml:14:29: error: auto_lock: 1s is out of range; expected 5s to 1h
            panel.yaml:14:49: error: minimum_digits: 3 is out of range; expected 4 to 12
            panel.yaml:14:61: error: pending: 2m is out of range; expected 5s to 1m
            panel.yaml:14:65: error: unknown key 'autolock' in authentication of the panel; did you mean 'auto_lock'?
            panel.yaml:15:10: error: command: {what} would be read as code, whatever has happened; write "$1" there, and give the argument $0 and then "{what}" behind it
            panel.yaml:15:58: error: duress of notify of the panel does nothing; add set, command or webhook
            """#),
        BrokenFile(
            "names of keypads",
            #"""
            name: Hallway
            domain: org.example.hallway
            keypad:
              - {name: door, device: /dev/input/event0}
              - {name: Door, device: /dev/input/event1}
              - {name: door, device: /dev/input/event2}
              - {device: /dev/input/event3}
              - {name: 9th, device: /dev/input/event4, clear: "#"}
            """#,
            #"""
            panel.yaml:8:12: error: '9th' cannot be the name of a keypad; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:8:44: error: clear: it has no effect without keys; add that, or remove the key
            """#),
        BrokenFile(
            "two keypads, one without a name",
            #"""
            name: Hallway
            domain: org.example.hallway
            keypad:
              - {name: door, device: /dev/input/event0}
              - {device: /dev/input/event3}
              - {name: Door, device: /dev/input/event1}
              - {name: door, device: /dev/input/event2}
            """#,
            #"""
            panel.yaml:5:5: error: keypad 2 has no key 'name'; add it: a name such as focus
            panel.yaml:6:5: error: keypad 'Door' differs only in letter case from 'door' at panel.yaml:4:5; rename one
            panel.yaml:7:5: error: keypad 'door' stands twice, first at panel.yaml:4:5; rename one
            """#),
        BrokenFile(
            "keys that are named and not there, and more lines than a scan takes",
            #"""
            name: Hallway
            domain: org.example.hallway
            keypad:
              rows: [r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17]
              columns: [c1, c2]
              keys: [1E, "2 ", "3 ", "4 ", "5 ", "6 ", "7 ", "8 ", "9 ", "a ", "b ", "c ", "d ", "e ", "f ", "g ", "h "]
              enter: E
              clear: C
            """#,
            #"""
            panel.yaml:4:3: error: rows: the list has 17 items; expected at most 16
            panel.yaml:8:3: error: clear: the keypad has no key 'C'; name one of its keys, or remove the key
            """#),
        BrokenFile(
            "what is no keypad",
            #"""
            name: Hallway
            domain: org.example.hallway
            keypad: GPIO5
            authentication: local
            """#,
            #"""
            panel.yaml:3:9: error: keypad: expected a mapping such as {rows: [GPIO5, GPIO6], columns: [GPIO16, GPIO20], keys: ["01", "*#"]}, or a list of such mappings, found 'GPIO5'
            panel.yaml:4:17: error: authentication: expected a mapping such as {auto_lock: 30s}, found 'local'
            """#),
    ]
}
