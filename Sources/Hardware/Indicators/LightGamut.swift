import ControlModel

/// The set of colours that a light can show.
public enum LightGamut: Sendable, Hashable {
    /// One colour, whichever is requested. Meanings differ by rhythm alone.
    case one
    /// Red, green and blue, each lit or dark.
    case seven
    /// Any mixture of red, green and blue.
    case all

    /// The name of the colour that the light shows for `color`; `nil` for a light of one colour.
    public func name(of color: Color) -> LampColor? { self == .one ? nil : LampColor(nearest: color) }

    /// The colour that the light shows for `color`; `nil` for a light of one colour.
    public func color(of color: Color) -> Color? {
        switch self {
        case .one: nil
        case .seven: LampColor(nearest: color).color
        case .all: color
        }
    }
}

/// The seven colours that a lit light on three lines can show.
public enum LampColor: String, Sendable, Hashable, CaseIterable {
    case red, green, blue, yellow, magenta, cyan, white

    /// The colour with the nearest hue. A colour of low saturation becomes white, even black: a lit light is never
    /// dark.
    ///
    /// The hues are those of HSV, 60° apart, so amber is yellow, teal is cyan and purple is magenta.
    public init(nearest color: Color) {
        let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
        let most = max(red, green, blue)
        let range = most - min(red, green, blue)
        guard range > Self.leastSaturation * most else {
            self = .white
            return
        }
        let sixth: Double =
            if most == red { (green - blue) / range } else if most == green { 2 + (blue - red) / range } else {
                4 + (red - green) / range
            }
        let hues: [LampColor] = [.red, .yellow, .green, .cyan, .blue, .magenta]
        self = hues[(Int(sixth.rounded()) + 6) % 6]
    }

    /// Below this saturation a colour counts as grey.
    private static let leastSaturation = 0.2

    /// Whether the red, green and blue channels are lit, in this order.
    public var channels: [Bool] {
        switch self {
        case .red: [true, false, false]
        case .green: [false, true, false]
        case .blue: [false, false, true]
        case .yellow: [true, true, false]
        case .magenta: [true, false, true]
        case .cyan: [false, true, true]
        case .white: [true, true, true]
        }
    }

    /// The colour as a screen shows it.
    public var color: Color {
        let channels = channels.map { $0 ? 1.0 : 0.0 }
        return Color(red: channels[0], green: channels[1], blue: channels[2])
    }
}
