/// A stretch of time of an LED that goes on and off by itself.
public struct LEDStep: Sendable, Hashable {
    /// The brightness at its begin, from 0 to the LED's highest.
    public var start: Int
    /// The brightness at its end, to which it changes evenly.
    public var end: Int
    /// How long, in whole milliseconds; more than zero.
    public var milliseconds: Int

    /// A step of its parts.
    public init(from start: Int, to end: Int, milliseconds: Int) {
        (self.start, self.end) = (start, end)
        self.milliseconds = milliseconds
    }

    /// A step that keeps a brightness.
    public init(brightness: Int, milliseconds: Int) {
        self.init(from: brightness, to: brightness, milliseconds: milliseconds)
    }
}
