import Holdfast

/// A button that asks for a confirmation, then for a value, and then opens a target.
struct Door: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.sample.door") {
            ControlWidgetButton(action: OpenDoor()) {
                Label("Door", systemImage: "door.left.hand.closed")
            } actionLabel: { isActive in
                Text(isActive ? "Opening…" : "Closed")
            }
            .privacySensitive()
        }
    }
}

struct OpenDoor: AppIntent {
    static let title: LocalizedStringResource = "Open Door"
    static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
    static let isDiscoverable = false

    @Parameter(title: "Guest") var guest: Guest?

    func perform() async throws -> some IntentResult & OpensIntent {
        try await requestConfirmation(dialog: "Let somebody in?")
        _ = try await $guest.requestValue("Who is it?")
        return .result(opensIntent: ShowDoor(.camera))
    }
}

enum Guest: String, AppEnum {
    case friend, postman

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Guest"
    static let caseDisplayRepresentations: [Guest: DisplayRepresentation] = [.friend: "Friend", .postman: "Postman"]
}

enum DoorView: String, AppEnum {
    case camera

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "View"
    static let caseDisplayRepresentations: [DoorView: DisplayRepresentation] = [.camera: "Camera"]
}

struct ShowDoor: OpenIntent {
    static let title: LocalizedStringResource = "Show Door"

    @Parameter(title: "View") var target: DoorView

    init() {}

    init(_ target: DoorView) {
        self.target = target
    }
}
