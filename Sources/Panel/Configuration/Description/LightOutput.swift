/// What a light is made of.
public enum LightOutput: Sendable, Hashable {
    /// A light of one colour on one line.
    case line(LineDescription)
    /// Three lights behind one lens, on a line each.
    case lines(red: LineDescription, green: LineDescription, blue: LineDescription)
    /// An LED of the kernel, by its name, of one colour or of all.
    ///
    /// `balance`: how much of its red, green and blue, each from 0 to 255, is taken for white.
    case led(String, balance: [Int])

    /// Its lines: one, those of red, green and blue, or none.
    public var lines: [LineDescription] {
        switch self {
        case .line(let line): [line]
        case .lines(let red, let green, let blue): [red, green, blue]
        case .led: []
        }
    }

    /// Whether it may show colours, as far as a file can tell.
    public var hasColors: Bool {
        switch self {
        case .line: false
        case .lines, .led: true
        }
    }
}
