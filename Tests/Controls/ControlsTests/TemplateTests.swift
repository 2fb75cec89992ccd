import Controls
import Testing

@Suite @MainActor
struct TemplateTests {
    private let name = "Lamp \(1)"
    private let resource: LocalizedStringResource = "Lamp"

    @Test("C5 a button shows its label, and its action label only while it runs")
    func buttonLabels() throws {
        let trunk = try #require(ResolvedControl(OpenTrunk(), defaultName: "Car")).preview
        #expect(trunk.snapshot().template == .button)
        #expect(trunk.snapshot().title == "Open Trunk")
        #expect(trunk.snapshot().symbol == .system("car.side.rear.open.crop"))
        #expect(trunk.snapshot().valueText == nil)
        #expect(trunk.snapshot(isRunning: true).valueText == "Opening…")
        #expect(trunk.snapshot(isRunning: true).isRunning)
        #expect(trunk.snapshot(isRunning: true).symbol == .system("car.side.rear.open.crop"))
    }

    @Test("C5 actionLabel gets true while the action runs, also for the symbol")
    func actionLabelSymbol() throws {
        let bell = try evaluate {
            ControlWidgetButton("Bell", action: Ring()) { isActive in
                Image(systemName: isActive ? "bell.fill" : "bell")
                if isActive {
                    Text("Ringing")
                }
            }
        }
        #expect(bell.snapshot().title == "Bell")
        #expect(bell.snapshot().symbol == .system("bell"))
        #expect(bell.snapshot(isRunning: true).symbol == .system("bell.fill"))
        #expect(bell.snapshot(isRunning: true).valueText == "Ringing")
    }

    @Test("C5 a button without action label looks the same while it runs")
    func noActionLabel() throws {
        let bell = try evaluate { ControlWidgetButton(action: Ring()) { Label("Bell", image: "brass-bell") } }
        #expect(bell.snapshot(isRunning: true).valueText == nil)
        #expect(bell.snapshot(isRunning: true).symbol == .custom("brass-bell"))
    }

    @Test("C6 without a value label the value text is On or Off", arguments: [(true, "On"), (false, "Off")])
    func defaultValueText(isOn: Bool, text: String) throws {
        let lamp = try evaluate { ControlWidgetToggle(isOn: isOn, action: SetLamp()) { Text("Lamp") } }
        #expect(lamp.snapshot().template == .toggle(isOn: isOn))
        #expect(lamp.snapshot().valueText == text)
    }

    @Test("C6 with a value label, title and value are separate")
    func valueLabel() throws {
        let lamp = try evaluate {
            ControlWidgetToggle(isOn: true, action: SetLamp()) {
                Label("Lamp", systemImage: "lightbulb")
            } valueLabel: { isOn in
                Text(isOn ? "Bright" : "Dark")
            }
        }
        #expect(lamp.snapshot().title == "Lamp")
        #expect(lamp.snapshot().symbol == .system("lightbulb"))
        #expect(lamp.snapshot().valueText == "Bright")
    }

    @Test("C6 titles are keys, resources and strings")
    func titles() throws {
        let titles = [
            try evaluate { ControlWidgetToggle("Lamp", isOn: true, action: SetLamp()) { _ in EmptyView() } },
            try evaluate { ControlWidgetToggle(resource, isOn: true, action: SetLamp()) { _ in EmptyView() } },
            try evaluate { ControlWidgetToggle(name, isOn: true, action: SetLamp()) { _ in EmptyView() } },
            try evaluate { ControlWidgetToggle(.init("Lamp"), isOn: true, action: SetLamp()) { _ in EmptyView() } },
            try evaluate { ControlWidgetButton(resource, action: Ring()) { _ in EmptyView() } },
            try evaluate { ControlWidgetButton(name.dropLast(2), action: Ring()) { _ in EmptyView() } },
        ].map { $0.snapshot().title }
        #expect(titles == ["Lamp", "Lamp", "Lamp 1", "Lamp", "Lamp", "Lamp"])
    }

    @Test("C7 a value label is evaluated for the shown state, and its symbol and text follow the state")
    func valueLabelByState() throws {
        for isOn in [true, false] {
            let lamp = try evaluate {
                ControlWidgetToggle("Lamp", isOn: isOn, action: SetLamp()) { isOn in
                    switch isOn {
                    case true: Label("Bright", systemImage: "lightbulb.fill")
                    case false: Label("Dark", image: "broken-bulb")
                    }
                }
            }
            #expect(lamp.snapshot().valueText == (isOn ? "Bright" : "Dark"))
            #expect(lamp.snapshot().symbol == (isOn ? .system("lightbulb.fill") : .custom("broken-bulb")))
        }
    }

    @Test("C7 a label is a Label, an Image, a Text, an EmptyView, or a view of these")
    func labels() throws {
        let image = try evaluate { ControlWidgetButton(action: Ring()) { Image(systemName: "bell") } }.snapshot()
        #expect((image.title, image.symbol) == ("Lamp", .system("bell")))
        let nothing = try evaluate { ControlWidgetButton(action: Ring()) { EmptyView() } }.snapshot()
        #expect((nothing.title, nothing.symbol) == ("Lamp", nil))
        let both = try evaluate {
            ControlWidgetButton(action: Ring()) {
                Label {
                    Text(verbatim: "Bell")
                } icon: {
                    Image("brass-bell")
                }
            }
        }.snapshot()
        #expect((both.title, both.symbol) == ("Bell", .custom("brass-bell")))
        let valueIsSymbol = try evaluate {
            ControlWidgetToggle("Lamp", isOn: true, action: SetLamp()) { Image(systemName: $0 ? "sun.max" : "moon") }
        }.snapshot()
        #expect((valueIsSymbol.valueText, valueIsSymbol.symbol) == ("On", .system("sun.max")))
    }

    @Test("C8 a template's tint, disabled and privacySensitive are effective")
    func templateModifiers() throws {
        let lamp = try evaluate {
            ControlWidgetToggle(isOn: true, action: SetLamp()) { Text("Lamp") }
                .tint(.purple).disabled(true).privacySensitive()
        }.snapshot()
        #expect(lamp.tint == .purple)
        #expect(lamp.isDisabled)
        #expect(lamp.privacy == ControlSnapshot.Privacy(state: true))
    }

    @Test("C8 the innermost tint counts, and an outer modifier cannot undo disabled or private")
    func modifiersTwice() throws {
        let lamp = try evaluate {
            ControlWidgetToggle(isOn: true, action: SetLamp()) {
                Text("Lamp").privacySensitive(false).privacySensitive()
            }
            .tint(nil).tint(.red).disabled(true).disabled(false).privacySensitive(true).privacySensitive(false)
        }.snapshot()
        #expect(lamp.tint == .blue)
        #expect(lamp.isDisabled)
        #expect(lamp.privacy == ControlSnapshot.Privacy(state: true, label: true))
    }

    @Test("C8 tint on a label has no effect, and disabled on a label does not disable the control")
    func labelModifiers() throws {
        let lamp = try evaluate {
            ControlWidgetToggle("Lamp", isOn: true, action: SetLamp()) { _ in
                Text("Value").tint(.red).disabled(true).privacySensitive()
            }
        }.snapshot()
        #expect(lamp.tint == .blue)
        #expect(!lamp.isDisabled)
        #expect(lamp.privacy == ControlSnapshot.Privacy(valueLabel: true))
    }

    @Test("C8 a disabled control does not perform")
    func disabled() async throws {
        let bell = try evaluate { ControlWidgetButton(action: Ring()) { Text("Bell") }.disabled(true) }
        let journal = Journal()
        await Journal.$current.withValue(journal) {
            await #expect(throws: ControlRefusal.disabled(kind: "org.example.lamp")) {
                try await bell.performAction()
            }
        }
        #expect(journal.entries.isEmpty)
    }

    @Test("C8 the status is that of the state after the action", arguments: [true, false])
    func status(isOn: Bool) throws {
        let door = try evaluate {
            ControlWidgetToggle("Door", isOn: isOn, action: SetLamp()) {
                Text($0 ? "Open" : "Shut").controlWidgetStatus($0 ? "Opening" : "Shutting")
            }
        }
        #expect(door.snapshot().status == (isOn ? "Shutting" : "Opening"))
        let button = try evaluate { ControlWidgetButton(action: Ring()) { Text("Door").controlWidgetStatus(resource) } }
        #expect(button.snapshot().status == "Lamp")
        #expect(try evaluate { ControlWidgetButton(action: Ring()) { Text("Door") } }.snapshot().status == nil)
    }

    @Test("C7 views around the parts of a label do not change its text or symbol")
    func stacks() throws {
        let bell = try evaluate {
            ControlWidgetButton(action: Ring()) {
                HStack(spacing: 4) {
                    Image(systemName: "bell").imageScale(.large)
                    Spacer()
                    VStack { ForEach(["Bell", "Door"], id: \.self) { Text($0).font(.headline) } }
                }
                .padding()
                .foregroundStyle(.secondary)
            }
        }.snapshot()
        #expect((bell.title, bell.symbol) == ("Bell", .system("bell")))
    }
}
