import SwiftUI
import WidgetKit

@main
struct Brew: WidgetBundle {
    var body: some Widget {
        BrewControl()
        AddMinuteControl()
        BrewLiveActivity()
    }
}

enum BrewKind {
    static let timer = "org.example.brew.timer"
    static let addMinute = "org.example.brew.add-minute"
}
