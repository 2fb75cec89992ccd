public struct LightDescription: Sendable, Hashable {
    public var name: String
    public var output: LightOutput
    /// The control that the light shows; `nil` while no control is placed there.
    public var shows: ControlReference?
    /// Whether the light shows the state of the whole panel, and also that of controls without a light of their own. No
    /// control is placed at such a light.
    public var showsPanel = false
    /// The hours in which the light is less bright, where the hardware can dim.
    public var dimming: LightDimming?
    /// The position of the light's name in the file.
    public var position: SourcePosition
}

public enum LightOutput: Sendable, Hashable {
    /// A light of one colour on one line.
    case line(LineDescription)
    /// Three lights behind one lens, each on its own line.
    case lines(red: LineDescription, green: LineDescription, blue: LineDescription)
    /// An LED of the kernel, by its name, of one colour or of all colours.
    ///
    /// `balance`: the amounts of red, green and blue, each from 0 to 255, that together look white.
    case led(String, balance: [Int])

    /// The lines of the light: one, those of red, green and blue, or none.
    public var lines: [LineDescription] {
        switch self {
        case .line(let line): [line]
        case .lines(let red, let green, let blue): [red, green, blue]
        case .led: []
        }
    }

    /// Whether the light may be able to show colours, as far as the file can tell.
    public var hasColors: Bool {
        switch self {
        case .line: false
        case .lines, .led: true
        }
    }
}

/// The hours in which a light is less bright.
public struct LightDimming: Sendable, Hashable {
    /// The beginning of the hours.
    public var from: TimeOfDay
    /// The end of the hours; on the next day where it is earlier than `from`.
    public var until: TimeOfDay
    /// The perceived brightness in these hours, in percent of the usual one; 1 to 100.
    public var percent: Int
}

/// A time of day in local time.
public struct TimeOfDay: Sendable, Hashable, CustomStringConvertible {
    /// Minutes after midnight, 0 to 1439.
    public var minute: Int

    /// Reads hours and minutes of two digits each, from `00:00` to `23:59`; `nil` for any other text.
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

    /// The text that `init(text:)` reads.
    public var description: String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
