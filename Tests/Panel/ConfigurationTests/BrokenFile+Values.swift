extension BrokenFile {
    /// Values of a wrong type or form.
    static let values: [BrokenFile] = [
        BrokenFile(
            "text that is none",
            #"""
            name: on
            domain: 42
            controls:
              a: {title: 1.5, hint: , status: [x], toggle: {line: GPIO1}}
              b: {title: ~, hint: {a: b}, status: "", symbol: '  ', toggle: {line: GPIO2}}
              c: {title: No, symbol: 0x1F, toggle: {line: GPIO3}}
            """#,
            #"""
            panel.yaml:1:7: error: name: expected one line of text, found 'on', which YAML takes for true or false; write it in quotes: "on"
            panel.yaml:2:9: error: domain: expected a reverse-DNS name such as org.example.hallway, found the number 42
            panel.yaml:4:14: error: title: expected one line of text, found the number 1.5; write it in quotes: "1.5"
            panel.yaml:4:25: error: hint: expected one line of text, found nothing
            panel.yaml:4:35: error: status: expected one line of text, found a list
            panel.yaml:5:14: error: title: expected one line of text, found '~', which means nothing
            panel.yaml:5:23: error: hint: expected one line of text, found a mapping
            panel.yaml:5:39: error: status: the text is empty; write some, or remove the key
            panel.yaml:5:51: error: symbol: the text is empty; write some, or remove the key
            panel.yaml:6:14: error: title: expected one line of text, found 'No', which YAML takes for true or false; write it in quotes: "No"
            panel.yaml:6:26: error: symbol: expected a symbol's name such as lightbulb.fill or mdi:lightbulb, found the number 0x1F; write it in quotes: "0x1F"
            """#),
        BrokenFile(
            "text that cannot be shown",
            #"""
            name: "two\nlines"
            domain: org.example.hallway
            controls:
              a: {title: "bell \a", description: "two\nlines \e[2J", toggle: {line: GPIO1}}
              b: {title: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, toggle: {line: GPIO2}}
            """#,
            #"""
            panel.yaml:1:7: error: name: the text contains the character \u{A}, which cannot be shown here; remove it
            panel.yaml:4:14: error: title: the text contains the character \u{7}, which cannot be shown here; remove it
            panel.yaml:4:38: error: description: the text contains the character \u{1B}, which cannot be shown here; remove it
            panel.yaml:5:14: error: title: the text has 101 characters; expected at most 100
            """#),
        BrokenFile(
            "domain of one part",
            #"""
            name: Hallway
            domain: hallway
            """#,
            #"""
            panel.yaml:2:9: error: domain: 'hallway' is no domain; expected two or more parts of letters, digits and hyphens with dots between, 190 bytes at most, such as org.example.hallway
            """#),
        BrokenFile(
            "domain with an empty part",
            #"""
            name: Hallway
            domain: org..hallway
            """#,
            #"""
            panel.yaml:2:9: error: domain: 'org..hallway' is no domain; expected two or more parts of letters, digits and hyphens with dots between, 190 bytes at most, such as org.example.hallway
            """#),
        BrokenFile(
            "domain with an underscore",
            #"""
            name: Hallway
            domain: org.my_house
            """#,
            #"""
            panel.yaml:2:9: error: domain: 'org.my_house' is no domain; expected two or more parts of letters, digits and hyphens with dots between, 190 bytes at most, such as org.example.hallway
            """#),
        BrokenFile(
            "truth values",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {disabled: yes, toggle: {line: GPIO1}}
              b: {disabled: "true", toggle: {line: GPIO2}}
              c: {disabled: 1, toggle: {line: GPIO3}}
              d: {disabled: False, toggle: {line: GPIO4}}
            """#,
            #"""
            panel.yaml:4:17: error: disabled: expected true or false, found 'yes', which YAML takes for true or false; write true
            panel.yaml:5:17: error: disabled: expected true or false, found 'true'; remove the quotes
            panel.yaml:6:17: error: disabled: expected true or false, found the number 1
            panel.yaml:7:17: error: disabled: expected true or false, found 'False', which YAML takes for true or false; write false
            """#),
        BrokenFile(
            "durations",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            buttons:
              a: {line: GPIO1, hold: flashlight, hold_time: 500}
              b: {line: GPIO2, hold: flashlight, hold_time: 1 s}
              c: {line: GPIO3, hold: flashlight, hold_time: 2 Seconds}
              d: {line: GPIO4, hold: flashlight, hold_time: soon}
              e: {line: GPIO5, hold: flashlight, hold_time: 20s, debounce: 101ms}
              f: {line: GPIO6, hold: flashlight, hold_time: -1s, debounce: }
              g: {line: GPIO7, double_tap: flashlight, double_tap_time: 3s}
              h: {line: GPIO8, hold: flashlight, hold_time: "1,5s"}
            """#,
            #"""
            panel.yaml:6:49: error: hold_time: expected a duration from 100ms to 10s, found 500 without a unit; add ms, s, m, h or d
            panel.yaml:7:49: error: hold_time: expected a duration from 100ms to 10s, found '1 s'; did you mean '1s'?
            panel.yaml:8:49: error: hold_time: expected a duration from 100ms to 10s, found '2 Seconds'; did you mean '2s'?
            panel.yaml:9:49: error: hold_time: expected a duration from 100ms to 10s, found 'soon'; write a number and one of ms, s, m, h, d
            panel.yaml:10:49: error: hold_time: 20s is out of range; expected 100ms to 10s
            panel.yaml:10:64: error: debounce: 101ms is out of range; expected 0s to 100ms
            panel.yaml:11:49: error: hold_time: expected a duration from 100ms to 10s, found '-1s'; write a number and one of ms, s, m, h, d
            panel.yaml:11:64: error: debounce: expected a duration from 0s to 100ms, found nothing
            panel.yaml:12:61: error: double_tap_time: 3s is out of range; expected 100ms to 2s
            panel.yaml:13:49: error: hold_time: expected a duration from 100ms to 10s, found '1,5s'; did you mean '1.5s'?
            """#),
        BrokenFile(
            "pulse out of range",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {button: {pulse: GPIO1, for: 5ms}}
              b: {button: {pulse: GPIO2, for: 2h}}
              c: {button: {pulse: GPIO3, for: [3s]}}
            """#,
            #"""
            panel.yaml:4:35: error: for: 5ms is out of range; expected 10ms to 1h
            panel.yaml:5:35: error: for: 2h is out of range; expected 10ms to 1h
            panel.yaml:6:35: error: for: expected a duration from 10ms to 1h, found a list
            """#),
        BrokenFile(
            "colours",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {tint: yelow, toggle: {line: GPIO1}}
              b: {tint: "#12345", toggle: {line: GPIO2}}
              c: {tint: "#GG0000", toggle: {line: GPIO3}}
              d: {tint: 123456, toggle: {line: GPIO4}}
              e:
                tint: #ff0000
                toggle: {line: GPIO5}
              f: {tint: chartreuse, toggle: {line: GPIO6}}
            """#,
            #"""
            panel.yaml:4:13: error: tint: 'yelow' is no system colour; did you mean 'yellow'?
            panel.yaml:5:13: error: tint: '#12345' is no colour; expected "#RRGGBB", # and six hexadecimal digits
            panel.yaml:6:13: error: tint: '#GG0000' is no colour; expected "#RRGGBB", # and six hexadecimal digits
            panel.yaml:7:13: error: tint: expected a system colour such as yellow, or "#RRGGBB" in quotes, found the number 123456
            panel.yaml:9:10: error: tint: expected a system colour such as yellow, or "#RRGGBB" in quotes, found nothing; # without quotes begins a comment
            panel.yaml:11:13: error: tint: 'chartreuse' is no system colour; expected red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray, white or black, or "#RRGGBB"
            """#),
        BrokenFile(
            "words",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            buttons:
              a: {line: GPIO1, active: hihg, hold: flashlight}
              b: {line: GPIO2, pull: Up, hold: flashlight}
              c: {line: GPIO3, pull: 1, active: on, hold: flashlight}
              d: {line: GPIO4, pull: , active: [low], hold: flashlight}
            """#,
            #"""
            panel.yaml:6:28: error: active: expected low or high, found 'hihg'; did you mean 'high'?
            panel.yaml:7:26: error: pull: expected up, down or none, found 'Up'; did you mean 'up'?
            panel.yaml:8:26: error: pull: expected up, down or none, found '1'
            panel.yaml:8:37: error: active: expected low or high, found 'on'
            panel.yaml:9:26: error: pull: expected up, down or none, found nothing
            panel.yaml:9:36: error: active: expected low or high, found a list
            """#),
        BrokenFile(
            "lines",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {toggle: {line: 18}}
              b: {toggle: {line: "gpiochip0:"}}
              c: {toggle: {line: ":17"}}
              d: {toggle: {line: "gpiochip0:70000"}}
              e: {toggle: {line: THIS_NAME_IS_FAR_TOO_LONG_FOR_A_LINE}}
              f: {toggle: {line: }}
              g: {toggle: {line: [GPIO1, GPIO2]}}
              h: {toggle: {line: "GPIO17 "}}
              i: {toggle: {line: "GPIO18​"}}
            """#,
            #"""
            panel.yaml:4:22: error: line: expected a line's name such as GPIO17, or CHIP:OFFSET, found the number 18; did you mean 'GPIO18'?
            panel.yaml:5:22: error: line: 'gpiochip0:' is no line; expected a line's name such as GPIO17, or CHIP:OFFSET
            panel.yaml:6:22: error: line: ':17' is no line; expected a line's name such as GPIO17, or CHIP:OFFSET
            panel.yaml:7:22: error: line: 'gpiochip0:70000' is no line; expected a line's name such as GPIO17, or CHIP:OFFSET
            panel.yaml:8:22: error: line: 'THIS_NAME_IS_FAR_TOO_LONG_FOR_A_LINE' is longer than any line's name; the kernel allows 31 bytes
            panel.yaml:9:22: error: line: expected a line's name such as GPIO17, or CHIP:OFFSET, found nothing
            panel.yaml:10:22: error: line: expected a line's name such as GPIO17, or CHIP:OFFSET, found a list
            panel.yaml:11:22: error: line: the text contains the character \u{A0}, which cannot be shown here; remove it
            panel.yaml:12:22: error: line: the text contains the character \u{200B}, which cannot be shown here; remove it
            """#),
        BrokenFile(
            "boards nearly right",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            board: Simulated
            """#,
            #"""
            panel.yaml:5:8: error: board: expected auto, simulated, or a chip's label, name or path, found 'Simulated'; did you mean 'simulated'? (a chip that is called so can be given by its path)
            """#),
        BrokenFile(
            "board simulate",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            board: simulation
            """#,
            #"""
            panel.yaml:5:8: error: board: expected auto, simulated, or a chip's label, name or path, found 'simulation'; did you mean 'simulated'? (a chip that is called so can be given by its path)
            """#),
        BrokenFile(
            "board automatic",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            board: automatic
            """#,
            #"""
            panel.yaml:5:8: error: board: expected auto, simulated, or a chip's label, name or path, found 'automatic'; did you mean 'auto'? (a chip that is called so can be given by its path)
            """#),
        BrokenFile(
            "board of a wrong type",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            board: 0
            """#,
            #"""
            panel.yaml:5:8: error: board: expected auto, simulated, or a chip's label, name or path, found the number 0
            """#),
        BrokenFile(
            "not tables",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls: lamp
            buttons: [a]
            lights:
            """#,
            #"""
            panel.yaml:3:11: error: controls: expected a name and a mapping for each control, found 'lamp'
            panel.yaml:4:10: error: buttons: expected a name and a mapping for each button, found a list
            panel.yaml:5:8: error: lights: expected a name and a mapping for each light, found nothing
            """#),
    ]
}
