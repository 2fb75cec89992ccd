/// A light.
public struct LightDescription: Sendable, Hashable {
    /// The light's name.
    public var name: String
    /// What it is made of.
    public var output: LightOutput
    /// The control that it shows; `nil` while none is placed there.
    public var shows: ControlReference?
    /// Whether it shows how the panel as a whole is, and speaks for controls that have no light of their own. Then no
    /// control is placed there.
    public var showsPanel: Bool
    /// When it is less bright, where it can be.
    public var dimming: LightDimming?
    /// Where the file declares it: its name.
    public var position: SourcePosition

    /// A light of its parts.
    public init(
        name: String, output: LightOutput, shows: ControlReference?, showsPanel: Bool = false,
        dimming: LightDimming? = nil, position: SourcePosition
    ) {
        self.name = name
        self.output = output
        self.shows = shows
        self.showsPanel = showsPanel
        self.dimming = dimming
        self.position = position
    }
}

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

/// The hours in which a light is less bright.
public struct LightDimming: Sendable, Hashable {
    /// When they begin.
    public var from: TimeOfDay
    /// When they end; on the next day where that is earlier.
    public var until: TimeOfDay
    /// How bright it looks meanwhile, in percents of how it looks otherwise; 1 to 100.
    public var percent: Int

    /// Hours of their parts.
    public init(from: TimeOfDay, until: TimeOfDay, percent: Int) {
        self.from = from
        self.until = until
        self.percent = percent
    }
}

/// A time of day by the clock on the wall.
public struct TimeOfDay: Sendable, Hashable, CustomStringConvertible {
    /// Minutes after midnight, 0 to 1439.
    public var minute: Int

    /// Reads hours and minutes of two digits each, from `00:00` to `23:59`; `nil` where `text` is anything else.
    public init?(text: String) {
        let bytes = Array(text.utf8)
        let zero = UInt8(ascii: "0")
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            [bytes[0], bytes[1], bytes[3], bytes[4]].allSatisfy({ (zero...zero + 9).contains($0) })
        else { return nil }
        let digits = bytes.map { Int($0) - Int(zero) }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
        guard hour < 24, minute < 60 else { return nil }
        self.minute = hour * 60 + minute
    }

    /// As `init(text:)` reads it.
    public var description: String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
