extension BrokenFile {
    /// Words of other projects, and titles in place of keys.
    static let foreign: [BrokenFile] = [
        BrokenFile(
            "schedules and rules",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            automation: [{trigger: door, action: lamp}]
            schedule: "07:00"
            at: "07:00"
            when: dark
            trigger: door
            """#,
            #"""
            panel.yaml:5:1: error: unknown key 'automation' in the panel; a panel has no schedules and no rules; a systemd timer can run 'holdfast set CONTROL on', and Home Assistant can switch a control with 'remote: allowed'
            panel.yaml:6:1: error: unknown key 'schedule' in the panel; a panel has no schedules and no rules; a systemd timer can run 'holdfast set CONTROL on', and Home Assistant can switch a control with 'remote: allowed'
            panel.yaml:7:1: error: unknown key 'at' in the panel; a panel has no schedules and no rules; a systemd timer can run 'holdfast set CONTROL on', and Home Assistant can switch a control with 'remote: allowed'
            panel.yaml:8:1: error: unknown key 'when' in the panel; a panel has no schedules and no rules; a systemd timer can run 'holdfast set CONTROL on', and Home Assistant can switch a control with 'remote: allowed'
            panel.yaml:9:1: error: unknown key 'trigger' in the panel; a panel has no schedules and no rules; a systemd timer can run 'holdfast set CONTROL on', and Home Assistant can switch a control with 'remote: allowed'
            """#),
        BrokenFile(
            "schedules in a control",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}, schedule: "07:00"}
              door: {title: Door, button: {pulse: GPIO23, for: 3s, when: unlocked}}
            """#,
            #"""
            panel.yaml:4:47: error: unknown key 'schedule' in control 'lamp'; a panel has no schedules and no rules; a systemd timer can run 'holdfast set CONTROL on', and Home Assistant can switch a control with 'remote: allowed'
            panel.yaml:5:56: error: unknown key 'when' in button of control 'door'; a panel has no schedules and no rules; a systemd timer can run 'holdfast set CONTROL on', and Home Assistant can switch a control with 'remote: allowed'
            """#),
        BrokenFile(
            "a PIN beside the lock",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            lock: {pin: 1234}
            users: {ada: "1234"}
            """#,
            #"""
            panel.yaml:5:1: error: unknown key 'lock' in the panel; 'authentication' says when the panel locks itself, and 'holdfast pin add NAME' gives a PIN
            panel.yaml:6:1: error: unknown key 'users' in the panel; people and their PINs are no part of the file: 'holdfast pin add NAME' gives a PIN
            """#),
        BrokenFile(
            "a PIN as the panel's authentication",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            authentication: 1234
            """#,
            #"""
            panel.yaml:5:17: error: authentication: expected a mapping such as {auto_lock: 30s}, found a number; people and their PINs are no part of the file: 'holdfast pin add NAME' gives a PIN
            """#),
        BrokenFile(
            "a PIN as the panel's authentication in quotes",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            authentication: "0042"
            """#,
            #"""
            panel.yaml:5:17: error: authentication: expected a mapping such as {auto_lock: 30s}, found a number; people and their PINs are no part of the file: 'holdfast pin add NAME' gives a PIN
            """#),
        BrokenFile(
            "a PIN in a control",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {title: A, button: {pulse: GPIO4, for: 3s}, authentication: 1234}
              b: {title: B, button: {pulse: GPIO5, for: 3s}, authentication: "0042"}
              c: {title: C, button: {pulse: GPIO6, for: 3s}, authentication: {pin: 1234}}
              d: {title: D, button: {pulse: GPIO7, for: 3s}, lock: {pin: 1234}}
              e: {title: E, button: {pulse: GPIO8, for: 3s}, password: "1234"}
            """#,
            #"""
            panel.yaml:4:66: error: authentication: expected none, required or local, found a number; write local to ask for a PIN, and give people theirs by 'holdfast pin add NAME'
            panel.yaml:5:66: error: authentication: expected none, required or local, found a number; write local to ask for a PIN, and give people theirs by 'holdfast pin add NAME'
            panel.yaml:6:66: error: authentication: expected none, required or local, found a mapping; write local to ask for a PIN, and give people theirs by 'holdfast pin add NAME'
            panel.yaml:7:50: error: unknown key 'lock' in control 'd'; write 'authentication: local', which asks for a PIN, and give people theirs by 'holdfast pin add NAME'
            panel.yaml:8:50: error: unknown key 'password' in control 'e'; write 'authentication: local', which asks for a PIN, and give people theirs by 'holdfast pin add NAME'
            """#),
        BrokenFile(
            "times to turn off",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {title: A, toggle: {line: GPIO4, duration: 5m}}
              b: {title: B, toggle: {line: GPIO5, auto_off: 5m}}
              c: {title: C, toggle: {line: GPIO6, off_after: 5m}}
              d: {title: D, toggle: {line: GPIO7, delay_off: 5m}}
              e: {title: E, toggle: {line: GPIO8, timeout: 5m}}
              f: {title: F, toggle: {duration: 5m}}
              g: {title: G, button: {pulse: GPIO9, duration: 5s}}
              h: {title: H, toggle: {line: GPIO10}, auto-off: 5m}
              i: {title: I, toggle: {unit: backup.service, timeout: 5m}}
            """#,
            #"""
            panel.yaml:4:39: error: unknown key 'duration' in toggle of control 'a'; write 'max_time'
            panel.yaml:5:39: error: unknown key 'auto_off' in toggle of control 'b'; write 'max_time'
            panel.yaml:6:39: error: unknown key 'off_after' in toggle of control 'c'; write 'max_time'
            panel.yaml:7:39: error: unknown key 'delay_off' in toggle of control 'd'; write 'max_time'
            panel.yaml:8:39: error: unknown key 'timeout' in toggle of control 'e'; write 'max_time'
            panel.yaml:9:26: error: unknown key 'duration' in toggle of control 'f'; write 'timer'
            panel.yaml:10:40: error: unknown key 'duration' in button of control 'g'; write 'for'
            panel.yaml:11:41: error: unknown key 'auto-off' in control 'h'; how long it is on stands in its action: 'max_time' beside a toggle's line, 'for' beside a button's pulse
            panel.yaml:12:48: error: unknown key 'timeout' in toggle of control 'i'; it is a key of control 'i' itself
            """#),
        BrokenFile(
            "buzzers, displays and lights",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            buzzer: GPIO12
            lcd: {address: 0x27}
            leds: [GPIO26]
            outputs: [GPIO27]
            binary_sensor: GPIO24
            scene: {lamp: true}
            """#,
            #"""
            panel.yaml:5:1: error: unknown key 'buzzer' in the panel; write 'sound: {line: LINE}'
            panel.yaml:6:1: error: unknown key 'lcd' in the panel; a display is a device of the kernel: write 'display: {device: /dev/lcd}'; its I2C address stands in config.txt: 'dtoverlay=hd44780-i2c-lcd,addr=0x27'
            panel.yaml:7:1: error: unknown key 'leds' in the panel; write 'lights: {NAME: {line: LINE, shows: CONTROL}}'
            panel.yaml:8:1: error: unknown key 'outputs' in the panel; an output is a control: write 'controls: {NAME: {toggle: {line: LINE}}}'
            panel.yaml:9:1: error: unknown key 'binary_sensor' in the panel; a contact is a control: write 'controls: {NAME: {sensor: {line: LINE}}}'
            panel.yaml:10:1: error: unknown key 'scene' in the panel; a scene is a control: write 'controls: {NAME: {button: {set: {CONTROL: true}}}}'
            """#),
        BrokenFile(
            "a display's address",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            display: {address: 0x27, columns: 16}
            """#,
            #"""
            panel.yaml:5:11: error: unknown key 'address' in display of the panel; a display is a device of the kernel: write 'display: {device: /dev/lcd}'; its I2C address stands in config.txt: 'dtoverlay=hd44780-i2c-lcd,addr=0x27'
            """#),
        BrokenFile(
            "a display's address as its device",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            display: {device: 0x27}
            """#,
            #"""
            panel.yaml:5:19: error: device: expected a device's path such as /dev/lcd, found the number 0x27; a display is a device of the kernel: write 'display: {device: /dev/lcd}'; its I2C address stands in config.txt: 'dtoverlay=hd44780-i2c-lcd,addr=0x27'
            """#),
        BrokenFile(
            "a sensor with a unit",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              a: {title: A, sensor: {line: GPIO4, unit: °C}}
              b: {title: B, sensor: {command: [thermometer], unit_of_measurement: °C}}
              c: {title: C, value: {command: [thermometer], every: 30s, unit: °C}}
            """#,
            #"""
            panel.yaml:4:39: error: unknown key 'unit' in sensor of control 'a'; a sensor is a contact, open or closed; a number comes from a program: write 'value: {command: [PROGRAM], every: 30s}', and have it print the unit
            panel.yaml:5:26: error: unknown key 'command' in sensor of control 'b'; a sensor is a contact, open or closed; a number comes from a program: write 'value: {command: [PROGRAM], every: 30s}', and have it print the unit
            panel.yaml:5:50: error: unknown key 'unit_of_measurement' in sensor of control 'b'; a sensor is a contact, open or closed; a number comes from a program: write 'value: {command: [PROGRAM], every: 30s}', and have it print the unit
            panel.yaml:6:61: error: unknown key 'unit' in value of control 'c'; the program's output is shown as it is: have the program print the unit
            """#),
        BrokenFile(
            "gestures that buttons do not have",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Lamp, toggle: {line: GPIO18}}
            buttons:
              a: {line: GPIO4, quadruple_tap: lamp}
              b: {line: GPIO5, swipe: Lamp, hold: lamp}
              c: {line: GPIO6, single_tap: lamp}
              d: {line: GPIO7, release: {kind: org.example.hallway.lamp}}
              e: {line: GPIO8, push: lamp}
            """#,
            #"""
            panel.yaml:6:20: error: unknown key 'quadruple_tap' in button 'a'; the gestures are hold, double_tap, triple_tap and long_hold; a tap shows the hint of what a hold performs
            panel.yaml:7:20: error: unknown key 'swipe' in button 'b'; the gestures are hold, double_tap, triple_tap and long_hold; a tap shows the hint of what a hold performs
            panel.yaml:8:20: error: unknown key 'single_tap' in button 'c'; a tap shows the hint of what a hold performs: write 'hold', or 'double_tap' for two
            panel.yaml:9:20: error: unknown key 'release' in button 'd'; the gestures are hold, double_tap, triple_tap and long_hold; a tap shows the hint of what a hold performs
            panel.yaml:10:20: error: unknown key 'push' in button 'e'; write 'hold'
            """#),
        BrokenFile(
            "titles in place of keys",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls:
              lamp: {title: Porch Light, toggle: {line: GPIO18}}
              all: {title: All Off, button: {set: {Porch Light: false}}}
            buttons:
              a: {line: GPIO4, hold: Porch Light}
              b: {line: GPIO5, hold: porch light, double_tap: All Off}
            lights:
              a: {line: GPIO26, shows: Porch Light}
            """#,
            #"""
            panel.yaml:5:40: error: set: 'Porch Light' is the title of control 'lamp'; write 'lamp'
            panel.yaml:7:26: error: hold: 'Porch Light' is the title of control 'lamp'; write 'lamp'
            panel.yaml:8:26: error: hold: 'porch light' is the title of control 'lamp'; write 'lamp'
            panel.yaml:8:51: error: double_tap: 'All Off' is the title of control 'all'; write 'all'
            panel.yaml:10:28: error: shows: 'Porch Light' is the title of control 'lamp'; write 'lamp'
            """#),
    ]
}
