extension BrokenFile {
    /// Extensions, references to their controls, and configurations.
    static let extensions: [BrokenFile] = [
        BrokenFile(
            "keys of extensions",
            #"""
            name: Hallway
            domain: org.example.hallway
            extensions:
              - {nam: focus, domain: org.example.focus}
              - {name: door, wibble: 1}
              - {}
              - focus
              - [focus]
              - {name: [a], domain: b, program: ./a}
            """#,
            #"""
            panel.yaml:4:6: error: unknown key 'nam' in extension 1; did you mean 'name'?
            panel.yaml:5:5: error: extension 'door' has no key 'domain'; add it: a reverse-DNS name such as org.example.hallway
            panel.yaml:5:18: error: unknown key 'wibble' in extension 'door'; the keys there are name, domain and program
            panel.yaml:6:5: error: extension 3 has no key 'name'; add it: a name such as focus
            panel.yaml:6:5: error: extension 3 has no key 'domain'; add it: a reverse-DNS name such as org.example.hallway
            panel.yaml:7:5: error: extension 4: expected a mapping such as {name: focus, domain: org.example.focus}, found 'focus'
            panel.yaml:8:5: error: extension 5: expected a mapping such as {name: focus, domain: org.example.focus}, found a list
            panel.yaml:9:12: error: name: expected a name such as focus, found a list
            panel.yaml:9:25: error: domain: 'b' is no domain; expected two or more parts of letters, digits and hyphens with dots between, 190 bytes at most, such as org.example.hallway
            panel.yaml:9:37: error: program: expected a list such as [.build/debug/Focus], found './a'
            """#),
        BrokenFile(
            "extensions are a list",
            #"""
            name: Hallway
            domain: org.example.hallway
            extensions: {focus: {domain: org.example.focus}}
            """#,
            #"""
            panel.yaml:3:13: error: extensions: expected a list such as [{name: focus, domain: org.example.focus}], found a mapping
            """#),
        BrokenFile(
            "names of extensions",
            #"""
            name: Hallway
            domain: org.example.hallway
            extensions:
              - {name: focus, domain: org.example.a}
              - {name: focus, domain: org.example.b}
              - {name: FOCUS, domain: org.example.c}
              - {name: on, domain: org.example.d}
              - {name: ../focus, domain: org.example.e}
              - {name: , domain: org.example.f}
              - {name: 7, domain: org.example.g}
            """#,
            #"""
            panel.yaml:5:12: error: extension 'focus' stands twice, first at panel.yaml:4:12; rename one
            panel.yaml:6:12: error: extension 'FOCUS' differs only in letter case from 'focus' at panel.yaml:4:12; rename one
            panel.yaml:7:12: error: YAML takes 'on' for true or false; choose another name, or put it in quotes
            panel.yaml:8:12: error: '../focus' cannot be the name of an extension; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:9:12: error: the name of an extension is empty; expected a letter, then letters, digits, '-' and '_', 64 at most
            panel.yaml:10:12: error: '7' cannot be the name of an extension; expected a letter, then letters, digits, '-' and '_', 64 at most
            """#),
        BrokenFile(
            "domains of extensions that overlap",
            #"""
            extensions:
              - {name: a, domain: org.example.Hallway.focus}
              - {name: b, domain: org.example.a}
              - {name: c, domain: ORG.example.a}
              - {name: d, domain: org.example.a.b.c}
              - {name: e, domain: org.example}
              - {name: f, domain: org.example.ab}
              - {name: g, domain: org}
            name: Hallway
            domain: org.example.hallway
            """#,
            #"""
            panel.yaml:4:23: error: extension 'c' has the domain ORG.example.a, which overlaps with org.example.a, that of extension 'b' at panel.yaml:3:23; give each its own
            panel.yaml:5:23: error: extension 'd' has the domain org.example.a.b.c, which overlaps with org.example.a, that of extension 'b' at panel.yaml:3:23; give each its own
            panel.yaml:6:23: error: extension 'e' has the domain org.example, which overlaps with org.example.Hallway.focus, that of extension 'a' at panel.yaml:2:23; give each its own
            panel.yaml:8:23: error: domain: 'org' is no domain; expected two or more parts of letters, digits and hyphens with dots between, 190 bytes at most, such as org.example.hallway
            panel.yaml:10:9: error: the panel has the domain org.example.hallway, which overlaps with org.example.Hallway.focus, that of extension 'a' at panel.yaml:2:23; give each its own
            """#),
        BrokenFile(
            "programs of extensions",
            #"""
            name: Hallway
            domain: org.example.hallway
            extensions:
              - {name: a, domain: org.example.a, program: []}
              - {name: b, domain: org.example.b, program: [""]}
              - {name: c, domain: org.example.c, program: [c, "\0"]}
              - {name: d, domain: org.example.d, program: [d, 1, on]}
              - {name: e, domain: org.example.e, program: [e, ~, [f]]}
              - {name: f, domain: org.example.f, program: f}
              - {name: g, domain: org.example.g, program: [g, "", "two\nlines"]}
            """#,
            #"""
            panel.yaml:4:47: error: program: expected a list such as [.build/debug/Focus], found an empty list
            panel.yaml:5:47: error: program: the text is empty; write some, or remove the key
            panel.yaml:6:51: error: program: a program cannot be given the character \u{0}; remove it
            panel.yaml:7:51: error: program: expected text, found the number 1; write it in quotes: "1"
            panel.yaml:7:54: error: program: expected text, found 'on', which YAML takes for true or false; write it in quotes: "on"
            panel.yaml:8:51: error: program: expected text, found '~', which means nothing
            panel.yaml:8:54: error: program: expected text, found a list
            panel.yaml:9:47: error: program: expected a list such as [.build/debug/Focus], found 'f'
            """#),
        BrokenFile(
            "references to extensions",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              door: {button: {pulse: GPIO23, for: 3s}}
            buttons:
              a: {line: GPIO1, hold: org.example.fokus.timer}
              b: {line: GPIO2, hold: com.example.timer}
              c: {line: GPIO3, hold: {kind: org.example.focus..timer}}
              d: {line: GPIO4, hold: org.example.hallway.timer}
              e: {line: GPIO5, hold: ORG.example.hallway.door}
              f: {line: GPIO6, hold: org.example.focused.timer}
              g: {line: GPIO7, hold: org.example.focus.-}
            lights:
              a: {line: GPIO8, shows: Org.Example.Focus.Timer}
            extensions: [{name: focus, domain: org.example.focus}]
            """#,
            #"""
            panel.yaml:6:26: error: hold: no extension has the domain of 'org.example.fokus.timer'; did you mean 'org.example.focus.timer'?
            panel.yaml:7:26: error: hold: no extension has the domain of 'com.example.timer'; there are org.example.hallway and org.example.focus
            panel.yaml:8:33: error: kind: 'org.example.focus..timer' is no kind; expected two or more parts of letters, digits, '-' and '_' with dots between, 253 bytes at most, such as org.example.focus.timer
            panel.yaml:9:26: error: hold: there is no control 'org.example.hallway.timer' in this file; it has door
            panel.yaml:10:26: error: hold: there is no control 'ORG.example.hallway.door' in this file; did you mean 'org.example.hallway.door'?
            panel.yaml:11:26: error: hold: no extension has the domain of 'org.example.focused.timer'; did you mean 'org.example.focus.timer'?
            panel.yaml:12:26: error: hold: 'org.example.focus.-' is no kind; expected two or more parts of letters, digits, '-' and '_' with dots between, 253 bytes at most, such as org.example.focus.timer
            """#),
        BrokenFile(
            "foreign kind without extensions",
            #"""
            name: Hallway
            domain: org.example.hallway
            lights:
              a: {line: GPIO8, shows: org.example.focus.timer}
            """#,
            #"""
            panel.yaml:4:27: error: shows: no extension has the domain of 'org.example.focus.timer'; add it under extensions:
            """#),
        BrokenFile(
            "kinds are not judged by broken extensions",
            #"""
            name: Hallway
            domain: org.example.hallway
            lights:
              a: {line: GPIO8, shows: org.example.focus.timer}
              b: {line: GPIO9, shows: com.example.timer}
            extensions: [{name: focus, domain: org.example.focus}, {name: timer, domain: com}]
            """#,
            #"""
            panel.yaml:6:78: error: domain: 'com' is no domain; expected two or more parts of letters, digits and hyphens with dots between, 190 bytes at most, such as org.example.hallway
            """#),
        BrokenFile(
            "configurations",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              door: {button: {pulse: GPIO23, for: 3s}}
            extensions: [{name: focus, domain: org.example.focus}]
            lights:
              a: {line: GPIO1, shows: {kind: org.example.hallway.door, configuration: {}}}
              b: {line: GPIO2, shows: {kind: org.example.focus.timer, configuration: [work]}}
              c: {line: GPIO3, shows: {kind: org.example.focus.timer, configuration: {timer: {name: work}}}}
              d: {line: GPIO4, shows: {kind: org.example.focus.timer, configuration: {timer: [work, [rest]]}}}
              e: {line: GPIO5, shows: {kind: org.example.focus.timer, configuration: {my timer: 1, 1st: 2, on: 3, ~: 4, "": 5, a-b: 6, 7: 8}}}
              f: {line: GPIO6, shows: {kind: org.example.focus.timer, configuration: {a: yes, b: Off, c: TRUE, d: [no]}}}
              g: {line: GPIO7, shows: {kind: org.example.focus.timer, configuration: {a: 007, b: 0x1F, c: 1_000, d: .inf, e: 9223372036854775808, f: 1e999}}}
              h: {line: GPIO8, shows: {kind: org.example.focus.timer, configuration: {a: 1, b: 2, a: 3}}}
              i: {line: GPIO9, shows: {kind: org.example.focus.timer, configuration: {a: "bell \a", b: "\0"}}}
              j: {line: GPIO10, shows: {kind: org.example.focus.timer, configuraton: {a: 1}}}
              k: {line: GPIO11, shows: {configuration: {a: 1}}}
              l: {line: GPIO12, shows: {kind: door, configuration: {a: [on]}}}
              m: {line: GPIO13, shows: {kind: org.example.focus.timer, configuration: {xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: 1}}}
            """#,
            #"""
            panel.yaml:7:60: error: configuration: org.example.hallway.door is a control of this file, which has nothing to configure; remove the key
            panel.yaml:8:74: error: configuration: expected a mapping such as {timer: work}, found a list
            panel.yaml:9:82: error: timer: expected true, false, a number, text, or a list of these, found a mapping
            panel.yaml:10:89: error: timer: expected true, false, a number or text, found a list
            panel.yaml:11:75: error: 'my timer' cannot be the name of a parameter; expected a letter or '_', then letters, digits and '_', 64 bytes at most
            panel.yaml:11:88: error: '1st' cannot be the name of a parameter; expected a letter or '_', then letters, digits and '_', 64 bytes at most
            panel.yaml:11:96: error: YAML takes 'on' for true or false; put the parameter's name in quotes
            panel.yaml:11:103: error: the name of a parameter is empty; expected a letter or '_', then letters, digits and '_', 64 bytes at most
            panel.yaml:11:109: error: '' cannot be the name of a parameter; expected a letter or '_', then letters, digits and '_', 64 bytes at most
            panel.yaml:11:116: error: 'a-b' cannot be the name of a parameter; expected a letter or '_', then letters, digits and '_', 64 bytes at most
            panel.yaml:11:124: error: '7' cannot be the name of a parameter; expected a letter or '_', then letters, digits and '_', 64 bytes at most
            panel.yaml:12:78: error: a: some readers of YAML take 'yes' for true; write true, or "yes" in quotes
            panel.yaml:12:86: error: b: some readers of YAML take 'Off' for false; write false, or "Off" in quotes
            panel.yaml:12:94: error: c: some readers of YAML take 'TRUE' for true; write true, or "TRUE" in quotes
            panel.yaml:12:104: error: d: some readers of YAML take 'no' for false; write false, or "no" in quotes
            panel.yaml:13:78: error: a: expected a decimal number of 64 bits, found '007'; write it so, or in quotes for text
            panel.yaml:13:86: error: b: expected a decimal number of 64 bits, found '0x1F'; write it so, or in quotes for text
            panel.yaml:13:95: error: c: expected a decimal number of 64 bits, found '1_000'; write it so, or in quotes for text
            panel.yaml:13:105: error: d: expected a decimal number of 64 bits, found '.inf'; write it so, or in quotes for text
            panel.yaml:13:114: error: e: expected a decimal number of 64 bits, found '9223372036854775808'; write it so, or in quotes for text
            panel.yaml:13:138: error: f: expected a decimal number of 64 bits, found '1e999'; write it so, or in quotes for text
            panel.yaml:14:87: error: 'a' stands twice in configuration of shows of light 'h', first at panel.yaml:14:75; remove one
            panel.yaml:15:78: error: a: the text contains the character \u{7}, which cannot be shown here; remove it
            panel.yaml:15:92: error: b: the text contains the character \u{0}, which cannot be shown here; remove it
            panel.yaml:16:60: error: unknown key 'configuraton' in shows of light 'j'; did you mean 'configuration'?
            panel.yaml:17:28: error: shows of light 'k' has no key 'kind'; add it: a control's kind such as org.example.hallway.door
            panel.yaml:18:35: error: kind: 'door' is a control's key; expected its kind, org.example.hallway.door
            panel.yaml:18:61: error: a: some readers of YAML take 'on' for true; write true, or "on" in quotes
            panel.yaml:19:76: error: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' cannot be the name of a parameter; expected a letter or '_', then letters, digits and '_', 64 bytes at most
            """#),
    ]
}
