/// A label without text and symbol.
public struct EmptyView: Sendable {
    /// An empty label.
    public init() {}
}

extension EmptyView: View, LabelElement {
    /// The view itself.
    public var body: EmptyView { self }

    func describe(in content: inout LabelContent) {}
}
