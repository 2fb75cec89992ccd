/// A stretch of time of an LED that goes on and off by itself.
public struct LEDStep: Sendable, Hashable {
    /// The brightness, from 0 to the LED's highest.
    public var brightness: Int
    /// How long, in whole milliseconds; more than zero.
    public var milliseconds: Int

    /// A step of its parts.
    public init(brightness: Int, milliseconds: Int) {
        self.brightness = brightness
        self.milliseconds = milliseconds
    }
}
