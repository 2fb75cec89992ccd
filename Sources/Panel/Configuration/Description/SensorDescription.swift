/// An input line that says what is so, whatever was wished for: a reed contact, the feedback of a relay.
public struct SensorDescription: Sendable, Hashable {
    /// The line; active means on.
    public var line: LineDescription
    /// The resistor inside the chip.
    public var bias: LineBias
    /// How long the line must keep a level for it to count.
    public var debounce: Duration
    /// The value text while the line is active.
    public var valueOn: String?
    /// The value text while the line is inactive.
    public var valueOff: String?

    /// A sensor of its parts.
    public init(
        line: LineDescription, bias: LineBias, debounce: Duration, valueOn: String? = nil, valueOff: String? = nil
    ) {
        self.line = line
        self.bias = bias
        self.debounce = debounce
        self.valueOn = valueOn
        self.valueOff = valueOff
    }
}
