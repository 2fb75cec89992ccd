import SwiftUI
import WidgetKit

@main
struct Tunnel: WidgetBundle {
    var body: some Widget {
        TunnelToggle()
        ServerControl()
    }
}
