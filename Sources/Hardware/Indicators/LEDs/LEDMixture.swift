import ControlModel
import Glibc

/// How much of its red, green and blue an LED is driven with, each from 0 to 1, in linear light.
public struct LEDMixture: Sendable, Hashable {
    /// Of red.
    public var red: Double
    /// Of green.
    public var green: Double
    /// Of blue.
    public var blue: Double

    /// All three.
    public static let white = LEDMixture(red: 1, green: 1, blue: 1)

    /// A mixture of its parts.
    public init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// A mixture of red, green and blue from 0 to 255 each.
    public init(bytes: [Int]) {
        let parts = bytes.map { Double($0) / 255 }
        self = parts.count == 3 ? LEDMixture(red: parts[0], green: parts[1], blue: parts[2]) : .white
    }

    /// The mixture that is seen as the colour's hue, as bright as may be: how bright is said by the brightness. Black, which
    /// has no hue, is white.
    ///
    /// - Parameter balance: How much of each of its three is taken for white; LEDs of one current differ in brightness.
    public init(_ color: Color, balance: LEDMixture = .white) {
        let light = [color.red, color.green, color.blue].map(Self.linear)
        let most = light.max() ?? 0
        let parts = most > 0 ? light.map { $0 / most } : [1, 1, 1]
        self.init(red: parts[0] * balance.red, green: parts[1] * balance.green, blue: parts[2] * balance.blue)
    }

    /// From sRGB's to linear light (IEC 61966-2-1, 5.2).
    private static func linear(_ channel: UInt8) -> Double { linear(Double(channel) / 255) }

    /// How much light it takes to look as bright as a part, from 0 to 1, of the brightest: the same curve.
    public static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
