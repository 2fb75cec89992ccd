/// What a light is made of.
public enum LightOutput: Sendable, Hashable {
    /// A light of one colour on one line.
    case line(LineDescription)
    /// Three lights behind one lens, on a line each.
    case lines(red: LineDescription, green: LineDescription, blue: LineDescription)

    /// Its lines: one, or those of red, green and blue.
    public var lines: [LineDescription] {
        switch self {
        case .line(let line): [line]
        case .lines(let red, let green, let blue): [red, green, blue]
        }
    }

    /// Whether it shows colours.
    public var hasColors: Bool {
        switch self {
        case .line: false
        case .lines: true
        }
    }
}
