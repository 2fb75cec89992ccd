import SwiftUI
import WidgetKit

@main
struct ProductivityTimer: WidgetBundle {
    var body: some Widget {
        TimerToggle()
    }
}
