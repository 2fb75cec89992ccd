import Controls

// Written as an app's controls, several in a file, after Apple's own examples.

struct GarageDoorOpener: ControlWidget {
    var body: some ControlWidgetConfiguration {
        let kind = "com.yourcompany.GarageDoorOpener"

        StaticControlConfiguration(
            kind: kind
        ) {
            let isOpen = GarageDoor.isOpen

            ControlWidgetToggle(
                "Garage Door",
                isOn: isOpen,
                action: ToggleGarageDoor()
            ) {
                Label(
                    $0 ? "Open" : "Closed",
                    systemImage: $0 ? "door.garage.open" : "door.garage.closed"
                )
            }
        }
    }
}

@MainActor
enum GarageDoor {
    static var isOpen = true
}

struct ToggleGarageDoor: SetValueIntent {
    static let title: LocalizedStringResource = "Garage Door"
    static let description: IntentDescription? = "Opens and closes the garage door."
    static let authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication
    static let isDiscoverable = false

    @Parameter(title: "Open", description: "Whether the door is to be open")
    var value: Bool

    init() {}

    init(open: Bool) {
        value = open
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        GarageDoor.isOpen = value
        return .result()
    }
}

struct OpenTrunk: ControlWidget {
    static let kind: String = "com.example.car.trunk"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind) {
            ControlWidgetButton(action: OpenTrunkIntent(car: "Beetle")) {
                Label("Open Trunk", systemImage: "car.side.rear.open.crop")
            } actionLabel: { isActive in
                if isActive {
                    Text("Opening…")
                }
            }
        }
        .displayName("Trunk")
    }
}

struct OpenTrunkIntent: AppIntent {
    static let title: LocalizedStringResource = "Open Trunk"
    static let description = IntentDescription("Opens the trunk of a car.")

    @Parameter(title: "Car")
    var car: String

    @Parameter(title: "Note")
    var note: String?

    @Parameter(title: "Width", default: 2)
    var width: Int

    init() {}

    init(car: String) {
        self.car = car
    }

    func perform() throws -> some IntentResult {
        Journal.current.note("opened \(car), \(width), \(note ?? "no note")")
        return .result()
    }
}

struct Clock: Widget {
    var body: some WidgetConfiguration {
        EmptyWidgetConfiguration()
    }
}

struct CarBundle: WidgetBundle {
    var body: some Widget {
        OpenTrunk()
        Clock()
        if #available(iOS 18, macOS 15, *) {
            GarageDoorOpener()
        }
        TimerToggle()
    }
}
