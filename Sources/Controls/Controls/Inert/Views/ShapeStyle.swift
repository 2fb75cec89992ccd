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
    public var gradient: SystemShapeStyle { self }
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
    public static var fill: SystemShapeStyle { SystemShapeStyle() }
    public static var tint: SystemShapeStyle { SystemShapeStyle() }
    public static var thinMaterial: SystemShapeStyle { SystemShapeStyle() }
    public static var regularMaterial: SystemShapeStyle { SystemShapeStyle() }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color.red }
    public static var orange: Color { Color.orange }
    public static var yellow: Color { Color.yellow }
    public static var green: Color { Color.green }
    public static var mint: Color { Color.mint }
    public static var teal: Color { Color.teal }
    public static var cyan: Color { Color.cyan }
    public static var blue: Color { Color.blue }
    public static var indigo: Color { Color.indigo }
    public static var purple: Color { Color.purple }
    public static var pink: Color { Color.pink }
    public static var brown: Color { Color.brown }
    public static var gray: Color { Color.gray }
    public static var white: Color { Color.white }
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
