/// What views know of where they are. A panel draws none, so all is as usual.
public struct EnvironmentValues: Sendable {
    /// The size of the ordinary widget.
    public var widgetFamily: WidgetFamily = .systemSmall
    /// How much colour the ordinary widget may have.
    public var widgetRenderingMode: WidgetRenderingMode = .fullColor
    /// Whether the ordinary widget's background is drawn.
    public var showsWidgetContainerBackground = false
    /// Light or dark.
    public var colorScheme: ColorScheme = .light
    /// Whether the display is dimmed.
    public var isLuminanceReduced = false
}

/// Light or dark.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
    /// Dark letters on light ground.
    case light
    /// Light letters on dark ground.
    case dark
}

/// How much colour an ordinary widget may have.
public enum WidgetRenderingMode: Hashable, Sendable {
    /// All.
    case fullColor
    /// Two tones.
    case accented
    /// One tone.
    case vibrant
}

/// Reads what a view knows of where it is: `@Environment(\.widgetFamily) var family`.
@propertyWrapper
public struct Environment<Value> {
    /// The value.
    public let wrappedValue: Value

    /// The value of a property.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        wrappedValue = EnvironmentValues()[keyPath: keyPath]
    }
}
