import ControlModel

/// How a light looks while one layer is on top.
public struct LightLook: Sendable, Hashable {
    /// The colour of the lit phases; a light of one colour shows the pattern alone.
    public var color: Color

    /// The rhythm.
    public var pattern: LightPattern

    /// A look of this colour and rhythm.
    public init(color: Color, pattern: LightPattern) {
        self.color = color
        self.pattern = pattern
    }
}
