import SwiftUI
import WidgetKit

@main
struct Garage: WidgetBundle {
    var body: some Widget {
        GarageDoorControl()
        CamerasControl()
        GateControl()
    }
}
