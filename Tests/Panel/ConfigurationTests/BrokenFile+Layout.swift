extension BrokenFile {
    /// The lock screen, Control Center, and the permission to change them.
    static let layout: [BrokenFile] = [
        BrokenFile(
            "the lock screen",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls: {lamp: {toggle: {line: GPIO18}}}
            lock_screen: [lamp, lmap, [lamp], 1, {kind: lamp}, org.example.other, {kind: org.example.hallway.lamp, configuration: {a: 1}}, null]
            """#,
            #"""
            panel.yaml:4:21: error: lock_screen: there is no control 'lmap' in this file; did you mean 'lamp'?
            panel.yaml:4:27: error: lock_screen: expected a control's key or kind, found a list
            panel.yaml:4:35: error: lock_screen: expected a control's key or kind, found the number 1
            panel.yaml:4:45: error: kind: 'lamp' is a control's key; expected its kind, org.example.hallway.lamp
            panel.yaml:4:52: error: lock_screen: no extension has the domain of 'org.example.other'; add it under extensions:
            panel.yaml:4:104: error: configuration: org.example.hallway.lamp is a control of this file, which has nothing to configure; remove the key
            panel.yaml:4:128: error: lock_screen: expected a control's key or kind, found 'null', which means nothing
            """#),
        BrokenFile(
            "what is no lock screen",
            #"""
            name: Hallway
            domain: org.example.hallway
            lock_screen: lamp
            layout: fxed
            """#,
            #"""
            panel.yaml:3:14: error: lock_screen: expected a list such as [flashlight, door], found 'lamp'
            panel.yaml:4:9: error: layout: expected editable or fixed, found 'fxed'; did you mean 'fixed'?
            """#),
        BrokenFile(
            "a clock that is trusted by nothing",
            #"""
            name: Hallway
            domain: org.example.hallway
            clock: RTC
            """#,
            #"""
            panel.yaml:3:8: error: clock: expected synchronized or rtc, found 'RTC'; did you mean 'rtc'?
            """#),
        BrokenFile(
            "a clock with settings",
            #"""
            name: Hallway
            domain: org.example.hallway
            clock: {rtc: true}
            """#,
            #"""
            panel.yaml:3:8: error: clock: expected synchronized or rtc, found a mapping
            """#),
        BrokenFile(
            "Control Center",
            #"""
            name: Hallway
            domain: org.example.hallway
            controls: {lamp: {toggle: {line: GPIO18}}}
            control_center:
              - {control: lmap, size: large}
              - {control: lamp, size: huge}
              - {size: large}
              - {control: lamp, siz: large}
              - {kind: org.example.hallway.lamp, size: large}
              - {control: {kind: org.example.hallway.lmap}}
              - {}
              - [lamp]
              - lmap
              - null
              - {control: null}
            """#,
            #"""
            panel.yaml:5:15: error: control: there is no control 'lmap' in this file; did you mean 'lamp'?
            panel.yaml:6:27: error: size: expected small, medium or large, found 'huge'
            panel.yaml:7:5: error: control_center of the panel has no key 'control'; add it: a control's key or kind
            panel.yaml:8:21: error: unknown key 'siz' in control_center of the panel; did you mean 'size'?
            panel.yaml:9:5: error: control_center of the panel has no key 'control'; add it: a control's key or kind
            panel.yaml:9:6: error: unknown key 'kind' in control_center of the panel; the keys there are control and size
            panel.yaml:10:22: error: kind: there is no control 'org.example.hallway.lmap' in this file; did you mean 'org.example.hallway.lamp'?
            panel.yaml:11:5: error: control_center of the panel has no key 'control'; add it: a control's key or kind
            panel.yaml:12:5: error: control_center: expected a control's key or kind, or a mapping such as {control: flashlight, size: large}, found a list
            panel.yaml:13:5: error: control_center: there is no control 'lmap' in this file; did you mean 'lamp'?
            panel.yaml:14:5: error: control_center: expected a control's key or kind, or a mapping such as {control: flashlight, size: large}, found 'null', which means nothing
            panel.yaml:15:15: error: control: expected a control's key or kind, found 'null', which means nothing
            """#),
        BrokenFile(
            "places without a control are said to be so",
            #"""
            name: Hallway
            domain: org.example.hallway
            buttons:
              a: {line: GPIO1}
              b: {line: GPIO2, hold: }
              c: {line: GPIO3, hold: null, long_hold_time: 3s}
            lights:
              a: {line: GPIO4}
              b: {line: GPIO5, shows: }
              c: {line: GPIO6, shows: "null"}
            """#,
            #"""
            panel.yaml:4:3: error: button 'a' performs nothing; add hold, double_tap, triple_tap or long_hold
            panel.yaml:5:26: error: hold: expected a control's key or kind, found nothing
            panel.yaml:6:32: error: long_hold_time: it has no effect without long_hold; add that, or remove the key
            panel.yaml:8:3: error: light 'a' has no key 'shows'; add it: a control's key or kind, or status
            panel.yaml:9:27: error: shows: expected a control's key or kind, or status, found nothing
            panel.yaml:10:27: error: shows: there is no control 'null' in this file; add it under controls:
            """#),
        BrokenFile(
            "displays of wrong devices, sizes and characters",
            #"""
            name: Hallway
            domain: org.example.hallway
            display: {device: lcd, columns: 7, rows: 51, characters: hd44780, colums: 3}
            """#,
            #"""
            panel.yaml:3:19: error: device: 'lcd' is no device's path; expected one below /dev, such as /dev/lcd
            panel.yaml:3:33: error: columns: 7 is out of range; expected 8 to 200
            panel.yaml:3:42: error: rows: 51 is out of range; expected 1 to 50
            panel.yaml:3:58: error: characters: expected ascii, hd44780-a00, hd44780-a02 or utf8, found 'hd44780'
            panel.yaml:3:67: error: unknown key 'colums' in display of the panel; did you mean 'columns'?
            """#),
        BrokenFile(
            "a display without a device",
            #"""
            name: Hallway
            domain: org.example.hallway
            display: {columns: wide, rows: 2.5}
            """#,
            #"""
            panel.yaml:3:10: error: display of the panel has no key 'device'; add it: a device's path such as /dev/lcd
            panel.yaml:3:20: error: columns: expected a whole number from 8 to 200, found 'wide'
            panel.yaml:3:32: error: rows: expected a whole number from 1 to 50, found the number 2.5
            """#),
        BrokenFile(
            "what is no display",
            #"""
            name: Hallway
            domain: org.example.hallway
            display: /dev/lcd
            """#,
            #"""
            panel.yaml:3:10: error: display: expected a mapping such as {device: /dev/lcd, columns: 16, rows: 2}, found '/dev/lcd'
            """#),
        BrokenFile(
            "lights of one colour, of seven, and of neither",
            #"""
            name: Hallway
            domain: org.example.hallway
            buttons:
              a: {line: GPIO1, hold: status}
            lights:
              a: {red: GPIO2, green: GPIO3, shows: status}
              b: {line: GPIO4, red: GPIO5, green: GPIO6, blue: GPIO7, shows: status}
              c: {green: GPIO8, blue: GPIO9, shows: status}
              d: {red: GPIO10, green: GPIO10, blue: GPIO11, shows: stauts}
              e: {led: "rgb:door", active: low, shows: status}
              f: {led: "rgb:door", balance: [255, 256], line: GPIO12, shows: status}
              g: {line: GPIO13, balance: [1, 2, 3], shows: status}
            """#,
            #"""
            panel.yaml:4:26: error: hold: there is no control 'status' in this file; add it under controls:
            panel.yaml:6:3: error: light 'a' has no key 'blue'; add it: a line's name such as GPIO17, or CHIP:OFFSET
            panel.yaml:7:3: error: light 'b' has line and red, of which one counts; remove the other
            panel.yaml:8:3: error: light 'c' lacks one of its keys; add line, red or led
            panel.yaml:9:27: error: light 'd' uses line GPIO10, which light 'd' uses already at panel.yaml:9:12; give each its own
            panel.yaml:9:56: error: shows: there is no control 'stauts' in this file; add it under controls:
            panel.yaml:10:24: error: active: it has no effect without line or red; add one, or remove the key
            panel.yaml:11:3: error: light 'f' has line and led, of which one counts; remove the other
            panel.yaml:11:12: error: light 'f' uses LED rgb:door, which light 'e' uses already at panel.yaml:10:12; give each its own
            panel.yaml:11:33: error: balance: expected three whole numbers from 0 to 255, such as [255, 192, 128], found a list
            panel.yaml:12:21: error: balance: it has no effect without led; add that, or remove the key
            """#),
        BrokenFile(
            "what is to be heard, and cannot be",
            #"""
            name: Hallway
            domain: org.example.hallway
            lights:
              a: {line: GPIO12, shows: status}
            sound:
              line: GPIO12
              tick: 20
              right: [60ms, 6s, {}]
              wrong: [5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms, 5ms]
              command: {hint: [sh, -c, "espeak-ng '{hint}'"], tick: aplay, right: [], done: [true]}
            """#,
            #"""
            panel.yaml:6:9: error: sound of the panel uses line GPIO12, which light 'a' uses already at panel.yaml:4:13; give each its own
            panel.yaml:7:9: error: tick: expected a duration from 5ms to 5s, found 20 without a unit; add ms, s, m, h or d
            panel.yaml:8:17: error: right: 6s is out of range; expected 5ms to 5s
            panel.yaml:8:21: error: right: expected a duration from 5ms to 5s, found a mapping
            panel.yaml:9:10: error: wrong: the list has 17 items; expected at most 16
            panel.yaml:10:13: error: hint: {hint} would be read as code, whatever has happened; write "$1" there, and give the argument $0 and then "{hint}" behind it
            panel.yaml:10:57: error: tick: expected a list such as [aplay, -q, tick.wav], found 'aplay'
            panel.yaml:10:71: error: right: expected a list such as [aplay, -q, right.wav], found an empty list
            panel.yaml:10:75: error: unknown key 'done' in command of sound of the panel; it is a key of toggle of a control
            """#),
        BrokenFile(
            "what is to be heard of nothing",
            #"""
            name: Hallway
            domain: org.example.hallway
            sound: {tick: 20ms, active: low, command: {}}
            """#,
            #"""
            panel.yaml:3:9: error: tick: it has no effect without line; add that, or remove the key
            panel.yaml:3:21: error: active: it has no effect without line; add that, or remove the key
            panel.yaml:3:43: error: command of sound of the panel performs nothing; add tick, right, wrong or hint
            """#),
        BrokenFile(
            "nothing that is heard",
            #"""
            name: Hallway
            domain: org.example.hallway
            sound: {}
            """#,
            #"""
            panel.yaml:3:8: error: sound of the panel performs nothing; add line or command
            """#),
        BrokenFile(
            "LEDs of no name, and hours of none",
            #"""
            name: Hallway
            domain: org.example.hallway
            lights:
              a: {led: "../x", shows: status}
              b: {led: "..", dim: {from: 22:00, until: "22:00", to: 20%}, shows: status}
              c: {led: "", dim: {from: "24:00", until: 7, to: 20}, shows: status}
              d: {led: rgb:d, dim: {from: "7:30", until: "07:60", to: 0%}, shows: status}
              e: {led: rgb:e, dim: {from: "٠٧:30", until: "07:30", to: +5%}, shows: status}
              f: {led: rgb:f, dim: {from: "07:30", til: "08:30", to: 101%}, shows: status}
              g: {line: GPIO4, dim: {from: "22:00", until: "07:00", to: "20%"}, shows: status}
              h: {led: rgb:h, dim: 20%, shows: status}
            """#,
            #"""
            panel.yaml:4:12: error: led: '../x' is no LED's name; expected the name of a folder in /sys/class/leds, such as rgb:door
            panel.yaml:5:12: error: led: '..' is no LED's name; expected the name of a folder in /sys/class/leds, such as rgb:door
            panel.yaml:5:37: error: until: 22:00 is when from is, so that there are no such hours; give another time, or remove the mapping
            panel.yaml:6:12: error: led: the text is empty; write some, or remove the key
            panel.yaml:6:28: error: from: '24:00' is no time of day; expected hours and minutes from 00:00 to 23:59, such as "07:30"
            panel.yaml:6:44: error: until: expected a time of day from 00:00 to 23:59, such as "22:00", found the number 7
            panel.yaml:6:51: error: to: expected a percentage from 1% to 100%, found '20'; write one such as 20%
            panel.yaml:7:31: error: from: '7:30' is no time of day; expected hours and minutes from 00:00 to 23:59, such as "07:30"
            panel.yaml:7:46: error: until: '07:60' is no time of day; expected hours and minutes from 00:00 to 23:59, such as "07:30"
            panel.yaml:7:59: error: to: expected a percentage from 1% to 100%, found '0%'; write one such as 20%
            panel.yaml:8:31: error: from: '٠٧:30' is no time of day; expected hours and minutes from 00:00 to 23:59, such as "07:30"
            panel.yaml:8:60: error: to: expected a percentage from 1% to 100%, found '+5%'; write one such as 20%
            panel.yaml:9:24: error: dim of light 'f' has no key 'until'; add it: a time of day from 00:00 to 23:59, such as "22:00"
            panel.yaml:9:40: error: unknown key 'til' in dim of light 'f'; the keys there are from, until and to
            panel.yaml:9:58: error: to: expected a percentage from 1% to 100%, found '101%'; write one such as 20%
            panel.yaml:10:20: error: dim: it has no effect without led; add that, or remove the key
            panel.yaml:11:24: error: dim: expected a mapping such as {from: "22:00", until: "07:00", to: 20%}, found '20%'
            """#),
    ]
}
