import Glibc
import Holdfast

/// The extension that the tests run. With `SAMPLE_DEFAULTS` it has a further control; with `SAMPLE_INVALID` it has
/// controls that are left out; with `SAMPLE_CRASH` it prints two lines and
/// crashes.
@main
struct SampleExtension: WidgetBundle {
    init() {
        guard Variable.isSet("SAMPLE_CRASH") else { return }
        print("about to open the door")
        print("the door does not answer")
        abort()
    }

    var body: some Widget {
        Lamp()
        Clock()
        Door()
        Bell()
        Camera()
        RoomLight()
        if Variable.isSet("SAMPLE_DEFAULTS") { Defaults() }
        if Variable.isSet("SAMPLE_INVALID") {
            Lamp()
            Malformed()
        }
    }
}

/// A widget that is no control, so that the panel does not show it.
struct Clock: Widget {
    var body: some WidgetConfiguration { EmptyWidgetConfiguration() }
}

struct Malformed: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "la mp") {
            ControlWidgetButton(action: Ring()) {
                Text("Lamp")
            }
        }
    }
}
