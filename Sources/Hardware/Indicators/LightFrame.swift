import ControlModel

/// What was brought to a light: this is what is seen of it until the next frame.
public struct LightFrame: Sendable, Hashable {
    /// How bright, from 0 (dark) to 1.
    public var level: Double
    /// Its colour, as the light has it; `nil` where it is dark, or of one colour.
    public var color: Color?
    /// What it goes through by itself from now on, if anything.
    public var rhythm: LightPattern?

    /// A frame of its parts.
    public init(level: Double, color: Color? = nil, rhythm: LightPattern? = nil) {
        (self.level, self.color, self.rhythm) = (level, color, rhythm)
    }

    /// Whether it is lit.
    public var isLit: Bool { level > 0 }
}
