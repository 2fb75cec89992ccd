import MonotonicTime

/// The form of a key's value, as data. Messages, the schema and the explanations are made from it.
indirect enum ValueForm: Sendable {
    /// Text of at most `limit` characters; of one line, unless `isParagraph`.
    case text(limit: Int, isParagraph: Bool)
    /// An argument of a program: any text of at most `limit` characters without NUL.
    case argument(limit: Int)
    /// `true` or `false`, without quotes.
    case boolean
    /// One of these words.
    case choice([String])
    /// A number and a unit, within the range.
    case duration(ClosedRange<Duration>)
    /// A system colour's name or `"#RRGGBB"`.
    case color
    /// A whole number within the range.
    case number(ClosedRange<Int>)
    /// Three whole numbers within the range.
    case triple(ClosedRange<Int>)
    /// A time of day, in hours and minutes.
    case timeOfDay
    /// A whole number of percent within the range.
    case percentage(ClosedRange<Int>)
    /// The name of an LED of the kernel.
    case led
    /// A duration within the range, or a list of durations; the example is a whole list.
    case rhythm(ClosedRange<Duration>, example: String)
    /// The name of a systemd unit that can be started.
    case unit
    /// A symbol's name.
    case symbol
    /// An address of a web server.
    case url
    /// A numeric address and a port to listen at.
    case listenAddress
    /// The origin of a page by HTTPS.
    case origin
    /// The address of an MQTT broker.
    case broker
    /// Levels of MQTT topics without wildcards.
    case topic
    /// Names of header fields, each with its text.
    case headers
    /// `history`, or a control of the file or of an extension, by key or kind.
    case view
    /// Controls of the file or of an extension, by key or kind, each with `true` or `false`.
    case scene
    /// A GPIO line's name or `CHIP:OFFSET`.
    case line
    /// A control of the file or of an extension, by key, kind, or `{kind: KIND, configuration: {NAME: VALUE}}`.
    case control
    /// A control of the file or of an extension, by key or kind.
    case controlName
    /// A control as `control`, or `null` for none.
    case assignment
    /// A control as `assignment`, or `status`.
    case shown
    /// A control as `control`, or `{control: CONTROL, size: SIZE}`.
    case tile
    /// A control of the file or of an extension, by kind.
    case kind
    /// Names of parameters, each with a value.
    case configuration
    /// A parameter's value, or an item of a value that is a list.
    case value(isItem: Bool)
    /// The path of a device file.
    case device
    /// A name such as that of a control or a button.
    case name
    /// `auto`, `simulated`, or a chip.
    case board
    /// A reverse-DNS name.
    case domain
    /// A mapping of known keys.
    case mapping(MappingDescription)
    /// A mapping of names that the author chooses to mappings of known keys.
    case table(MappingDescription)
    /// A mapping of known keys, or a word.
    case mappingOrWord(MappingDescription, word: String)
    /// A mapping of known keys, or a list of such mappings.
    case oneOrMore(MappingDescription)
    /// A list of `minimum` or more values of one form; the example is a whole list.
    case list(of: ValueForm, example: String, minimum: Int = 0)

    var isMapping: Bool {
        switch self {
        case .mapping, .table, .mappingOrWord, .oneOrMore: true
        default: false
        }
    }

    /// Whether the value is text that may begin with any character.
    var isText: Bool {
        switch self {
        case .text, .argument, .symbol, .name: true
        default: false
        }
    }

    /// The expected value, in words.
    var expectation: String {
        switch self {
        case .text(_, isParagraph: false): "one line of text"
        case .text(_, isParagraph: true), .argument: "text"
        case .boolean: "true or false"
        case .choice(let words): words.listed("or")
        case .duration(let range): "a duration from \(range.lowerBound.text) to \(range.upperBound.text)"
        case .color: "a system colour such as yellow, or \"#RRGGBB\" in quotes"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .triple(let range):
            "three whole numbers from \(range.lowerBound) to \(range.upperBound), such as [\(range.triple)]"
        case .timeOfDay: "a time of day from 00:00 to 23:59, such as \"22:00\""
        case .percentage(let range): "a percentage from \(range.lowerBound)% to \(range.upperBound)%"
        case .led: "the name of an LED in /sys/class/leds such as rgb:door"
        case .rhythm(let range, let example):
            "durations from \(range.lowerBound.text) to \(range.upperBound.text), such as \(example)"
        case .unit: "a unit's name such as backup.service"
        case .url: "an address such as \"http://localhost:9/ring\""
        case .listenAddress: "an address and a port such as \"127.0.0.1:8080\""
        case .origin: "an origin such as \"https://panel.local\""
        case .broker: "an address such as \"mqtt://localhost\""
        case .topic: "a topic without wildcards such as house/panels"
        case .headers: "a mapping such as {Content-Type: application/json}"
        case .view: "history, or a control's key or kind"
        case .scene: "a mapping such as {flashlight: true, porch: false}"
        case .symbol: "a symbol's name such as lightbulb.fill or mdi:lightbulb"
        case .line: "a line's name such as GPIO17, or CHIP:OFFSET"
        case .control, .controlName, .assignment: "a control's key or kind"
        case .shown: "a control's key or kind, or status"
        case .tile: "a control's key or kind, or a mapping such as \(ControlTileKeys.mapping.example)"
        case .kind: "a control's kind such as org.example.hallway.door"
        case .configuration: "a mapping such as {timer: work}"
        case .value(isItem: false): "true, false, a number, text, or a list of these"
        case .value(isItem: true): "true, false, a number or text"
        case .device: "a device's path such as /dev/lcd"
        case .name: "a name such as focus"
        case .board: "auto, simulated, or a chip's label, name or path"
        case .domain: "a reverse-DNS name such as org.example.hallway"
        case .mapping(let mapping): "a mapping such as \(mapping.example)"
        case .table(let mapping): "a name and a mapping for each \(mapping.noun)"
        case .mappingOrWord(let mapping, let word): "a mapping such as \(mapping.example), or \(word)"
        case .oneOrMore(let mapping): "a mapping such as \(mapping.example), or a list of such mappings"
        case .list(_, let example, _): "a list such as \(example)"
        }
    }
}

extension ClosedRange<Int> {
    /// Three numbers of the range, as an example.
    var triple: String {
        [upperBound, lowerBound + count * 3 / 4, lowerBound + count / 2].map(String.init).joined(separator: ", ")
    }
}
