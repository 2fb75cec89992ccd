import Holdfast

/// The extension that the tests run. `SAMPLE_INVALID` makes it one that cannot be.
@main
struct SampleExtension: WidgetBundle {
    var body: some Widget {
        Lamp()
        Clock()
        Door()
        Bell()
        Camera()
        RoomLight()
        if Variable.isSet("SAMPLE_INVALID") {
            Lamp()
            Malformed()
        }
    }
}

/// No control: a panel has no place for it.
struct Clock: Widget {
    var body: some WidgetConfiguration { EmptyWidgetConfiguration() }
}

struct Malformed: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "lamp") {
            ControlWidgetButton(action: Ring()) {
                Text("Lamp")
            }
        }
    }
}
