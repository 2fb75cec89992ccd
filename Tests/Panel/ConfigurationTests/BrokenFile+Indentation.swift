extension BrokenFile {
    /// Lines whose indentation makes them part of another mapping.
    static let indentation = [
        BrokenFile(
            "keys of a control in the column of its name",
            #"""
            name: Lamp
            domain: org.example.lamp
            controls:
              lamp:
              title: Lamp
              toggle: {line: GPIO18}
            buttons:
              action: {line: GPIO17, hold: lamp}
            """#,
            #"""
            panel.yaml:5:3: error: 'title' begins in the column of 'lamp'; indent it by 2 more columns to make it part of control 'lamp'
            """#),
        BrokenFile(
            "controls in the column of their section",
            #"""
            name: Lamp
            domain: org.example.lamp
            controls:
            lamp:
              title: Lamp
              toggle: {line: GPIO18}
            fan: {title: Fan, toggle: {line: GPIO9}}
            buttons:
              action: {line: GPIO17, hold: lamp}
            """#,
            #"""
            panel.yaml:4:1: error: 'lamp' begins in the column of 'controls'; indent it by 2 more columns to make it part of controls of the panel
            """#),
        BrokenFile(
            "one key indented less than its siblings",
            #"""
            name: Lamp
            domain: org.example.lamp
            controls:
              lamp:
                  title: Lamp
              toggle:
                line: GPIO18
            buttons:
              action:
                line: GPIO17
              hold: lamp
            """#,
            #"""
            panel.yaml:6:3: error: 'toggle' begins in the column of 'lamp'; indent it by 4 more columns to make it part of control 'lamp'
            panel.yaml:11:3: error: 'hold' begins in the column of 'action'; indent it by 2 more columns to make it part of button 'action'
            """#),
        BrokenFile(
            "keys of an action in the column of the action",
            #"""
            name: Lamp
            domain: org.example.lamp
            controls:
              lamp:
                title: Lamp
                toggle:
                line: GPIO18
                restore: last
            """#,
            #"""
            panel.yaml:7:5: error: 'line' begins in the column of 'toggle'; indent it by 2 more columns to make it part of toggle of control 'lamp'
            """#),
        BrokenFile(
            "sections indented as controls",
            #"""
            name: Lamp
            domain: org.example.lamp
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
              buttons:
                action: {line: GPIO17, hold: lamp}
              lights:
                lamp: {line: GPIO26, shows: lamp}
            """#,
            #"""
            panel.yaml:5:3: error: 'buttons' is indented as part of controls; begin it in the column of controls to make it a key of the panel
            panel.yaml:7:3: error: 'lights' is indented as part of controls; begin it in the column of controls to make it a key of the panel
            """#),
        BrokenFile(
            "a control indented as a key of the control above",
            #"""
            name: Lamp
            domain: org.example.lamp
            controls:
              lamp:
                title: Lamp
                toggle: {line: GPIO18}
                fan:
                  title: Fan
                  toggle: {line: GPIO19}
            """#,
            #"""
            panel.yaml:7:5: error: 'fan' is indented as part of control 'lamp'; begin it in the column of control 'lamp' to make it a control of its own
            """#),
        BrokenFile(
            "an empty section before a misspelt one",
            #"""
            name: Lamp
            domain: org.example.lamp
            controls:
            buttns:
              action: {line: GPIO17, hold: lamp}
            """#,
            #"""
            panel.yaml:3:10: error: controls: expected a name and a mapping for each control, found nothing
            panel.yaml:4:1: error: unknown key 'buttns' in the panel; did you mean 'buttons'?
            """#),
    ]
}
