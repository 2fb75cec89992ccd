/// A way to fill a shape.
public protocol ShapeStyle: Sendable {}

extension Color: ShapeStyle {}

/// A way to fill a shape with a colour that the system chooses.
public struct SystemShapeStyle: ShapeStyle, Hashable {
    /// The style's second level.
    public var secondary: SystemShapeStyle { self }
    /// The style's third level.
    public var tertiary: SystemShapeStyle { self }
    /// The style's fourth level.
    public var quaternary: SystemShapeStyle { self }
    /// The style as a gradient.
    public var gradient: SystemShapeStyle { self }
    /// The style with another opacity.
    public func opacity(_ opacity: Double) -> SystemShapeStyle { self }
}

extension ShapeStyle where Self == SystemShapeStyle {
    /// The style of the first level.
    public static var primary: SystemShapeStyle { SystemShapeStyle() }
    /// The style of the second level.
    public static var secondary: SystemShapeStyle { SystemShapeStyle() }
    /// The style of the third level.
    public static var tertiary: SystemShapeStyle { SystemShapeStyle() }
    /// The style of the fourth level.
    public static var quaternary: SystemShapeStyle { SystemShapeStyle() }
    /// The style of a view's background.
    public static var background: SystemShapeStyle { SystemShapeStyle() }
    /// The style of a view's foreground.
    public static var foreground: SystemShapeStyle { SystemShapeStyle() }
    /// The style of filled areas.
    public static var fill: SystemShapeStyle { SystemShapeStyle() }
    /// The tint.
    public static var tint: SystemShapeStyle { SystemShapeStyle() }
    /// A thin material.
    public static var thinMaterial: SystemShapeStyle { SystemShapeStyle() }
    /// A material.
    public static var regularMaterial: SystemShapeStyle { SystemShapeStyle() }
}

extension ShapeStyle where Self == Color {
    /// The colour red.
    public static var red: Color { Color.red }
    /// The colour orange.
    public static var orange: Color { Color.orange }
    /// The colour yellow.
    public static var yellow: Color { Color.yellow }
    /// The colour green.
    public static var green: Color { Color.green }
    /// The colour mint.
    public static var mint: Color { Color.mint }
    /// The colour teal.
    public static var teal: Color { Color.teal }
    /// The colour cyan.
    public static var cyan: Color { Color.cyan }
    /// The colour blue.
    public static var blue: Color { Color.blue }
    /// The colour indigo.
    public static var indigo: Color { Color.indigo }
    /// The colour purple.
    public static var purple: Color { Color.purple }
    /// The colour pink.
    public static var pink: Color { Color.pink }
    /// The colour brown.
    public static var brown: Color { Color.brown }
    /// The colour gray.
    public static var gray: Color { Color.gray }
    /// The colour white.
    public static var white: Color { Color.white }
    /// The colour black.
    public static var black: Color { Color.black }
}

extension Color {
    /// The colour itself, because a panel's lights show no gradients.
    public var gradient: Color { self }
    /// The colour, dimmed towards black.
    public func opacity(_ opacity: Double) -> Color {
        Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, opacity: opacity)
    }
}
