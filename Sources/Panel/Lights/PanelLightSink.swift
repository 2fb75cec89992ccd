import EventLoop
import Indicators

/// What a light of the panel is made of: lines of its board, or an LED of the kernel.
@PanelActor
protocol PanelLightSink: LightSink {
    /// Its lines.
    var outputs: [OutputChannel] { get }
    /// Whether all of it is there.
    var isHeld: Bool { get }
    /// Takes what is no line.
    func attach() throws(LightError)
    /// Gives that back.
    func release()
}

extension PanelLightSink {
    var isHeld: Bool { outputs.allSatisfy(\.isHeld) }
    func attach() throws(LightError) {}
    func release() {}
}
