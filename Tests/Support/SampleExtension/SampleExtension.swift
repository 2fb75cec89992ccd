import Glibc
import Holdfast

/// The extension that the tests run. `SAMPLE_INVALID` makes it one that cannot be, `SAMPLE_CRASH` one that prints two lines and
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
