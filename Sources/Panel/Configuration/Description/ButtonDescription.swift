/// One physical push button of a panel's file. Its gestures perform controls, as far as some are placed there.
public struct ButtonDescription: Sendable, Hashable {
    /// The button's name.
    public var name: String
    /// The input line.
    public var line: LineDescription
    /// The resistor that holds the line while the button is up.
    public var bias: LineBias
    /// How long after an edge further edges are taken for bounce; 0…100 ms.
    public var debounce: Duration
    /// How long to hold it; 100 ms…10 s.
    public var holdTime: Duration
    /// How long to hold it for the long hold: longer than `holdTime`, also where no long hold is bound.
    public var longHoldTime: Duration
    /// How long to wait for another tap; 100 ms…2 s.
    public var doubleTapTime: Duration
    /// The control that a hold performs.
    public var hold: ControlReference?
    /// The control that a double tap performs.
    public var doubleTap: ControlReference?
    /// The control that a triple tap performs.
    public var tripleTap: ControlReference?
    /// The control that a long hold performs.
    public var longHold: ControlReference?
    /// Whether it performs guarded controls though the panel is locked: whoever reaches it may.
    public var isTrusted: Bool
    /// Where the file declares it: its name.
    public var position: SourcePosition

    /// The controls of all its gestures.
    public var performed: [ControlReference] { [hold, doubleTap, tripleTap, longHold].compactMap(\.self) }

    /// A button of its parts; times have the file's defaults.
    public init(
        name: String, line: LineDescription, bias: LineBias, debounce: Duration = .milliseconds(5),
        holdTime: Duration = .milliseconds(500), longHoldTime: Duration = .seconds(2),
        doubleTapTime: Duration = .milliseconds(300), hold: ControlReference? = nil, doubleTap: ControlReference? = nil,
        tripleTap: ControlReference? = nil, longHold: ControlReference? = nil, isTrusted: Bool = false,
        position: SourcePosition
    ) {
        self.name = name
        self.line = line
        self.bias = bias
        self.debounce = debounce
        self.holdTime = holdTime
        self.longHoldTime = longHoldTime
        self.doubleTapTime = doubleTapTime
        self.hold = hold
        self.doubleTap = doubleTap
        self.tripleTap = tripleTap
        self.longHold = longHold
        self.isTrusted = isTrusted
        self.position = position
    }
}
