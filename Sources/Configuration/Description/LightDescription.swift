/// One light of a panel's file: an output line that shows a control.
public struct LightDescription: Sendable, Hashable {
    /// The light's name.
    public var name: String
    /// The output line.
    public var line: LineDescription
    /// The control that it shows; `nil` while none is placed there.
    public var shows: ControlReference?
    /// Where the file declares it: its name.
    public var position: SourcePosition

    /// A light of its parts.
    public init(name: String, line: LineDescription, shows: ControlReference?, position: SourcePosition) {
        self.name = name
        self.line = line
        self.shows = shows
        self.position = position
    }
}
