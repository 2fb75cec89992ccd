import SwiftUI
import WidgetKit

@main
struct Launchpad: WidgetBundle {
    var body: some Widget {
        OpenControl()
        OpenAgainControl()
        HelpControl()
    }
}

enum LaunchpadKind {
    static let open = "org.example.launchpad.open"
    static let again = "org.example.launchpad.again"
    static let help = "org.example.launchpad.help"
}
