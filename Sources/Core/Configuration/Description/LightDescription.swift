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

enum LightKeys {
    static let line = Key<LineName>.optional("line", .gpio, "The output line of a light of one colour.")
    static let red = Key<LineName>.optional("red", .gpio, "The output line of a coloured light's red.")
    static let green = Key<LineName>.optional("green", .gpio, "The output line of a coloured light's green.")
    static let blue = Key<LineName>.optional("blue", .gpio, "The output line of a coloured light's blue.")
    static let led = Key<String>.optional(
        "led", .led,
        """
        An LED of the kernel, of one colour or of all, by its name in /sys/class/leds. The kernel makes the LED blink, \
        and no program wakes up for it.
        """)
    static let balance = Key<[Int]>.optional(
        "balance", .triple(0...255),
        """
        The amounts of the LED's red, green and blue that together look white, from 0 to 255 each. Default: 255 each.
        """)
    static let dim = Key<LightDimming>.optional(
        "dim", .mapping(DimKeys.mapping, build: DimKeys.dimming),
        """
        The hours in local time in which the LED is less bright, whatever it shows. Until the machine's clock is known \
        to be right, the LED has its usual brightness.
        """)
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high,
        "The level at which the light is on: low if the light is connected to the supply voltage.")
    static let shows = Key<Shown>.required(
        "shows", .shown,
        """
        The control whose state the light shows: its key, its kind, or {kind: KIND, configuration: {NAME: VALUE}}; null \
        for no control until a person places one; status for the status of the panel, and of controls without a light.
        """)

    static let mapping = MappingDescription(
        noun: "light", example: "{line: GPIO26, shows: flashlight}",
        documentation: "A light on one line, on three lines for seven colours, or an LED of the kernel.",
        keys: [line, red, green, blue, led, active, balance, dim, shows],
        rules: [
            .exactlyOne([line.name, red.name, led.name], areActions: false),
            .requires(key: red.name, other: green.name), .requires(key: red.name, other: blue.name),
            .needs([green.name, blue.name], oneOf: [red.name]), .needs([active.name], oneOf: [line.name, red.name]),
            .needs([balance.name, dim.name], oneOf: [led.name]),
        ])

    @Sendable static func light(name: String, _ fields: Fields) throws(Incomplete) -> LightDescription {
        let shown = try fields.value(shows)
        return LightDescription(
            name: name, output: try output(fields), shows: shown.reference, showsPanel: shown == .panel,
            dimming: fields[dim], position: fields.position)
    }

    private static func output(_ fields: Fields) throws(Incomplete) -> LightOutput {
        let level = try fields.value(active)
        if let position = fields.position(of: led) {
            let name = try fields.value(led)
            fields.reading.use(led: name, in: fields.place, at: position)
            return .led(name, balance: try fields.given(balance) ?? [255, 255, 255])
        }
        if let line = fields[line] { return .line(line.description(active: level)) }
        return .lines(
            red: try fields.value(red).description(active: level),
            green: try fields.value(green).description(active: level),
            blue: try fields.value(blue).description(active: level))
    }
}

/// The keys of the hours in which a light is less bright.
enum DimKeys {
    static let from = Key<TimeOfDay>.required("from", .timeOfDay, "The beginning of the hours, in local time.")
    static let until = Key<TimeOfDay>.required(
        "until", .timeOfDay, "The end of the hours, on the next day if it is earlier than from.")
    static let to = Key<Int>.required(
        "to", .percentage(1...100),
        """
        The brightness that people see in these hours, in percent of the usual one: 20% needs 3% of the light. The LED \
        is never darker than its lowest level.
        """)

    static let mapping = MappingDescription(
        noun: "dim", example: "{from: \"22:00\", until: \"07:00\", to: 20%}",
        documentation: "Hours in which a light is less bright.",
        keys: [from, until, to])

    @Sendable static func dimming(_ fields: Fields) throws(Incomplete) -> LightDimming {
        let (from, until) = (try fields.value(from), try fields.value(until))
        if from == until {
            fields.report(.noHours(key: Self.until.name, other: Self.from.name, until.description), at: Self.until)
        }
        return LightDimming(from: from, until: until, percent: try fields.value(to))
    }
}
