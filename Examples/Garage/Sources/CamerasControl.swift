import AppIntents
import SwiftUI
import WidgetKit

/// A control that leads somewhere. Its intent needs no `perform()`: that the target opens is all.
struct CamerasControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.garage.cameras") {
            ControlWidgetButton(action: OpenView(.cameras)) {
                Label("Cameras", systemImage: "web.camera")
            }
        }
        .displayName("Cameras")
    }
}

enum GarageView: String, AppEnum {
    case cameras, history

    static var typeDisplayRepresentation: TypeDisplayRepresentation = "View"
    static var caseDisplayRepresentations: [GarageView: DisplayRepresentation] = [
        .cameras: "Cameras", .history: "History",
    ]
}

struct OpenView: OpenIntent {
    static var title: LocalizedStringResource = "Open View"

    @Parameter(title: "View")
    var target: GarageView

    init() {}

    init(_ target: GarageView) {
        self.target = target
    }
}
