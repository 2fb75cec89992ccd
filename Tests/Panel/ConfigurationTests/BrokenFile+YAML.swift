extension BrokenFile {
    /// Text that is not YAML, or uses a part of YAML that a panel's file may not use.
    static let yaml: [BrokenFile] = [
        BrokenFile(
            "only comments",
            #"""
            # nothing here
            """#,
            #"""
            panel.yaml:2:1: error: the file is empty; a panel begins with name: and domain:
            """#),
        BrokenFile(
            "null document",
            #"""
            ---
            """#,
            #"""
            panel.yaml:2:1: error: the file is empty; a panel begins with name: and domain:
            """#),
        BrokenFile(
            "root is a list",
            #"""
            - name: Hallway
            """#,
            #"""
            panel.yaml:1:1: error: the panel: expected a mapping such as {name: Hallway, domain: org.example.hallway}, found a list
            """#),
        BrokenFile(
            "root is text",
            #"""
            Hallway
            """#,
            #"""
            panel.yaml:1:1: error: the panel: expected a mapping such as {name: Hallway, domain: org.example.hallway}, found 'Hallway'
            """#),
        BrokenFile(
            "two documents",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            ---
            name: Other
            """#,
            #"""
            panel.yaml:5:1: error: a second YAML document begins here; a panel's file is one document: remove '---' or '...'
            """#),
        BrokenFile(
            "anchor and alias",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: &lamp {toggle: {line: GPIO18}}
              copy: *lamp
            """#,
            #"""
            panel.yaml:4:9: error: anchors (&) are not allowed; write the value out where it is needed
            panel.yaml:5:9: error: aliases (*) are not allowed; write the value out, or put text in quotes
            """#),
        BrokenFile(
            "anchors bomb",
            #"""
            a: &a [x, x]
            b: &b [*a, *a]
            c: [*b, *b]
            """#,
            #"""
            panel.yaml:1:1: error: unknown key 'a' in the panel; the keys there are name, domain, board, controls, buttons, lights, display, extensions, opened, notify, sound, keypad, authentication, lock_screen, control_center, layout, clock, gateway and mqtt
            panel.yaml:1:1: error: the panel has no key 'name'; add it: one line of text
            panel.yaml:1:1: error: the panel has no key 'domain'; add it: a reverse-DNS name such as org.example.hallway
            panel.yaml:1:4: error: anchors (&) are not allowed; write the value out where it is needed
            panel.yaml:2:1: error: unknown key 'b' in the panel; the keys there are name, domain, board, controls, buttons, lights, display, extensions, opened, notify, sound, keypad, authentication, lock_screen, control_center, layout, clock, gateway and mqtt
            panel.yaml:2:4: error: anchors (&) are not allowed; write the value out where it is needed
            panel.yaml:2:8: error: aliases (*) are not allowed; write the value out, or put text in quotes
            panel.yaml:2:12: error: aliases (*) are not allowed; write the value out, or put text in quotes
            panel.yaml:3:1: error: unknown key 'c' in the panel; the keys there are name, domain, board, controls, buttons, lights, display, extensions, opened, notify, sound, keypad, authentication, lock_screen, control_center, layout, clock, gateway and mqtt
            panel.yaml:3:5: error: aliases (*) are not allowed; write the value out, or put text in quotes
            panel.yaml:3:9: error: aliases (*) are not allowed; write the value out, or put text in quotes
            """#),
        BrokenFile(
            "merge key",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {<<: {title: Lamp}, toggle: {line: GPIO18}}
            """#,
            #"""
            panel.yaml:4:10: error: merge keys (<<) are not allowed; write the keys out
            """#),
        BrokenFile(
            "tag",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls: !!map
              lamp: {title: !secret Lamp, toggle: {line: GPIO18}}
            """#,
            #"""
            panel.yaml:3:11: error: tags (!) are not allowed; remove it, or put text in quotes
            panel.yaml:4:17: error: tags (!) are not allowed; remove it, or put text in quotes
            """#),
        BrokenFile(
            "directive",
            #"""
            %YAML 1.1
            ---
            name: Hallway
            """#,
            #"""
            panel.yaml:1:1: error: a line may not begin with '%'; remove the directive, or indent the line
            """#),
        BrokenFile(
            "key is a list",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            ? [a, b]
            : c
            """#,
            #"""
            panel.yaml:5:3: error: a key must be text, not a list or mapping
            """#),
        BrokenFile(
            "nested too deep",
            #"""
            name: [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]
            """#,
            #"""
            panel.yaml:1:22: error: mappings and lists are nested more than 16 deep; a panel needs a third of that
            """#),
        BrokenFile(
            "tab indents",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
            \#tflashlight: {toggle: {line: GPIO18}}
            """#,
            #"""
            panel.yaml:4:1: error: no value can begin with this character; put the text in quotes, and indent with spaces, not tabs
            """#),
        BrokenFile(
            "mapping not closed",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}
            buttons: {}
            """#,
            #"""
            panel.yaml:5:1: error: expected ',' or '}' in the mapping that begins in line 4; put a text that contains ' or ': ' in double quotes
            """#),
        BrokenFile(
            "list not closed",
            #"""
            name: [Hallway
            domain: org.example.hallway
            """#,
            #"""
            panel.yaml:2:7: error: expected ',' or ']' in the list that begins in line 1; put a text that contains ' or ': ' in double quotes
            """#),
        BrokenFile(
            "quotes not closed",
            #"""
            name: "Hallway
            domain: org.example.hallway
            """#,
            #"""
            panel.yaml:1:7: error: these quotes are not closed
            """#),
        BrokenFile(
            "bad indentation",
            #"""
            name: Hallway
              domain: org.example.hallway
            """#,
            #"""
            panel.yaml:2:9: error: a key cannot begin here; check the indentation of this line and the one above, and put text that contains ': ' in quotes
            """#),
        BrokenFile(
            "outdented key",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
                flashlight: {toggle: {line: GPIO18}}
              door: {}
            """#,
            #"""
            panel.yaml:5:3: error: expected a key; check the indentation: the keys of the mapping that begins in line 1 must all begin in one column, and nothing may follow a value
            """#),
        BrokenFile(
            "colon without space",
            #"""
            name: Hallway
            domain:org.example.hallway
            """#,
            #"""
            panel.yaml:2:1: error: expected a key, ':' and a space; text of several lines must be indented or in quotes
            """#),
        BrokenFile(
            "colon in text",
            #"""
            name: Hallway: front
            domain: org.example.hallway
            """#,
            #"""
            panel.yaml:1:14: error: a key cannot begin here; check the indentation of this line and the one above, and put text that contains ': ' in quotes
            """#),
        BrokenFile(
            "value begins with a percent sign",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: %lamp, toggle: {line: GPIO18}}
            """#,
            #"""
            panel.yaml:4:17: error: no value can begin with this character; put the text in quotes, and indent with spaces, not tabs
            """#),
        BrokenFile(
            "value begins with an at sign",
            #"""
            name: @home
            domain: org.example.hallway
            """#,
            #"""
            panel.yaml:1:7: error: no value can begin with this character; put the text in quotes, and indent with spaces, not tabs
            """#),
        BrokenFile(
            "unknown escape",
            #"""
            name: "Hall\way"
            domain: org.example.hallway
            """#,
            #"""
            panel.yaml:1:12: error: unknown escape after '\'; in double quotes write '\\' for a backslash, or use single quotes
            """#),
        BrokenFile(
            "exclamation mark begins a tag",
            #"""
            name: !Hallway
            domain: org.example.hallway
            """#,
            #"""
            panel.yaml:1:7: error: tags (!) are not allowed; remove it, or put text in quotes
            """#),
        BrokenFile(
            "asterisk begins an alias",
            #"""
            name: *Hallway*
            domain: org.example.hallway
            """#,
            #"""
            panel.yaml:1:7: error: aliases (*) are not allowed; write the value out, or put text in quotes
            """#),
        BrokenFile(
            "undefined tag handle",
            #"""
            name: !a!Hallway x
            """#,
            #"""
            panel.yaml:1:7: error: tags (!) are not allowed; remove it, or put text in quotes
            """#),
        BrokenFile(
            "list in a line",
            #"""
            name: - Hallway
            """#,
            #"""
            panel.yaml:1:7: error: a list cannot begin here; begin it in a line of its own
            """#),
        BrokenFile(
            "dashes misaligned",
            #"""
            name:
              - a
             - b
            """#,
            #"""
            panel.yaml:3:2: error: expected a key; check the indentation: the keys of the mapping that begins in line 1 must all begin in one column, and nothing may follow a value
            """#),
        BrokenFile(
            "text after quotes",
            #"""
            name: "Hall" way
            """#,
            #"""
            panel.yaml:1:14: error: expected a key; check the indentation: the keys of the mapping that begins in line 1 must all begin in one column, and nothing may follow a value
            """#),
        BrokenFile(
            "missing comma",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              flashlight: {toggle: {line: GPIO18}}
            lights:
              a: {line: GPIO5 shows: flashlight}
            """#,
            #"""
            panel.yaml:6:24: error: expected ',' or '}' in the mapping that begins in line 6; put a text that contains ' or ': ' in double quotes
            """#),
        BrokenFile(
            "apostrophe in single quotes",
            #"""
            {name: 'Lamp's', domain: org.example.lamp}
            """#,
            #"""
            panel.yaml:1:14: error: expected ',' or '}' in the mapping that begins in line 1; put a text that contains ' or ': ' in double quotes
            """#),
        BrokenFile(
            "no value",
            #"""
            }
            """#,
            #"""
            panel.yaml:1:1: error: expected a value here
            """#),
        BrokenFile(
            "too many braces",
            #"""
            {a: b}}
            """#,
            #"""
            panel.yaml:1:7: error: nothing may follow here; check the indentation of this line, or add a key in front of the value
            """#),
        BrokenFile(
            "key behind a list",
            #"""
            - a
            name: b
            """#,
            #"""
            panel.yaml:2:1: error: expected '-'; check the indentation: the items of the list that begins in line 1 must all begin in one column
            """#),
        BrokenFile(
            "ampersand begins an anchor",
            #"""
            name: &
            """#,
            #"""
            panel.yaml:1:7: error: anchors (&) are not allowed; write the value out where it is needed
            """#),
        BrokenFile(
            "tab in a folded text",
            #"""
            name: >
              folded
            \#tx
            """#,
            #"""
            panel.yaml:3:1: error: a tab cannot indent; use spaces
            """#),
        BrokenFile(
            "bad hexadecimal escape",
            #"""
            name: "\xZZ"
            """#,
            #"""
            panel.yaml:1:10: error: the file is not YAML: did not find expected hexdecimal number, while parsing a quoted scalar that begins in line 1
            """#),
        BrokenFile(
            "control character",
            #"""
            name: Hall\#u{7}way
            """#,
            #"""
            panel.yaml:1:11: error: the character \u{7} is not allowed in a panel's file; remove it
            """#),
        BrokenFile(
            "control character of two bytes",
            #"""
            ä: \#u{81}
            """#,
            #"""
            panel.yaml:1:4: error: the character \u{81} is not allowed in a panel's file; remove it
            """#),
        BrokenFile(
            "line separator that editors do not count",
            #"""
            name: Hallway
            # Tür\#u{2028}domain: org.example.hallway
            """#,
            #"""
            panel.yaml:2:6: error: the character \u{2028} is not allowed in a panel's file; remove it
            """#),
    ]
}
