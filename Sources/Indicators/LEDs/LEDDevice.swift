import EventLoop

/// One LED, taken by the panel.
@PanelActor
public protocol LEDDevice: AnyObject {
    /// The brightness that is as bright as it gets; at least 1.
    var maxBrightness: Int { get }

    /// Whether it mixes red, green and blue.
    var hasColors: Bool { get }

    /// Shows a brightness, from now on.
    ///
    /// - Parameter color: What red, green and blue are mixed of, each from 0 to 1; without effect where it has no colours.
    func show(brightness: Int, color: LEDMixture) throws(LEDError)

    /// Goes through these steps again and again, by itself: until something else is shown, nobody is woken for it.
    ///
    /// - Parameter givenUp: is called where it turns out later that it does not.
    /// - Returns: whether it does; an LED may know no way.
    func play(
        _ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void
    ) throws(LEDError) -> Bool

    /// Gives it back as it was found.
    func release()
}

/// Where LEDs come from.
@PanelActor
public protocol LEDClass: AnyObject {
    /// Called when an LED has come.
    var changed: (@PanelActor () -> Void)? { get set }

    /// Takes an LED.
    func take(_ name: String) throws(LEDError) -> any LEDDevice
}
