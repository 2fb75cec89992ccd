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
