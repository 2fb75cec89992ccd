public import FoundationEssentials

/// Modifiers for drawing on Apple's systems. They have no effect, because a panel draws no views.
extension View {
    /// Changes nothing.
    public func font(_ font: Font?) -> some View { self }
    /// Changes nothing.
    public func fontWeight(_ weight: Font.Weight?) -> some View { self }
    /// Changes nothing.
    public func fontDesign(_ design: Font.Design?) -> some View { self }
    /// Changes nothing.
    public func bold(_ isActive: Bool = true) -> some View { self }
    /// Changes nothing.
    public func italic(_ isActive: Bool = true) -> some View { self }
    /// Changes nothing.
    public func monospacedDigit() -> some View { self }
    /// Changes nothing.
    public func lineLimit(_ number: Int?) -> some View { self }
    /// Changes nothing.
    public func minimumScaleFactor(_ factor: Double) -> some View { self }
    /// Changes nothing.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
    /// Changes nothing.
    public func imageScale(_ scale: Image.Scale) -> some View { self }

    /// Changes nothing.
    public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
    /// Changes nothing.
    public func foregroundStyle(_ primary: some ShapeStyle, _ secondary: some ShapeStyle) -> some View { self }
    /// Changes nothing.
    public func foregroundColor(_ color: Color?) -> some View { self }
    /// Changes nothing.
    public func background(_ style: some ShapeStyle) -> some View { self }
    /// Changes nothing.
    public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View { self }
    /// Changes nothing.
    public func background() -> some View { self }
    /// Changes nothing: a panel shows stale values as such.
    public func invalidatableContent(_ invalidatable: Bool = true) -> some View { self }
    /// Changes nothing.
    public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View { self }
    /// Changes nothing.
    public func opacity(_ opacity: Double) -> some View { self }
    /// Changes nothing.
    public func containerBackground(
        _ style: some ShapeStyle, for container: ContainerBackgroundPlacement
    ) -> some View { self }
    /// Changes nothing.
    public func containerBackground(
        for container: ContainerBackgroundPlacement, alignment: Alignment = .center,
        @ViewBuilder content: () -> some View
    ) -> some View { self }

    /// Changes nothing.
    public func padding(_ length: Double) -> some View { self }
    /// Changes nothing.
    public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> some View { self }
    /// Changes nothing.
    public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> some View { self }
    /// Changes nothing.
    public func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: Alignment = .center
    ) -> some View { self }
    /// Changes nothing.
    public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode) -> some View { self }
    /// Changes nothing.
    public func scaledToFit() -> some View { self }
    /// Changes nothing.
    public func scaledToFill() -> some View { self }
    /// Changes nothing.
    public func cornerRadius(_ radius: Double) -> some View { self }

    /// Changes nothing.
    public func widgetURL(_ url: URL?) -> some View { self }
    /// Changes nothing.
    public func widgetAccentable(_ accentable: Bool = true) -> some View { self }
    /// Changes nothing.
    public func activityBackgroundTint(_ color: Color?) -> some View { self }
    /// Changes nothing.
    public func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
    /// Changes nothing.
    public func accessibilityLabel(_ label: LocalizedStringResource) -> some View { self }
    /// Changes nothing.
    @_disfavoredOverload
    public func accessibilityLabel(_ label: some StringProtocol) -> some View { self }
    /// Changes nothing.
    public func accessibilityLabel(_ label: Text) -> some View { self }
    /// Changes nothing.
    public func accessibilityHidden(_ hidden: Bool) -> some View { self }
    /// Changes nothing.
    public func accessibilityValue(_ value: LocalizedStringResource) -> some View { self }
    /// Changes nothing.
    @_disfavoredOverload
    public func accessibilityValue(_ value: some StringProtocol) -> some View { self }
    /// Changes nothing.
    public func accessibilityValue(_ value: Text) -> some View { self }
    /// Changes nothing.
    public func accessibilityHint(_ hint: LocalizedStringResource) -> some View { self }
    /// Changes nothing.
    @_disfavoredOverload
    public func accessibilityHint(_ hint: some StringProtocol) -> some View { self }
    /// Changes nothing.
    public func accessibilityHint(_ hint: Text) -> some View { self }
    /// Changes nothing.
    public func accessibilityIdentifier(_ identifier: String) -> some View { self }
    /// Changes nothing.
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
    /// Draws nothing.
    public func previewContext(_ value: WidgetPreviewContext) -> some View { self }
}

extension Image {
    /// The size of a symbol beside text.
    public enum Scale: Hashable, Sendable {
        case small
        case medium
        case large
    }

    /// Changes nothing.
    public func resizable() -> Image { self }
}

/// The way a view fills a space of another shape.
public enum ContentMode: Hashable, Sendable, CaseIterable {
    /// The whole view is seen.
    case fit
    /// The whole space is filled.
    case fill
}

/// The way a screen reader treats the views inside a view.
public enum AccessibilityChildBehavior: Hashable, Sendable {
    /// It reads none of them.
    case ignore
    /// It reads each.
    case contain
    /// It reads all as one.
    case combine
}
