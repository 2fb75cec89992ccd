import EventLoop
import Indicators

/// The output of a panel's light: lines of its board, or an LED of the kernel.
@PanelActor
protocol PanelLightSink: LightSink {
    /// The light's lines; empty for an LED.
    var outputs: [OutputChannel] { get }
    /// Whether all lines or the LED are present and working.
    var isHeld: Bool { get }
    /// The brightness of a lit light as a fraction of its light output, from 0 to 1; always 1 for a light without
    /// levels.
    var dimming: Double { get set }
    /// Called when an LED becomes unusable, and when it is usable again; lines report their loss themselves.
    var lost: (@PanelActor (LightError) -> Void)? { get set }
    var returned: (@PanelActor () -> Void)? { get set }
    /// Takes the LED, unless it has been taken; does nothing for lines.
    func attach() throws(LightError)
    /// Detects that the LED has disappeared.
    func checkPresence()
    /// Releases the LED.
    func release()
}

/// Defaults for lights on lines.
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
