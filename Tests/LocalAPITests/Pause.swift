import EventLoop
import MonotonicTime

/// Waits for real time to pass on the panel's loop.
@PanelActor
func pause(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
        EventLoop.panel.makeTimer { continuation.resume() }.arm(at: EventLoop.panel.now.advanced(by: duration))
    }
}
