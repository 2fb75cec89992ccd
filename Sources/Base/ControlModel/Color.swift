/// A colour in sRGB with 8 bits for each channel.
public struct Color: Hashable, Sendable, CustomStringConvertible, Codable {
    /// The red channel, 0 to 255.
    public let red: UInt8
    /// The green channel, 0 to 255.
    public let green: UInt8
    /// The blue channel, 0 to 255.
    public let blue: UInt8

    /// Creates a colour from channels of 0 to 1; other values are clamped.
    ///
    /// `opacity` dims towards black, as on a light.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        func byte(_ channel: Double) -> UInt8 {
            // `max` and `min` in this order turn NaN into 0.
            UInt8((255 * min(1, max(0, channel)) * min(1, max(0, opacity))).rounded())
        }
        self.red = byte(red)
        self.green = byte(green)
        self.blue = byte(blue)
    }

    /// Creates a grey from 0, black, to 1, white.
    public init(white: Double, opacity: Double = 1) {
        self.init(red: white, green: white, blue: white, opacity: opacity)
    }

    /// Creates a colour from hue, saturation and brightness of 0 to 1; other values are clamped, and a hue wraps around.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        let turn = hue.isFinite ? (hue - hue.rounded(.down)) * 6 : 0
        func channel(_ offset: Double) -> Double {
            // The distance to the channel's own hue on the colour wheel, in sixths of a turn.
            let place = (offset + turn).truncatingRemainder(dividingBy: 6)
            let fullness = max(0, min(1, min(place, 4 - place)))
            return max(0, min(1, brightness)) * (1 - max(0, min(1, saturation)) * fullness)
        }
        self.init(red: channel(5), green: channel(3), blue: channel(1), opacity: opacity)
    }

    /// Parses `#RRGGBB`, in upper or lower case.
    ///
    /// - Returns: `nil` for any other text.
    public init?(hexadecimal: some StringProtocol) {
        let digits = hexadecimal.dropFirst()
        guard hexadecimal.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(value)
    }

    /// Creates a colour from 0xRRGGBB.
    init(_ value: UInt32) {
        red = UInt8(truncatingIfNeeded: value >> 16)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value)
    }

    /// The colour as `#RRGGBB`, in capitals.
    public var hexadecimal: String {
        "#"
            + [red, green, blue].map { channel in
                (channel < 16 ? "0" : "") + String(channel, radix: 16, uppercase: true)
            }.joined()
    }

    /// The colour as `#RRGGBB`.
    public var description: String { hexadecimal }

    /// Reads `#RRGGBB`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let color = Color(hexadecimal: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a colour is written #RRGGBB")
        }
        self = color
    }

    /// Writes `#RRGGBB`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal)
    }
}

/// The system colours in the light appearance, as Apple's Human Interface Guidelines gave them for iOS 13 to 18.
extension Color {
    /// #FF3B30
    public static let red = Color(0xFF3B30)
    /// #FF9500
    public static let orange = Color(0xFF9500)
    /// #FFCC00
    public static let yellow = Color(0xFFCC00)
    /// #34C759
    public static let green = Color(0x34C759)
    /// #00C7BE
    public static let mint = Color(0x00C7BE)
    /// #30B0C7
    public static let teal = Color(0x30B0C7)
    /// #32ADE6
    public static let cyan = Color(0x32ADE6)
    /// #007AFF, the tint of a control without its own.
    public static let blue = Color(0x007AFF)
    /// #5856D6
    public static let indigo = Color(0x5856D6)
    /// #AF52DE
    public static let purple = Color(0xAF52DE)
    /// #FF2D55
    public static let pink = Color(0xFF2D55)
    /// #A2845E
    public static let brown = Color(0xA2845E)
    /// #8E8E93
    public static let gray = Color(0x8E8E93)
    /// #FFFFFF
    public static let white = Color(0xFFFFFF)
    /// #000000
    public static let black = Color(0x000000)

    /// #FFFFFF, the colour of text on a dark display.
    public static let primary = white
    /// #8E8E93, the colour of a second text.
    public static let secondary = gray
    /// #000000: a light that shows it is off.
    public static let clear = black

    /// The names that `named(_:)` accepts, in the order of the colour wheel.
    public static let names: [String] = system.map(\.name)

    /// The system colour of this name, such as `purple`; `nil` where there is none.
    public static func named(_ name: String) -> Color? {
        system.first { $0.name == name }?.color
    }

    private static let system: [(name: String, color: Color)] = [
        ("red", red), ("orange", orange), ("yellow", yellow), ("green", green), ("mint", mint), ("teal", teal),
        ("cyan", cyan), ("blue", blue), ("indigo", indigo), ("purple", purple), ("pink", pink), ("brown", brown),
        ("gray", gray), ("white", white), ("black", black),
    ]
}
