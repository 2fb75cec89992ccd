import EventLoop
import Indicators

/// What a light of the panel is made of: lines of its board, or an LED of the kernel.
@PanelActor
protocol PanelLightSink: LightSink {
    /// Its lines.
    var outputs: [OutputChannel] { get }
    /// Whether all of it is there, and does what it should.
    var isHeld: Bool { get }
    /// How much of the light there is where it is lit, from 0 to 1; what can only be lit or dark is always 1.
    var dimming: Double { get set }
    /// Called when what is no line cannot be used any more, and when it can again.
    var lost: (@PanelActor (LightError) -> Void)? { get set }
    var returned: (@PanelActor () -> Void)? { get set }
    /// Takes what is no line, unless it has been taken.
    func attach() throws(LightError)
    /// Notices that it has gone.
    func checkPresence()
    /// Gives it back.
    func release()
}

/// Of lines alone.
extension PanelLightSink {
    var isHeld: Bool { outputs.allSatisfy(\.isHeld) }
    var dimming: Double {
        get { 1 }
        set {}
    }
    var lost: (@PanelActor (LightError) -> Void)? {
        get { nil }
        set {}
    }
    var returned: (@PanelActor () -> Void)? {
        get { nil }
        set {}
    }
    func attach() throws(LightError) {}
    func checkPresence() {}
    func release() {}
}
