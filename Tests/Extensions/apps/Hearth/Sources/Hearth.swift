import SwiftUI
import WidgetKit

@main
struct Hearth: WidgetBundle {
    var body: some Widget {
        LightControl()
        CoverControl()
        AllLightsOffControl()
    }
}

/// The kinds of the controls. People's placements last as long as these stay the same.
enum HearthKind {
    static let light = "org.example.hearth.light"
    static let cover = "org.example.hearth.cover"
    static let allLightsOff = "org.example.hearth.all-off"
}
