import EventLoop
import Indicators

/// A light on lines of the panel's board.
@PanelActor
protocol PanelLightSink: LightSink {
    /// Its lines.
    var outputs: [OutputChannel] { get }
}

extension PanelLightSink {
    /// Whether all of it is there.
    var isHeld: Bool { outputs.allSatisfy(\.isHeld) }
}
