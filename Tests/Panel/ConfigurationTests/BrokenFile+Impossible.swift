extension BrokenFile {
    /// Panels that are well formed but cannot work, and keys that belong elsewhere or have another name here.
    static let impossible: [BrokenFile] = [
        BrokenFile(
            "PINs at a panel without a keypad",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {toggle: {line: GPIO1}, authentication_turn_off: local}
              b:
                button: {pulse: GPIO2, for: 1s}
                authentication: local
              c: {button: {pulse: GPIO3, for: 1s}, authentication: local}
              d: {button: {pulse: GPIO4, for: 1s}, authentication: local}
              e: {button: {set: {d: true}}}
              f: {button: {pulse: GPIO5, for: 1s}, authentication: local, disabled: true}
              g: {button: {pulse: GPIO6, for: 1s}, authentication: required}
            buttons:
              exit: {line: GPIO9, double_tap: c, hold: e, trusted: true}
              front: {line: GPIO10, hold: b}
            """#,
            #"""
            panel.yaml:4:30: error: authentication_turn_off: nobody can turn 'a' off: local asks for a PIN at the panel's keypad, and it has none; add keypad:, or a button with trusted: true that performs it
            panel.yaml:7:5: error: authentication: nobody can perform 'b': local asks for a PIN at the panel's keypad, and it has none; add keypad:, or a button with trusted: true that performs it
            """#),
        BrokenFile(
            "one line in several spellings",
            #"""
            name: Test
            domain: org.example.test
            board: /dev/gpiochip0
            controls:
              a: {toggle: {line: GPIO18}}
              b: {toggle: {line: gpio18}}
              c: {toggle: {line: "gpiochip0:18"}}
              d: {toggle: {line: "pinctrl-bcm2711:18"}}
              e: {toggle: {line: "/dev/gpiochip1:5"}}
              f: {toggle: {line: "gpiochip1:05"}}
              g: {toggle: {line: "gpiochip1:18"}}
            """#,
            #"""
            panel.yaml:6:22: error: toggle of control 'b' uses line gpio18, which toggle of control 'a' uses already as GPIO18 at panel.yaml:5:22; give each its own
            panel.yaml:7:22: error: toggle of control 'c' uses line gpiochip0:18, which toggle of control 'a' uses already as GPIO18 at panel.yaml:5:22; give each its own
            panel.yaml:8:22: error: toggle of control 'd' uses line pinctrl-bcm2711:18, which toggle of control 'a' uses already as GPIO18 at panel.yaml:5:22; give each its own
            panel.yaml:10:22: error: toggle of control 'f' uses line gpiochip1:05, which toggle of control 'e' uses already as /dev/gpiochip1:5 at panel.yaml:9:22; give each its own
            """#),
        BrokenFile(
            "a line of a Raspberry Pi's header by its number and by the kernel's name",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {toggle: {line: GPIO_GCLK}}
              b: {toggle: {line: GPIO4}}
              c: {toggle: {line: "pinctrl-bcm2835:4"}}
              d: {toggle: {line: GPIO9}}
              e: {toggle: {line: spi_miso}}
              f: {toggle: {line: TXD1}}
              g: {toggle: {line: GPIO14}}
              h: {toggle: {line: TXD0}}
            """#,
            #"""
            panel.yaml:5:22: error: toggle of control 'b' uses line GPIO4, which toggle of control 'a' uses already as GPIO_GCLK at panel.yaml:4:22; give each its own
            panel.yaml:6:22: error: toggle of control 'c' uses line pinctrl-bcm2835:4, which toggle of control 'a' uses already as GPIO_GCLK at panel.yaml:4:22; give each its own
            panel.yaml:8:22: error: toggle of control 'e' uses line spi_miso, which toggle of control 'd' uses already as GPIO9 at panel.yaml:7:22; give each its own
            panel.yaml:10:22: error: toggle of control 'g' uses line GPIO14, which toggle of control 'f' uses already as TXD1 at panel.yaml:9:22; give each its own
            """#),
        BrokenFile(
            "units that systemd would refuse",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {toggle: {unit: backup}}
              b: {toggle: {unit: getty@.service}}
              c: {toggle: {unit: my backup.service}}
              d: {toggle: {unit: backup.servce}}
              e: {toggle: {unit: .service}}
              f: {toggle: {unit: "@tty1.service"}}
              g: {toggle: {unit: getty@tty1.service}}
              h: {toggle: {unit: [a]}}
            """#,
            #"""
            panel.yaml:4:22: error: unit: 'backup' is no name that systemd takes; did you mean 'backup.service'?
            panel.yaml:5:22: error: unit: 'getty@.service' is a template, which is not started itself; write what it is for behind the @, such as getty@NAME.service
            panel.yaml:6:22: error: unit: 'my backup.service' is no name that systemd takes; expected letters, digits and :-_.\@ with a type behind them, such as backup.service
            panel.yaml:7:22: error: unit: 'backup.servce' is no name that systemd takes; did you mean 'backup.service'?
            panel.yaml:8:22: error: unit: '.service' is no name that systemd takes; expected letters, digits and :-_.\@ with a type behind them, such as backup.service
            panel.yaml:9:22: error: unit: '@tty1.service' is no name that systemd takes; expected letters, digits and :-_.\@ with a type behind them, such as backup.service
            panel.yaml:11:22: error: unit: expected a unit's name such as backup.service, found a list
            """#),
        BrokenFile(
            "colours without quotes in a line with braces",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {tint: #FF8800, toggle: {line: GPIO1}}
              b: {toggle: {line: GPIO2}}
            """#,
            #"""
            panel.yaml:4:13: error: # without quotes begins a comment, up to the end of the line; write the colour in quotes: "#FF8800"
            """#),
        BrokenFile(
            "a colour without quotes that closes braces in the next line",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {toggle: {line: GPIO1}, tint: #FF8800
                 }
            """#,
            #"""
            panel.yaml:4:36: error: tint: expected a system colour such as yellow, or "#RRGGBB" in quotes, found nothing; # without quotes begins a comment
            """#),
        BrokenFile(
            "a colour without quotes among keys in lines of their own",
            #"""
            name: Test
            domain: org.example.test   # "#112233": a comment
            controls:
              a: {
                tint: #FF8800,
                toggle: {line: GPIO1},
              }
              b: {tint: #00ff00}
            """#,
            #"""
            panel.yaml:5:11: error: # without quotes begins a comment, up to the end of the line; write the colour in quotes: "#FF8800"
            """#),
        BrokenFile(
            "keys of actions in controls that only show",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {sensor: {line: GPIO1}, hint: Open, status: Opened, interlock: [b], authentication: required}
              b: {value: {command: [date], every: 1h}, disabled: true, timeout: 5s, symbol_on: fan, value_on: A}
              c: {sensor: {line: GPIO2}, symbol_on: fan, button: lock}
              d: {button: {set: {a: true, b: false}}}
              e: {title: E}
              f: {sensr: {line: GPIO3}}
            """#,
            #"""
            panel.yaml:4:30: error: hint: it has no effect without toggle or button; add one, or remove the key
            panel.yaml:4:42: error: status: it has no effect without toggle or button; add one, or remove the key
            panel.yaml:4:58: error: interlock: it has no effect without toggle or button; add one, or remove the key
            panel.yaml:4:74: error: authentication: it has no effect without toggle or button; add one, or remove the key
            panel.yaml:5:44: error: disabled: it has no effect without toggle or button; add one, or remove the key
            panel.yaml:5:60: error: timeout: it has no effect without toggle or button; add one, or remove the key
            panel.yaml:5:73: error: symbol_on: control 'b' is no toggle and has no on and off; use symbol
            panel.yaml:5:89: error: value_on: control 'b' is no toggle and has no on and off; remove the key
            panel.yaml:6:30: error: symbol_on: control 'c' is no toggle and has no on and off; use symbol
            panel.yaml:7:22: error: set: 'a' only shows, and cannot be performed; remove it
            panel.yaml:7:31: error: set: 'b' only shows, and cannot be performed; remove it
            panel.yaml:8:3: error: control 'e' does nothing; add toggle or button; with sensor or value alone it would show something
            panel.yaml:9:7: error: unknown key 'sensr' in control 'f'; did you mean 'sensor'?
            """#),
        BrokenFile(
            "keys that stand elsewhere",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {toggle: {line: GPIO1, interlock: [b], title: A, for: 3s}}
              b: {button: {pulse: GPIO2, for: 1s, max_time: 5s}, hold_time: 1s}
              c: {line: GPIO3, toggle: {timer: 5m}, debounce: 5ms, led: x}
              d: {toggle: {pulse: GPIO4}, keypad: {}, auto_lock: 30s}
            buttons:
              e: {line: GPIO5, hold: a, title: E}
            interlock: [a]
            """#,
            #"""
            panel.yaml:4:29: error: unknown key 'interlock' in toggle of control 'a'; it is a key of control 'a' itself
            panel.yaml:4:45: error: unknown key 'title' in toggle of control 'a'; it is a key of control 'a' itself
            panel.yaml:4:55: error: unknown key 'for' in toggle of control 'a'; it is a key of button of control 'a'
            panel.yaml:5:39: error: unknown key 'max_time' in button of control 'b'; it is a key of toggle of control 'b'
            panel.yaml:5:54: error: unknown key 'hold_time' in control 'b'; it is a key of a button
            panel.yaml:6:7: error: unknown key 'line' in control 'c'; it is a key of toggle or sensor of control 'c'
            panel.yaml:6:41: error: unknown key 'debounce' in control 'c'; it is a key of sensor of control 'c'
            panel.yaml:6:56: error: unknown key 'led' in control 'c'; it is a key of a light
            panel.yaml:7:15: error: toggle of control 'd' does nothing; add line, timer, command, unit, mqtt or share
            panel.yaml:7:16: error: unknown key 'pulse' in toggle of control 'd'; it is a key of button of control 'd'
            panel.yaml:7:31: error: unknown key 'keypad' in control 'd'; it is a key of the panel
            panel.yaml:7:43: error: unknown key 'auto_lock' in control 'd'; it is a key of authentication of the panel
            panel.yaml:9:29: error: unknown key 'title' in button 'e'; it is a key of a control
            panel.yaml:10:1: error: unknown key 'interlock' in the panel; it is a key of a control
            """#),
        BrokenFile(
            "things that a file has in another form",
            #"""
            name: Test
            domain: org.example.test
            pins: {alice: 1234}
            relays: [GPIO18]
            controls:
              a: {title: A, relay: GPIO18}
              b: {title: B, toggle: {line: GPIO19}, type: switch}
            buttons:
              c: {line: GPIO17, control: a}
            lights:
              d: {line: GPIO26, control: a, brightness: 50}
            authentication: {users: {}}
            """#,
            #"""
            panel.yaml:3:1: error: unknown key 'pins' in the panel; people and their PINs are no part of the file: 'holdfast pin add NAME' gives a PIN
            panel.yaml:4:1: error: unknown key 'relays' in the panel; an output is a control: write 'controls: {NAME: {toggle: {line: LINE}}}'
            panel.yaml:6:17: error: unknown key 'relay' in control 'a'; write 'toggle: {line: LINE}'
            panel.yaml:7:41: error: unknown key 'type' in control 'b'; the action is the type: write 'toggle' for on and off, or 'button' for what is done once
            panel.yaml:9:21: error: unknown key 'control' in button 'c'; write 'hold'
            panel.yaml:11:21: error: unknown key 'control' in light 'd'; write 'shows'
            panel.yaml:11:33: error: unknown key 'brightness' in light 'd'; a light with 'led' is darker in some hours: write 'dim: {from: "22:00", until: "07:00", to: 20%}'
            panel.yaml:12:18: error: unknown key 'users' in authentication of the panel; people and their PINs are no part of the file: 'holdfast pin add NAME' gives a PIN
            """#),
        BrokenFile(
            "habits from elsewhere",
            #"""
            name: Test
            domain: org.example.test
            controls:
              a: {toggle: {pin: GPIO1, inverted: true}, icon: fan, color: red, name: A}
              b: {button: {pulse: GPIO2, duration: 1s, active_low: false}}
            buttons:
              c: {gpio: GPIO3, pull_up: true, press: a}
              d: {line: GPIO4, pull_up: false, pulldown: true, double_press: a, long_press: b}
              e: {line: GPIO5, tap: a}
              f: {line: GPIO6, hold: a, tap: b}
              g: {line: GPIO7, on_hold: a, longpress: b}
            """#,
            #"""
            panel.yaml:4:16: error: unknown key 'pin' in toggle of control 'a'; write 'line'
            panel.yaml:4:28: error: unknown key 'inverted' in toggle of control 'a'; write 'active: low'
            panel.yaml:4:45: error: unknown key 'icon' in control 'a'; write 'symbol'
            panel.yaml:4:56: error: unknown key 'color' in control 'a'; write 'tint'
            panel.yaml:4:68: error: unknown key 'name' in control 'a'; write 'title'
            panel.yaml:5:30: error: unknown key 'duration' in button of control 'b'; write 'for'
            panel.yaml:5:44: error: unknown key 'active_low' in button of control 'b'; write 'active: high'
            panel.yaml:7:7: error: unknown key 'gpio' in button 'c'; write 'line'
            panel.yaml:7:20: error: unknown key 'pull_up' in button 'c'; write 'pull: up'
            panel.yaml:7:35: error: unknown key 'press' in button 'c'; write 'hold'
            panel.yaml:8:20: error: unknown key 'pull_up' in button 'd'; write 'pull: none'
            panel.yaml:8:36: error: unknown key 'pulldown' in button 'd'; write 'pull: down'
            panel.yaml:8:52: error: unknown key 'double_press' in button 'd'; write 'double_tap'
            panel.yaml:8:69: error: unknown key 'long_press' in button 'd'; write 'long_hold'
            panel.yaml:9:20: error: unknown key 'tap' in button 'e'; a tap shows the hint of what a hold performs: write 'hold', or 'double_tap' for two
            panel.yaml:10:29: error: unknown key 'tap' in button 'f'; a tap shows the hint of what a hold performs: write 'hold', or 'double_tap' for two
            panel.yaml:11:20: error: unknown key 'on_hold' in button 'g'; write 'hold'
            panel.yaml:11:32: error: unknown key 'longpress' in button 'g'; write 'long_hold'
            """#),
    ]
}
