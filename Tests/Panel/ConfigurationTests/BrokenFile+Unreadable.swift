extension BrokenFile {
    /// Lines that are no YAML, or another YAML than their authors mean.
    static let unreadable: [BrokenFile] = [
        BrokenFile(
            "# as a key of the keypad",
            #"""
            name: Hallway
            domain: org.example.hallway
            keypad:
              rows: [GPIO5]
              columns: [GPIO16, GPIO20]
              keys: ["1#"]
              enter: #
            """#,
            #"""
            panel.yaml:7:9: error: enter: expected one line of text, found nothing; # without quotes begins a comment: write "#"
            """#),
        BrokenFile(
            "# as a key of the keypad in braces",
            #"""
            name: Hallway
            domain: org.example.hallway
            keypad: {rows: [GPIO5], columns: [GPIO16, GPIO20], keys: ["1#"], enter: #, clear: "*"}
            """#,
            #"""
            panel.yaml:3:73: error: # without quotes begins a comment, up to the end of the line: '#, clear: "*"}'; put text that contains # in quotes
            """#),
        BrokenFile(
            "# in a title in braces",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              gate: {title: Gate #2, toggle: {line: GPIO18}}
            """#,
            #"""
            panel.yaml:4:22: error: # without quotes begins a comment, up to the end of the line: '#2, toggle: {line: GPIO18}}'; put text that contains # in quotes
            """#),
        BrokenFile(
            "# at the beginning of a title",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              gate:
                title: #2
                hint: # opens it
                toggle: {line: GPIO18}
            """#,
            #"""
            panel.yaml:5:11: error: title: expected one line of text, found nothing; # without quotes begins a comment: write "#2"
            panel.yaml:6:10: error: hint: expected one line of text, found nothing; # without quotes begins a comment: write text that begins with # in quotes
            """#),
        BrokenFile(
            "non-breaking spaces in the indentation",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
            \#u{A0}\#u{A0}lamp:
            \#u{A0}\#u{A0}  title: Lamp
              \#u{A0} toggle: {line: GPIO18}
            """#,
            #"""
            panel.yaml:4:1: error: a non-breaking space (\u{A0}) stands here; replace it with a space, and in 2 more lines
            """#),
        BrokenFile(
            "a non-breaking space in the indentation of one line",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp:
                title: Lamp
              \#u{A0} toggle: {line: GPIO18}
            """#,
            #"""
            panel.yaml:6:3: error: a non-breaking space (\u{A0}) stands here; replace it with a space
            """#),
        BrokenFile(
            "a wide space in the indentation",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
            \#u{3000}lamp: {toggle: {line: GPIO18}}
            """#,
            #"""
            panel.yaml:4:1: error: a character that looks like a space (\u{3000}) stands here; replace it with a space
            """#),
        BrokenFile(
            "a non-breaking space behind a colon",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp:
                title:\#u{A0}Lamp
                toggle: {line: GPIO18}
            """#,
            #"""
            panel.yaml:5:11: error: a non-breaking space (\u{A0}) stands here; replace it with a space
            """#),
        BrokenFile(
            "a non-breaking space behind a colon in braces",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {toggle: {line:\#u{A0}GPIO18}}
            """#,
            #"""
            panel.yaml:4:19: error: unknown key 'line:\u{A0}GPIO18' in toggle of control 'lamp'; write 'line: GPIO18', with a space
            """#),
        BrokenFile(
            "a file of = for :",
            #"""
            name = Hallway
            domain = org.example.hallway
            """#,
            #"""
            panel.yaml:1:1: error: the panel: expected a mapping such as {name: Hallway, domain: org.example.hallway}, found 'name = Hallway domain = org.example.hallway'; write 'name:' and a space, with ':' in place of '='
            """#),
        BrokenFile(
            "= for : above a mapping",
            #"""
            name: Hallway
            domain: org.example.hallway
            board = auto
            controls:
              lamp: {toggle: {line: GPIO18}}
            """#,
            #"""
            panel.yaml:3:1: error: '=' follows 'board'; write 'board:' and a space
            """#),
        BrokenFile(
            "= for : in a control",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp:
                title = Lamp
                tint=red
                toggle: {line: GPIO18}
            """#,
            #"""
            panel.yaml:5:1: error: '=' follows 'title'; write 'title:' and a space
            """#),
        BrokenFile(
            "= for : as the only line of a control",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp:
                title = Lamp
            """#,
            #"""
            panel.yaml:5:5: error: control 'lamp': expected a mapping such as {title: Flashlight, toggle: {line: GPIO18}}, found 'title = Lamp'; write 'title:' and a space, with ':' in place of '='
            """#),
        BrokenFile(
            "= for : in braces",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title = Lamp, toggle: {line=GPIO18}}
            """#,
            #"""
            panel.yaml:4:10: error: unknown key 'title = Lamp' in control 'lamp'; write 'title: Lamp', with ':' in place of '='
            panel.yaml:4:33: error: unknown key 'line=GPIO18' in toggle of control 'lamp'; write 'line: GPIO18', with ':' in place of '='
            """#),
        BrokenFile(
            "an INI file",
            #"""
            [panel]
            name = Hallway
            """#,
            #"""
            panel.yaml:2:1: error: '=' follows 'name'; write 'name:' and a space
            """#),
        BrokenFile(
            "a command without a list",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {title: A, button: {command: aplay gong.wav}}
              b: {title: B, button: {command: cat /etc/motd | wall}}
            """#,
            #"""
            panel.yaml:4:35: error: command: expected a list such as [aplay, gong.wav], found 'aplay gong.wav'; write [aplay, gong.wav]
            panel.yaml:5:35: error: command: expected a list such as [aplay, gong.wav], found 'cat /etc/motd | wall'; no shell reads it: write [sh, -c, "…"], with the whole command in the quotes
            """#),
    ]
}
