extension BrokenFile {
    /// Actions of controls: their keys, their requirements, and combinations that do not fit together.
    static let actions: [BrokenFile] = [
        BrokenFile(
            "when a command toggle is asked for its state",
            #"""
            name: Test
            domain: org.example.test
            controls:
              f: {toggle: {command: {turn_on: [a], turn_off: [b], every: 1m, changes: x}}}
              g: {toggle: {command: {turn_on: [a], turn_off: [b], state: [c], every: 10ms, changes: ""}}}
              h: {toggle: {command: {turn_on: [a], turn_off: [b], state: [c], every: soon, changes: [x]}}}
            """#,
            #"""
            panel.yaml:4:55: error: every: it has no effect without state; add that, or remove the key
            panel.yaml:4:66: error: changes: it has no effect without state; add that, or remove the key
            panel.yaml:5:74: error: every: 10ms is out of range; expected 1s to 1d
            panel.yaml:5:89: error: changes: the text is empty; write some, or remove the key
            panel.yaml:6:74: error: every: expected a duration from 1s to 1d, found 'soon'; write a number and one of ms, s, m, h, d
            panel.yaml:6:89: error: changes: expected one line of text, found a list
            """#),
        BrokenFile(
            "when a header field is given twice, whatever the case of its letters is",
            #"""
            name: Test
            domain: org.example.test
            controls:
              w: {button: {webhook: {url: "https://localhost/", headers: {X-Key: a, x-key: b}}}}
            """#,
            #"""
            panel.yaml:4:73: error: 'x-key' stands twice in headers of webhook of button of control 'w', first at panel.yaml:4:63; remove one
            """#),
        BrokenFile(
            "actions that lack something or say too much",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {button: {set: {b: true}}}
              b: {button: {set: {c: true, lamp: maybe}}}
              c: {button: {set: {a: true, d: false, lamp: false}}}
              d: {button: {open: nowhere}}
              e: {button: {set: {e: true}}}
              lamp: {toggle: {line: GPIO18, max_time: 0s, restore: always}, interlock: [lamp, ghost]}
              t: {toggle: {timer: 3650d}}
              t2: {toggle: {timer: 0s, active: low}}
              t3: {toggle: {timer: 5m, done: {command: [a], webhook: {url: "ftp://x"}}}}
              v: {value: {command: [w]}, button: {pulse: GPIO1}}
              v2: {value: {command: [w], every: 1s, changes: x}, toggle: {line: GPIO2}}
              w: {button: {webhook: {url: localhost, retries: 99, headers: {"a b": x}}}}
              x: {button: {command: []}}
              x2: {button: {command: wc, for: 3s}}
              f: {toggle: {command: {turn_on: [fan]}}}
              m: {toggle: {mqtt: {command: x}, unit: y.service}}
              s: {toggle: {line: GPIO3}, sensor: {line: GPIO3}}
            extensions:
              - {name: Actions, domain: org.example.actions}
              - {name: mine, domain: IO.holdfast.actions}
            opened:
              history: {}
            """#,
            #"""
            panel.yaml:5:37: error: lamp: expected true or false, found 'maybe'
            panel.yaml:7:22: error: open: there is no control 'nowhere' in this file; it has a, b, c, d, e, lamp, t, t2, t3, v, v2, w and 5 more
            panel.yaml:8:22: error: set: the scene would set itself: e → e; remove one of them
            panel.yaml:9:43: error: max_time: 0s is out of range; expected 1s to 30d
            panel.yaml:9:56: error: restore: expected inactive, last or active, found 'always'
            panel.yaml:9:83: error: interlock: there is no control 'ghost' in this file; it has a, b, c, d, e, lamp, t, t2, t3, v, v2, w and 5 more
            panel.yaml:10:23: error: timer: 3650d is out of range; expected 1s to 30d
            panel.yaml:11:24: error: timer: 0s is out of range; expected 1s to 30d
            panel.yaml:11:28: error: active: it has no effect without line; add that, or remove the key
            panel.yaml:12:34: error: done of toggle of control 't3' has command and webhook; a control does one thing: make two controls of it
            panel.yaml:12:64: error: url: 'ftp://x' is no address of a web server; expected one such as "http://localhost:9/ring"
            panel.yaml:13:14: error: value of control 'v' lacks one of its keys; add every or changes
            panel.yaml:13:38: error: button of control 'v' has no key 'for'; add it: a duration from 10ms to 1h
            panel.yaml:14:8: error: value: control 'v2' is a toggle, whose value text is that of its state; use value_on and value_off, or a button
            panel.yaml:14:15: error: value of control 'v2' has every and changes, of which one counts; remove the other
            panel.yaml:15:31: error: url: 'localhost' is no address of a web server; expected one such as "http://localhost:9/ring"
            panel.yaml:15:51: error: retries: 99 is out of range; expected 0 to 10
            panel.yaml:15:65: error: headers: 'a b' cannot be a header field; expected a name of letters, digits and hyphens, and one line of text
            panel.yaml:16:25: error: command: expected a list such as [aplay, gong.wav], found an empty list
            panel.yaml:17:26: error: command: expected a list such as [aplay, gong.wav], found 'wc'
            panel.yaml:17:30: error: for: it has no effect without pulse; add that, or remove the key
            panel.yaml:18:25: error: command of toggle of control 'f' has no key 'turn_off'; add it: a list such as [fanctl, "0"]
            panel.yaml:19:15: error: toggle of control 'm' has unit and mqtt; a control does one thing: make two controls of it
            panel.yaml:19:22: error: mqtt of toggle of control 'm' has no key 'state'; add it: a topic without wildcards such as house/panels
            panel.yaml:20:45: error: sensor of control 's' uses line GPIO3, which toggle of control 's' uses already at panel.yaml:20:22; give each its own
            panel.yaml:22:6: error: extension 'Actions' has a name of Holdfast's own; choose another name
            panel.yaml:23:18: error: domain: IO.holdfast.actions is a domain of Holdfast's own; choose one that is yours
            panel.yaml:25:3: error: target 'history' does nothing; add set, command or webhook
            """#),
        BrokenFile(
            "what has happened as code",
            #"""
            name: Test
            domain: org.example.test
            notify:
              fault: {command: [bash, -lc, "echo '{what}'", "{what}"]}
              tamper: {command: [sh, -c, 'echo "$1"', sh, "{what}"]}
            opened:
              https: {command: [sh, -c, 'browse "{what}"']}
              http: {command: [browse, "{what}"]}
              mine: {command: ["./{what}", a]}
              yours: {webhook: {url: "https://{what}.example.org/"}}
              ours: {webhook: {url: "https://example.org/{what}?to={what}"}}
            """#,
            #"""
            panel.yaml:4:3: error: command: {what} would be read as code, whatever has happened; write "$1" there, and give the argument $0 and then "{what}" behind it
            panel.yaml:7:11: error: command: {what} would be read as code, whatever has happened; write "$1" there, and give the argument $0 and then "{what}" behind it
            panel.yaml:9:10: error: command: {what} would choose the program; name the program, and give "{what}" as an argument behind it
            panel.yaml:10:11: error: url: {what} would choose the server; write {what} behind the server's name, in the path or the query
            """#),
        BrokenFile(
            "scenes in a circle, buttons turned off, interlocks with themselves",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {button: {set: {b: true}}}
              b: {button: {set: {c: true}}}
              c: {button: {set: {lamp: false, a: true, d: false}}}
              d: {button: {open: c}}
              lamp: {toggle: {line: GPIO18}, interlock: [c, lamp], timeout: 5s}
            """#,
            #"""
            panel.yaml:4:22: error: set: the scene would set itself: a → b → c → a; remove one of them
            panel.yaml:6:44: error: set: 'd' is a button, which has no off; write true to perform it, or remove it
            panel.yaml:8:3: error: interlock: 'lamp' is the control itself; remove it
            panel.yaml:8:56: error: timeout: it has no effect without command, capture, unit or webhook; add one, or remove the key
            """#),
        BrokenFile(
            "controls that have gone, a key of another version, ten years",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {button: {set: {b: true, lamps: true, org.example.focus.timer: true}}}
              b: {button: {open: a}, interlock: [c]}
              lamp: {toggle: {pin: GPIO18}}
              t: {toggle: {timer: 10y, done: {set: {gone: true}}}}
            buttons:
              action: {line: GPIO17, hold: c}
            lights:
              a: {line: GPIO26, shows: c}
            """#,
            #"""
            panel.yaml:4:31: error: set: there is no control 'lamps' in this file; did you mean 'lamp'?
            panel.yaml:4:44: error: set: no extension has the domain of 'org.example.focus.timer'; add it under extensions:
            panel.yaml:5:38: error: interlock: there is no control 'c' in this file; it has a, b, lamp and t
            panel.yaml:6:19: error: unknown key 'pin' in toggle of control 'lamp'; write 'line'
            panel.yaml:7:23: error: timer: expected a duration from 1s to 30d, found '10y'; write a number and one of ms, s, m, h, d
            panel.yaml:7:41: error: set: there is no control 'gone' in this file; it has a, b, lamp and t
            panel.yaml:9:32: error: hold: there is no control 'c' in this file; it has a, b, lamp and t
            panel.yaml:11:28: error: shows: there is no control 'c' in this file; it has a, b, lamp and t
            """#),
        BrokenFile(
            "captures without a file",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {button: {capture: [cam, -o, {file}]}}
              b: {button: {capture: ["{file}"], keep: 0}}
              c: {button: {capture: [cam, file], command: [cam]}}
              d: {button: {command: [cam, "{file}"], keep: 5}}
            """#,
            #"""
            panel.yaml:4:35: error: capture: expected text, found a mapping; write it in quotes: "{file}"
            panel.yaml:5:25: error: capture: no argument has {file} in it, which stands for the file that is to be written; add it in quotes
            panel.yaml:5:43: error: keep: 0 is out of range; expected 1 to 100000
            panel.yaml:6:15: error: button of control 'c' has command and capture; a control does one thing: make two controls of it
            panel.yaml:6:25: error: capture: no argument has {file} in it, which stands for the file that is to be written; add it in quotes
            panel.yaml:7:42: error: keep: it has no effect without capture; add that, or remove the key
            """#),
    ]
}
