import ControlModel

/// What colours a light has.
public enum LightGamut: Sendable, Hashable {
    /// One, whatever is wished for: meanings differ by rhythm alone.
    case one
    /// Red, green and blue, each lit or dark.
    case seven
    /// Any mixture of them.
    case all

    /// What is seen of a colour, by name; `nil` where there is nothing to choose.
    public func name(of color: Color) -> LampColor? { self == .one ? nil : LampColor(nearest: color) }

    /// What is seen of a colour; `nil` where there is nothing to choose.
    public func color(of color: Color) -> Color? {
        switch self {
        case .one: nil
        case .seven: LampColor(nearest: color).color
        case .all: color
        }
    }
}
