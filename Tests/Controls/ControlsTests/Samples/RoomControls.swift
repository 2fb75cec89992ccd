import Controls
import Synchronization

enum Room: String, AppEnum {
    case kitchen, hall, attic

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Room"
    static let caseDisplayRepresentations: [Room: DisplayRepresentation] = [
        .kitchen: "Kitchen",
        .hall: DisplayRepresentation(
            title: "Hall", subtitle: "Downstairs", image: .init(systemName: "door.left.hand.open")),
    ]
}

struct OpenRoom: OpenIntent {
    static let title: LocalizedStringResource = "Open Room"

    @Parameter(title: "Room") var target: Room

    init() {}

    init(_ room: Room) {
        target = room
    }
}

struct SelectRoom: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Select Room"

    @Parameter(title: "Room") var room: Room
    @Parameter(title: "Brightness", default: 80) var brightness: Int
}

struct RoomLight: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: "org.example.room.light", provider: RoomLightProvider()) { light in
            ControlWidgetToggle(light.room.rawValue, isOn: light.isOn, action: SetRoomLight(light.room)) {
                Text($0 ? "\(light.brightness) percent" : "Dark")
            }
        }
        .displayName("Light")
        .promptsForUserConfiguration()
    }
}

struct RoomLightState {
    var room: Room
    var brightness: Int
    var isOn: Bool
}

struct RoomLightProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectRoom) -> RoomLightState {
        RoomLightState(room: configuration.room, brightness: configuration.brightness, isOn: false)
    }

    func currentValue(configuration: SelectRoom) async throws -> RoomLightState {
        RoomLightState(
            room: configuration.room, brightness: configuration.brightness,
            isOn: House.current.lit.withLock { $0.contains(configuration.room) })
    }
}

struct SetRoomLight: SetValueIntent {
    static let title: LocalizedStringResource = "Room Light"

    @Parameter(title: "On") var value: Bool
    @Parameter(title: "Room") var room: Room

    init() {}

    init(_ room: Room) {
        self.room = room
    }

    func perform() async throws -> some IntentResult {
        House.current.lit.withLock { lit in
            if value { _ = lit.insert(room) } else { _ = lit.remove(room) }
        }
        return .result()
    }
}

/// The lights of a house, separate for each test.
final class House: Sendable {
    @TaskLocal static var current = House()
    let lit = Mutex<Set<Room>>([])
}
