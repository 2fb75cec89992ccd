// Declarations that several rows use. They are rows of no table.
import AppIntents
import SwiftUI
import WidgetKit

struct Ring: AppIntent {
    static let title: LocalizedStringResource = "Ring"

    func perform() async throws -> some IntentResult { .result() }
}

struct SwitchLamp: SetValueIntent {
    static let title: LocalizedStringResource = "Lamp"

    @Parameter(title: "On") var value: Bool

    func perform() async throws -> some IntentResult { .result() }
}

enum Room: String, AppEnum {
    case kitchen, hall

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Room"
    static let caseDisplayRepresentations: [Room: DisplayRepresentation] = [.kitchen: "Kitchen", .hall: "Hall"]
}

struct Door: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Door"
    static let defaultQuery = DoorQuery()

    let id: Int
    var name: String

    var displayRepresentation: DisplayRepresentation { "\(name)" }
}

struct DoorQuery: EntityQuery {
    func entities(for identifiers: [Int]) async throws -> [Door] { [] }
}

struct SelectRoom: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Select Room"

    @Parameter(title: "Room") var room: Room
}

struct ShowRoom: OpenIntent {
    static let title: LocalizedStringResource = "Show Room"

    @Parameter(title: "Room") var target: Room
}

@MainActor func bellTemplate() -> some ControlWidgetTemplate {
    ControlWidgetButton(action: Ring()) { Text("Bell") }
}

@MainActor func bellConfiguration() -> some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "bell") { bellTemplate() }
}

@MainActor func bellLabel() -> some View {
    Label("Bell", systemImage: "bell")
}
