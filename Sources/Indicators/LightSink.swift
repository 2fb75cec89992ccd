import EventLoop
import GPIO

/// What a light is made of.
@PanelActor
public protocol LightSink: AnyObject {
    /// Lights it or makes it dark, as `look` has it at this moment.
    func show(_ look: LightLook?, isLit: Bool) throws(GPIOError)
}
