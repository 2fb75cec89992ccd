/// A colour of an asset catalogue: the file `Contents.json` in a folder `NAME.colorset`.
struct ColorSet: Decodable {
    /// The colour for light surroundings. Lights have no appearance; the system colours are the light ones, too.
    ///
    /// `nil` for a set without a colour, such as `AccentColor` in a new project.
    let color: Color?

    private enum CodingKeys: String, CodingKey {
        case colors
    }

    init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: CodingKeys.self)
        let variants = try file.decode([Variant].self, forKey: .colors).filter { ($0.appearances ?? []).isEmpty }
        color =
            (variants.first { $0.idiom == "universal" && $0.color != nil } ?? variants.first { $0.color != nil })?
            .color?.color
    }

    /// A colour for some devices and appearances.
    private struct Variant: Decodable {
        var idiom: String?
        var appearances: [Appearance]?
        var color: Definition?
    }

    /// Dark surroundings, or high contrast.
    private struct Appearance: Decodable {}

    /// A colour by its components or by the name of a system colour.
    private struct Definition: Decodable {
        let color: Color

        private enum CodingKeys: String, CodingKey {
            case components, reference
        }

        private enum Channel: String, CodingKey {
            case red, green, blue, white, alpha
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if let name: String = try values[.reference] {
                guard let known = Self.system(name) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .reference, in: values, debugDescription: "the system colour is unknown")
                }
                color = known
                return
            }
            // The few colours of Display P3 that sRGB lacks are clamped.
            let channels = try values.nestedContainer(keyedBy: Channel.self, forKey: .components)
            let alpha: Component? = try channels[.alpha]
            if let white: Component = try channels[.white] {
                color = Color(white: white.value, opacity: alpha?.opacity ?? 1)
                return
            }
            func value(_ channel: Channel) throws -> Double {
                try channels.decode(Component.self, forKey: channel).value
            }
            color = Color(
                red: try value(.red), green: try value(.green), blue: try value(.blue), opacity: alpha?.opacity ?? 1)
        }

        /// The colour for `systemRedColor`.
        private static func system(_ name: String) -> Color? {
            guard name.hasPrefix("system"), name.hasSuffix("Color") else { return nil }
            return Color.named(name.dropFirst("system".count).dropLast("Color".count).lowercased())
        }
    }

    /// A component: a number from 0 to 1, or a text: from "0.0" to "1.0", "0" to "255", or "0x00" to "0xFF".
    private struct Component: Decodable {
        /// From 0 to 1.
        let value: Double
        /// The value as an opacity. Xcode writes a full opacity as "1.000", other programs as "1".
        let opacity: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                (value, opacity) = (number, number)
                return
            }
            let text = try container.decode(String.self).lowercased()
            if text.hasPrefix("0x"), let byte = UInt8(text.dropFirst(2), radix: 16) {
                (value, opacity) = (Double(byte) / 255, Double(byte) / 255)
            } else if let byte = UInt8(text) {
                (value, opacity) = (Double(byte) / 255, byte == 1 ? 1 : Double(byte) / 255)
            } else if let number = Double(text), number.isFinite {
                (value, opacity) = (number, number)
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a component is a number from 0 to 1")
            }
        }
    }
}
