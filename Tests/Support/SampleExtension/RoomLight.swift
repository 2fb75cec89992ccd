import Holdfast

/// A configurable control, with an entity that its query finds.
struct RoomLight: ControlWidget {
    nonisolated static let kind = "org.example.sample.room"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, intent: SelectRoom.self) { configuration in
            ControlWidgetButton(action: LightRoom(configuration.room)) {
                Text(configuration.room.name)
            }
        }
        .displayName("Room Light")
        .promptsForUserConfiguration()
        .pushHandler(RoomPushes.self)
    }
}

struct Room: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Room"
    static let defaultQuery = RoomQuery()

    let id: String
    let name: String

    var displayRepresentation: DisplayRepresentation { "\(name)" }
}

struct RoomQuery: EntityQuery {
    private let rooms = [Room(id: "kitchen", name: "Kitchen"), Room(id: "hall", name: "Hall")]

    func entities(for identifiers: [String]) async throws -> [Room] {
        rooms.filter { identifiers.contains($0.id) }
    }

    func suggestedEntities() async throws -> [Room] { rooms }
}

struct SelectRoom: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Select Room"

    @Parameter(title: "Room") var room: Room
}

struct LightRoom: AppIntent {
    static let title: LocalizedStringResource = "Light Room"

    @Parameter(title: "Room") var room: Room

    init() {}

    init(_ room: Room) {
        self.room = room
    }

    func perform() async throws -> some IntentResult {
        ControlCenter.shared.reloadControls(ofKind: Lamp.kind)
        return .result()
    }
}

struct RoomPushes: ControlPushHandler {
    func pushTokensDidChange(controls: [ControlInfo]) {
        let rooms = controls.compactMap { $0.configurationIntent(of: SelectRoom.self)?.room.name }
        try? SharedContainer.shared.set(rooms, forKey: "pushed")
    }
}
