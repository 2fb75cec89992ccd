/// Views that Xcode draws beside their source. Nothing draws them here.
@MainActor @preconcurrency
public protocol PreviewProvider {
    /// The type of the views.
    associatedtype Previews: View
    /// The views.
    @ViewBuilder static var previews: Previews { get }
}

/// An ordinary widget's size, for Xcode.
public struct WidgetPreviewContext: Hashable, Sendable {
    /// A size.
    public init(family: WidgetFamily) {}
}

extension View {
    /// Draws nothing.
    public func previewContext(_ value: WidgetPreviewContext) -> some View { self }
}
