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

public struct Circle: InsettableShape {
    public nonisolated init() {}
}

public struct Ellipse: InsettableShape {
    public nonisolated init() {}
}

public struct Rectangle: InsettableShape {
    public nonisolated init() {}
}

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
    public nonisolated init(style: RoundedCornerStyle = .continuous) {}
}

/// The shape of the widget around a view.
public struct ContainerRelativeShape: InsettableShape {
    public nonisolated init() {}
}

extension Shape where Self == Circle {
    public static var circle: Circle { Circle() }
}

extension Shape where Self == Ellipse {
    public static var ellipse: Ellipse { Ellipse() }
}

extension Shape where Self == Capsule {
    public static var capsule: Capsule { Capsule() }
}

extension Shape where Self == Rectangle {
    public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: Double, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

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
    case miter
    case round
    /// Cut off.
    case bevel
}

public struct Angle: Hashable, Sendable {
    public var radians: Double

    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    /// The angle zero.
    public init() {
        radians = 0
    }

    public init(radians: Double) {
        self.radians = radians
    }

    public init(degrees: Double) {
        radians = degrees * .pi / 180
    }

    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

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
