import Controls
import Testing

@Suite @MainActor
struct DeclarationTests {
    @Test("C1 a bundle lists its controls; an ordinary widget compiles, is not listed, and a note says so")
    func bundle() throws {
        let bundle = ResolvedBundle(CarBundle(), name: "Car")
        #expect(!bundle.controls.contains { $0.kind.contains("Clock") })
        #expect(bundle.unlisted == [.ordinaryWidget(place: "Clock, widget 2 of CarBundle")])
        #expect(
            bundle.unlisted.map(\.description) == [
                "Clock, widget 2 of CarBundle is not shown: a panel shows controls, and this widget is none"
            ])
    }

    @Test("C1 a control is a widget, and its body may use main actor code")
    func mainActor() throws {
        let widget: any Widget = GarageDoorOpener()
        #expect(widget is any ControlWidget)
        GarageDoor.isOpen = true
        #expect(ResolvedControl(GarageDoorOpener(), defaultName: "Car")?.preview.isOn == true)
    }

    @Test("C2 the gallery has the controls in the bundle's order")
    func order() throws {
        let kinds = ResolvedBundle(CarBundle(), name: "Car").controls.map(\.kind)
        #expect(
            kinds == ["com.example.car.trunk", "com.yourcompany.GarageDoorOpener", "com.example.MyApp.TimerToggle"])
        #expect(ResolvedBundle(CarBundle(), name: "Car")["com.example.car.trunk"]?.kind == kinds[0])
    }

    @Test(
        "C3 a kind is in reverse-DNS form, in any letter case",
        arguments: ["org.example", "com.example.MyApp.TimerToggle", "org.example.hallway.lock-now", "a.b_c", "1.2"])
    func wellFormedKind(kind: String) {
        #expect(ControlKind.isWellFormed(kind))
    }

    @Test(
        "C3 a kind that is not in reverse-DNS form is refused",
        arguments: [
            "", "flashlight", ".org.example", "org.example.", "org..example", "org.-a", "org.a-", "org.exam ple",
            "org.exämple", "org/example.a", "org.example\n", "org." + String(repeating: "a", count: 64),
            String(repeating: "a.", count: 126) + "bc",
        ])
    func malformedKind(kind: String) {
        #expect(!ControlKind.isWellFormed(kind))
    }

    @Test("C3 a kind has at most 253 characters, in labels of at most 63")
    func longestKind() {
        let label = String(repeating: "a", count: 63)
        #expect(ControlKind.isWellFormed("\(label).\(label).\(label).\(label.dropLast(2))"))
        #expect(!ControlKind.isWellFormed("\(label).\(label).\(label).\(label.dropLast())"))
    }

    @Test("C3 controls with duplicate, empty and malformed kinds are left out, with their places; the others stay")
    func refusedKinds() {
        let bundle = ResolvedBundle(Faulty(), name: "Faulty")
        #expect(bundle.controls.map(\.kind) == ["org.example.first", "Lamp"])
        #expect(bundle.refused.map(\.kind) == ["", "La mp", "org.example.first"])
        #expect(
            bundle.refused.map(\.problem.description) == [
                "Kindless, widget 2 of Faulty: the kind is empty; it is the control's identity, such as "
                    + "org.example.hallway.flashlight",
                "Malformed, widget 3 of Faulty: the kind 'La mp' is not made of labels between dots, each of 1 to 63 "
                    + "letters, digits, '-' and '_', without '-' at its ends, and 253 characters in all",
                "Copy, widget 5 of Faulty: the kind 'org.example.first' is already that of First, widget 1 of Faulty",
            ])
    }

    @Test("C4 display name and description are shown; without a display name the extension's name is")
    func names() throws {
        let timer = try #require(ResolvedControl(TimerToggle(), defaultName: "Focus")).preview.snapshot()
        #expect(timer.displayName == "Productivity Timer")
        #expect(timer.controlDescription == "Start and stop a productivity timer.")
        let garage = try #require(ResolvedControl(GarageDoorOpener(), defaultName: "Car")).preview.snapshot()
        #expect(garage.displayName == "Car")
        #expect(garage.controlDescription == nil)
    }

    @Test("C10 a control of the empty configuration or the empty template is not listed")
    func empty() throws {
        let bundle = ResolvedBundle(Empties(), name: "Empties")
        #expect(bundle.controls.isEmpty)
        #expect(
            bundle.unlisted == [
                .emptyControl(place: "NoConfiguration, widget 1 of Empties"),
                .emptyControl(place: "NoTemplate, widget 2 of Empties"),
            ])
    }

    @Test("C10 a bundle takes conditions and availability, and may be empty")
    func conditions() throws {
        #expect(ResolvedBundle(Conditional(), name: "C").controls.map(\.kind) == ["org.example.first"])
        #expect(ResolvedBundle(Nothing(), name: "N").controls.isEmpty)
    }

    @Test("C10 custom configurations and templates are composed of the provided ones")
    func composed() throws {
        let control = try #require(ResolvedControl(Composed(), defaultName: "Panel"))
        #expect(control.kind == "org.example.composed")
        #expect(control.preview.snapshot().displayName == "Composed")
        #expect(control.preview.snapshot().title == "Bell")
        #expect(control.preview.snapshot().tint == .orange)
    }
}

private struct First: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.first") { ControlWidgetButton(action: Ring()) { Text("First") } }
    }
}

private struct Copy: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.first") { ControlWidgetButton(action: Ring()) { Text("Copy") } }
    }
}

private struct Kindless: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "") { ControlWidgetButton(action: Ring()) { Text("Kindless") } }
    }
}

private struct Malformed: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "La mp") { ControlWidgetButton(action: Ring()) { Text("Malformed") } }
    }
}

private struct Undotted: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "Lamp") { ControlWidgetButton(action: Ring()) { Text("Undotted") } }
    }
}

private struct Faulty: WidgetBundle {
    var body: some Widget {
        First()
        Kindless()
        Malformed()
        Undotted()
        Copy()
    }
}

private struct NoConfiguration: ControlWidget {
    var body: some ControlWidgetConfiguration {
        EmptyControlWidgetConfiguration().displayName("None")
    }
}

private struct NoTemplate: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.none") { EmptyControlWidgetTemplate().tint(.red) }
    }
}

private struct Empties: WidgetBundle {
    var body: some Widget {
        NoConfiguration()
        NoTemplate()
    }
}

private struct Conditional: WidgetBundle {
    let both = false

    @WidgetBundleBuilder var body: some Widget {
        if both {
            TimerToggle()
            OpenTrunk()
        }
        if #available(iOS 18, *) {
            First()
        }
    }
}

private struct Nothing: WidgetBundle {
    var body: some Widget {}
}

private struct Bell: ControlWidgetTemplate {
    var body: some ControlWidgetTemplate {
        ControlWidgetButton(action: Ring()) { BellLabel() }.tint(.orange)
    }
}

private struct BellLabel: View {
    var body: some View {
        Label("Bell", systemImage: "bell")
    }
}

private struct BellConfiguration: ControlWidgetConfiguration {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.composed") { Bell() }
    }
}

private struct Composed: ControlWidget {
    var body: some ControlWidgetConfiguration {
        BellConfiguration().displayName("Composed")
    }
}
