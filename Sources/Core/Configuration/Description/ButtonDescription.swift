/// One physical push button of a panel's file. Each gesture performs the control that is placed there, if any.
public struct ButtonDescription: Sendable, Hashable {
    public var name: String
    /// The input line.
    public var line: LineDescription
    /// The resistor that holds the line while the button is up.
    public var bias: LineBias
    /// The time after an edge in which further edges count as bounce; 0…100 ms.
    public var debounce: Duration
    /// The time for which the contact must stay open until the button counts as released; 0…1 s.
    public var releaseTime: Duration
    /// The time that a hold takes; 100 ms…10 s.
    public var holdTime: Duration
    /// The time that a long hold takes. It is longer than `holdTime`, even without a control for the long hold.
    public var longHoldTime: Duration
    /// The time that the panel waits for another tap; 100 ms…2 s.
    public var doubleTapTime: Duration
    /// The control that a hold performs.
    public var hold: ControlReference?
    /// The control that a double tap performs.
    public var doubleTap: ControlReference?
    /// The control that a triple tap performs.
    public var tripleTap: ControlReference?
    /// The control that a long hold performs.
    public var longHold: ControlReference?
    /// Whether the button performs guarded controls while the panel is locked. Everyone who reaches the button has this
    /// right.
    public var isTrusted = false
    /// The position of the button's name in the file.
    public var position: SourcePosition

    /// The controls of all gestures.
    public var performed: [ControlReference] { [hold, doubleTap, tripleTap, longHold].compactMap(\.self) }
}
