import Controls
import Testing

struct HintTests {
    @Test("H1 the hint of a control button is Hold for 'NAME', with the display name")
    @MainActor
    func button() throws {
        let bell = try evaluate(displayName: "Door Bell") { ControlWidgetButton(action: Ring()) { Text("Ring") } }
        #expect(bell.snapshot().hint == "Hold for 'Door Bell'")
    }

    @Test("H2 the hint of a control button that opens a view is Hold to Open NAME")
    func openButton() {
        #expect(ControlHint.button(displayName: "Notes", opensView: true).text == "Hold to Open Notes")
    }

    @Test(
        "H3 the hint of a toggle is Hold to Turn On or Off 'NAME'",
        arguments: [(false, "Hold to Turn On 'Lamp'"), (true, "Hold to Turn Off 'Lamp'")])
    @MainActor
    func toggle(isOn: Bool, hint: String) throws {
        let plain = try evaluate { ControlWidgetToggle(isOn: isOn, action: SetLamp()) { Text("Title") } }
        #expect(plain.snapshot().hint == hint)
        let symbolOnly = try evaluate {
            ControlWidgetToggle("Title", isOn: isOn, action: SetLamp()) { Image(systemName: $0 ? "sun.max" : "moon") }
        }
        #expect(symbolOnly.snapshot().hint == hint)
    }

    @Test(
        "H4 the hint of a toggle with its own value text is Hold for TEXT, of the state after the hold",
        arguments: [(false, "Hold for Lights On"), (true, "Hold for Lights Off")])
    @MainActor
    func valueText(isOn: Bool, hint: String) throws {
        let lights = try evaluate {
            ControlWidgetToggle("Lights", isOn: isOn, action: SetLamp()) { Text($0 ? "Lights On" : "Lights Off") }
        }
        #expect(lights.snapshot().hint == hint)
    }

    @Test("H5 an action hint for the state after the hold takes precedence")
    @MainActor
    func actionHint() throws {
        for (isOn, hint) in [(false, "Hold to Start"), (true, "Hold to Stop")] {
            let timer = try evaluate {
                ControlWidgetToggle("Timer", isOn: isOn, action: SetLamp()) {
                    Text($0 ? "Running" : "Stopped").controlWidgetActionHint($0 ? "Start" : "Stop")
                }
            }
            #expect(timer.snapshot().hint == hint)
        }
    }

    @Test("H5 an action hint may be on a button's label, its action label, or a toggle's label")
    @MainActor
    func actionHintPlaces() throws {
        let hints = [
            try evaluate {
                ControlWidgetButton(action: Ring()) { Text("Door").controlWidgetActionHint("Unlock the Door") }
            },
            try evaluate {
                ControlWidgetButton("Door", action: Ring()) {
                    Text($0 ? "…" : "").controlWidgetActionHint(Text("Knock"))
                }
            },
            try evaluate {
                ControlWidgetButton("Door", action: Ring()) {
                    if !$0 { Text("Shut").controlWidgetActionHint("Open" as LocalizedStringResource) }
                }
            },
            try evaluate {
                ControlWidgetToggle(isOn: true, action: SetLamp()) {
                    Text("Door").controlWidgetActionHint(String("Close It")).controlWidgetActionHint("Outer")
                }
            },
        ].map { $0.snapshot().hint }
        #expect(hints == ["Hold to Unlock the Door", "Hold to Knock", "Hold to Open", "Hold to Close It"])
    }

    @Test("H5 an action hint takes precedence also for a button that opens a view, and an empty one is ignored")
    func precedence() {
        #expect(
            ControlHint.button(displayName: "Notes", opensView: true, actionHint: "Take a Note").text
                == "Hold to Take a Note")
        #expect(ControlHint.button(displayName: "Notes", actionHint: "").text == "Hold for 'Notes'")
        #expect(
            ControlHint.toggle(isOn: true, displayName: "Lamp", nextValueText: "", nextActionHint: "").text
                == "Hold to Turn Off 'Lamp'")
        #expect(
            ControlHint.toggle(isOn: true, displayName: "Lamp", nextValueText: "Dark", nextActionHint: "Dim").text
                == "Hold to Dim")
    }

    @Test("H7 the status is that of the state after the action, or none if the control gives none")
    @MainActor
    func status() throws {
        for (isOn, status) in [(false, "Timer started"), (true, "Timer stopped")] {
            let timer = try evaluate {
                ControlWidgetToggle("Timer", isOn: isOn, action: SetLamp()) {
                    Text($0 ? "Running" : "Stopped").controlWidgetStatus($0 ? "Timer started" : "Timer stopped")
                }
            }
            #expect(timer.snapshot().status == status)
        }
        #expect(try evaluate { ControlWidgetButton(action: Ring()) { Text("Bell") } }.snapshot().status == nil)
    }
}
