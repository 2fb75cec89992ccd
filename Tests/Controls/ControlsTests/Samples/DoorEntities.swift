import Controls
import Synchronization

/// The doors of a building, separate for each test.
final class Building: Sendable {
    struct State: Sendable {
        var doors = [Door(id: 1, name: "Front"), Door(id: 2, name: "Back"), Door(id: 3, name: "Cellar")]
        var isUnreachable = false
        var defaultDoor: Int?
        /// The identifiers of each query.
        var questions: [[Int]] = []
    }

    @TaskLocal static var current = Building()
    let state = Mutex(State())

    func find(_ identifiers: [Int]) throws -> [Door] {
        try state.withLock { state in
            state.questions.append(identifiers)
            if state.isUnreachable { throw Unreachable() }
            // The order differs from that of the query.
            return state.doors.filter { identifiers.contains($0.id) }
        }
    }

    func all() throws -> [Door] {
        try state.withLock { state in
            if state.isUnreachable { throw Unreachable() }
            return state.doors
        }
    }

    struct Unreachable: Error {}
}

struct Door: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Door"
    static let defaultQuery = DoorQuery()

    let id: Int
    var name: String

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", subtitle: "Number \(id)")
    }
}

struct DoorQuery: EntityQuery {
    func entities(for identifiers: [Int]) async throws -> [Door] {
        try Building.current.find(identifiers)
    }

    func suggestedEntities() async throws -> [Door] {
        try Building.current.all()
    }

    func defaultResult() async -> Door? {
        Building.current.state.withLock { state in state.doors.first { $0.id == state.defaultDoor } }
    }
}

/// A parameter's own query.
struct GlassDoorQuery: EnumerableEntityQuery {
    func allEntities() async throws -> [Door] {
        [Door(id: 8, name: "Glass")]
    }
}

struct UnlockDoors: AppIntent {
    static let title: LocalizedStringResource = "Unlock"

    @Parameter(title: "Door") var door: Door
    @Parameter(title: "Others") var others: [Door]?
    @Parameter(title: "Glass Door", query: GlassDoorQuery()) var glass: Door?

    init() {}

    init(_ door: Door) {
        self.door = door
    }

    func perform() async throws -> some IntentResult {
        let names = [door.name] + (others ?? []).map(\.name) + [glass?.name ?? "no glass"]
        Journal.current.note("unlocked " + names.joined(separator: ", "))
        return .result()
    }
}

struct OpenDoor: OpenIntent {
    static let title: LocalizedStringResource = "Show Door"

    @Parameter(title: "Door") var target: Door
}

struct SelectDoor: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Select Door"

    @Parameter(title: "Door") var door: Door
}

struct DoorProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectDoor) -> Door {
        configuration.door
    }

    func currentValue(configuration: SelectDoor) async throws -> Door {
        configuration.door
    }
}

struct DoorControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: "org.example.door", provider: DoorProvider()) { door in
            ControlWidgetButton(action: UnlockDoors(door)) { Text(door.name) }
        }
        .displayName("Door")
    }
}

struct DoorBundle: WidgetBundle {
    var body: some Widget {
        DoorControl()
        TimerToggle()
    }
}
