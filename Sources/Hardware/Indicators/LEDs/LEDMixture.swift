import ControlModel
import Glibc

/// The drive of an LED's red, green and blue channels, each from 0 to 1, in linear light.
public struct LEDMixture: Sendable, Hashable {
    /// The red part, from 0 to 1.
    public var red: Double
    /// The green part, from 0 to 1.
    public var green: Double
    /// The blue part, from 0 to 1.
    public var blue: Double

    /// All three channels fully on.
    public static let white = LEDMixture(red: 1, green: 1, blue: 1)

    /// Creates a mixture. The parts are not checked.
    public init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Creates a mixture from red, green and blue, each from 0 to 255; white if there are not three.
    public init(bytes: [Int]) {
        let parts = bytes.map { Double($0) / 255 }
        self = parts.count == 3 ? LEDMixture(red: parts[0], green: parts[1], blue: parts[2]) : .white
    }

    /// The brightest mixture with the colour's hue. The LED's brightness sets the level. Black has no hue and becomes
    /// white.
    ///
    /// - Parameter balance: The mixture that looks white. At equal current, LEDs of different colours differ in
    ///   brightness.
    public init(_ color: Color, balance: LEDMixture = .white) {
        let light = [color.red, color.green, color.blue].map(Self.linear)
        let most = light.max() ?? 0
        let parts = most > 0 ? light.map { $0 / most } : [1, 1, 1]
        self.init(red: parts[0] * balance.red, green: parts[1] * balance.green, blue: parts[2] * balance.blue)
    }

    /// Converts an sRGB channel to linear light (IEC 61966-2-1, 5.2).
    private static func linear(_ channel: UInt8) -> Double { linear(Double(channel) / 255) }

    /// The linear light, from 0 to 1, that looks as bright as `value` on the scale of sRGB, from 0 to 1.
    public static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
