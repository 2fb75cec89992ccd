import EventLoop

/// One LED, taken by the panel.
///
/// What it is told is carried out beside the loop, and the latest wins: what has been overtaken by something newer may never
/// be seen.
@PanelActor
public protocol LEDDevice: AnyObject {
    /// The brightness that is as bright as it gets; at least 1.
    var maxBrightness: Int { get }

    /// Whether it mixes red, green and blue.
    var hasColors: Bool { get }

    /// Whether it is still the one that was taken: not once it has been pulled out, though another of its name may have come.
    var isPresent: Bool { get }

    /// Called when it does not do what it is told, with the reason, and with `nil` when it does so again.
    var changed: (@PanelActor (LEDError?) -> Void)? { get set }

    /// Shows a brightness, from now on.
    ///
    /// - Parameter color: What red, green and blue are mixed of, each from 0 to 1; without effect where it has no colours.
    func show(brightness: Int, color: LEDMixture)

    /// Goes through these steps again and again, by itself: until something else is shown, nobody is woken for it.
    ///
    /// - Parameter givenUp: is called where it turns out later that it does not.
    /// - Returns: whether it does, as far as that is known yet; an LED may know no way.
    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool

    /// Gives it back as it was found.
    func release()
}

/// Where LEDs come from.
@PanelActor
public protocol LEDClass: AnyObject {
    /// Called when LEDs may have come or gone. It is told of them while somebody asks.
    var changed: (@PanelActor () -> Void)? { get set }

    /// Takes an LED.
    func take(_ name: String) throws(LEDError) -> any LEDDevice

    /// Blocks until what LEDs were told is done, so that the process can end; for a few seconds at most.
    func finish()
}
