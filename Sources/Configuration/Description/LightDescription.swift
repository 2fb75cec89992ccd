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
    /// Where the file declares it: its name.
    public var position: SourcePosition

    /// A light of its parts.
    public init(
        name: String, output: LightOutput, shows: ControlReference?, showsPanel: Bool = false, position: SourcePosition
    ) {
        self.name = name
        self.output = output
        self.shows = shows
        self.showsPanel = showsPanel
        self.position = position
    }
}
