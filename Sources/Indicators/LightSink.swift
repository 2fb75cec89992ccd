import EventLoop
import GPIO

/// What a light is made of.
@PanelActor
public protocol LightSink: AnyObject {
    /// Lights it or makes it dark, as `look` has it at this moment.
    func show(_ look: LightLook?, isLit: Bool) throws(GPIOError)

    /// What is seen of a look's colour; `nil` where the light has one colour, whatever the look's.
    func color(of look: LightLook) -> LampColor?
}
