import EventLoop
import Indicators
import MonotonicTime

/// The text display at the daemon's end.
extension Daemon {
    /// How long the end waits for the display, at most: well within the service manager's time for it.
    private static let displayPatience = Duration.seconds(1)

    /// Calls `end` once a display that was stopped is blank, which happens beside the loop, if it takes that at all.
    static func release(_ display: (any DisplaySink)?, then end: @escaping @PanelActor () -> Void) {
        guard let display, !display.isReleased else { return end() }
        var limit: PanelTimer?
        let finish: @PanelActor () -> Void = {
            limit?.cancel()
            limit = nil
            display.released = nil
            end()
        }
        display.released = finish
        limit = EventLoop.panel.makeTimer(finish)
        limit?.arm(at: EventLoop.panel.now.advanced(by: displayPatience))
    }
}
