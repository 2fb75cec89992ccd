/// The environment of views. A panel draws no views, so that all values are defaults.
public struct EnvironmentValues: Sendable {
    /// The size of the ordinary widget.
    public var widgetFamily: WidgetFamily = .systemSmall
    /// The colours that the ordinary widget may use.
    public var widgetRenderingMode: WidgetRenderingMode = .fullColor
    /// Whether the ordinary widget's background is drawn.
    public var showsWidgetContainerBackground = false
    /// Light or dark.
    public var colorScheme: ColorScheme = .light
    /// Whether the display is dimmed.
    public var isLuminanceReduced = false

    /// The defaults.
    public init() {}
}

/// Light or dark.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
}

/// The colours that an ordinary widget may use.
public enum WidgetRenderingMode: Hashable, Sendable {
    /// All colours.
    case fullColor
    /// Two colours.
    case accented
    /// One colour.
    case vibrant
}

/// Reads a value of a view's environment: `@Environment(\.widgetFamily) var family`.
@propertyWrapper
public struct Environment<Value> {
    public let wrappedValue: Value

    /// Reads the value of a property.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        wrappedValue = EnvironmentValues()[keyPath: keyPath]
    }
}
