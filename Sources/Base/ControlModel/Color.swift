/// A colour in sRGB, 8 bits a channel, as lights and pages show it.
public struct Color: Hashable, Sendable {
    /// The red channel, 0 to 255.
    public let red: UInt8
    /// The green channel, 0 to 255.
    public let green: UInt8
    /// The blue channel, 0 to 255.
    public let blue: UInt8

    /// A colour of channels from 0 to 1; values beyond are taken as the nearest of these.
    ///
    /// `opacity` dims towards black, which is what less of a colour is on a light.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        func byte(_ channel: Double) -> UInt8 {
            // `max` and `min` in this order turn NaN into 0.
            UInt8((255 * min(1, max(0, channel)) * min(1, max(0, opacity))).rounded())
        }
        self.red = byte(red)
        self.green = byte(green)
        self.blue = byte(blue)
    }

    /// A grey from 0, black, to 1, white.
    public init(white: Double, opacity: Double = 1) {
        self.init(red: white, green: white, blue: white, opacity: opacity)
    }

    /// Reads `#RRGGBB`, in either letter case.
    ///
    /// - Returns: `nil` where `hexadecimal` is anything else.
    public init?(hexadecimal: some StringProtocol) {
        let digits = hexadecimal.dropFirst()
        guard hexadecimal.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(value)
    }

    /// A colour of 0xRRGGBB.
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
}

extension Color: CustomStringConvertible {
    /// The colour as `#RRGGBB`.
    public var description: String { hexadecimal }
}

extension Color: Codable {
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
