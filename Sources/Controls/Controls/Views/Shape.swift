/// A shape. A panel draws no shapes, and a control's label reads nothing of them.
///
/// The shapes are those below: the protocol has no path, so that an author cannot draw another one.
@MainActor @preconcurrency
public protocol Shape: View {}

/// A shape whose edge can be moved inwards.
@MainActor @preconcurrency
public protocol InsettableShape: Shape {}

extension Shape {
    /// Nothing that a control's label reads.
    public var body: EmptyView { EmptyView() }

    /// Changes nothing.
    public func fill(_ content: some ShapeStyle) -> some Shape { self }
    /// Changes nothing.
    public func stroke(_ content: some ShapeStyle, lineWidth: Double = 1) -> some Shape { self }
    /// Changes nothing.
    public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some Shape { self }
    /// Changes nothing.
    public func stroke(lineWidth: Double = 1) -> some Shape { self }
    /// Changes nothing.
    public func stroke(style: StrokeStyle) -> some Shape { self }
    /// Changes nothing.
    public func trim(from startFraction: Double = 0, to endFraction: Double = 1) -> some Shape { self }
}

extension InsettableShape {
    /// Changes nothing.
    public func strokeBorder(_ content: some ShapeStyle, lineWidth: Double = 1) -> some Shape { self }
    /// Changes nothing.
    public func strokeBorder(_ content: some ShapeStyle, style: StrokeStyle) -> some Shape { self }
    /// Changes nothing.
    public func inset(by amount: Double) -> some InsettableShape { self }
}

/// A circle.
public struct Circle: InsettableShape {
    /// A circle.
    public nonisolated init() {}
}

/// An ellipse.
public struct Ellipse: InsettableShape {
    /// An ellipse.
    public nonisolated init() {}
}

/// A rectangle.
public struct Rectangle: InsettableShape {
    /// A rectangle.
    public nonisolated init() {}
}

/// A rectangle with round corners.
public struct RoundedRectangle: InsettableShape {
    /// A rectangle with the radius of its corners, in points.
    public nonisolated init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) {}
}

/// A rectangle with corners of different radii.
public struct UnevenRoundedRectangle: InsettableShape {
    /// A rectangle with the radii of its corners, in points.
    public nonisolated init(
        topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0, bottomTrailingRadius: Double = 0,
        topTrailingRadius: Double = 0, style: RoundedCornerStyle = .continuous
    ) {}
}

/// A rectangle with two round sides.
public struct Capsule: InsettableShape {
    /// A capsule.
    public nonisolated init(style: RoundedCornerStyle = .continuous) {}
}

/// The shape of the widget around a view.
public struct ContainerRelativeShape: InsettableShape {
    /// A shape.
    public nonisolated init() {}
}

extension Shape where Self == Circle {
    /// A circle.
    public static var circle: Circle { Circle() }
}

extension Shape where Self == Ellipse {
    /// An ellipse.
    public static var ellipse: Ellipse { Ellipse() }
}

extension Shape where Self == Capsule {
    /// A capsule.
    public static var capsule: Capsule { Capsule() }
}

extension Shape where Self == Rectangle {
    /// A rectangle.
    public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
    /// A rectangle with round corners.
    public static func rect(cornerRadius: Double, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

/// The form of round corners.
public enum RoundedCornerStyle: Hashable, Sendable {
    /// A quarter of a circle.
    case circular
    /// A curve that begins smoothly.
    case continuous
}

/// The look of a line.
public struct StrokeStyle: Hashable, Sendable {
    /// A line with its width in points.
    public init(
        lineWidth: Double = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: Double = 10,
        dash: [Double] = [], dashPhase: Double = 0
    ) {}
}

/// The end of a line.
public enum CGLineCap: Hashable, Sendable {
    /// At the point itself.
    case butt
    /// Round, around the point.
    case round
    /// Square, around the point.
    case square
}

/// The corner of a line.
public enum CGLineJoin: Hashable, Sendable {
    /// Pointed.
    case miter
    /// Round.
    case round
    /// Cut off.
    case bevel
}

/// An angle.
public struct Angle: Hashable, Sendable {
    /// The angle in radians.
    public var radians: Double

    /// The angle in degrees.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    /// The angle zero.
    public init() {
        radians = 0
    }

    /// An angle in radians.
    public init(radians: Double) {
        self.radians = radians
    }

    /// An angle in degrees.
    public init(degrees: Double) {
        radians = degrees * .pi / 180
    }

    /// An angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    /// The angle zero.
    public static let zero = Angle()
}

extension View {
    /// Changes nothing.
    public func clipShape(_ shape: some Shape) -> some View { self }
    /// Changes nothing.
    public func contentShape(_ shape: some Shape) -> some View { self }
    /// Changes nothing.
    public func background(_ style: some ShapeStyle, in shape: some Shape) -> some View { self }
    /// Changes nothing.
    @_disfavoredOverload
    public func background(_ background: some View, alignment: Alignment = .center) -> some View { self }
    /// Changes nothing.
    public func overlay(_ overlay: some View, alignment: Alignment = .center) -> some View { self }
    /// Changes nothing.
    public func rotationEffect(_ angle: Angle) -> some View { self }
}
