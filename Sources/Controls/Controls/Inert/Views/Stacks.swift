/// Views side by side. A control's label reads their content in order.
public struct HStack<Content: View>: View {
    public let body: Content

    /// Views from left to right.
    public init(alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
        body = content()
    }
}

/// Views one above another. A control's label reads their content in order.
public struct VStack<Content: View>: View {
    public let body: Content

    /// Views from top to bottom.
    public init(alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
        body = content()
    }
}

/// Views in front of one another. A control's label reads their content in order.
public struct ZStack<Content: View>: View {
    public let body: Content

    /// Views from back to front.
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        body = content()
    }
}

/// Views of which the first that fits is shown. A control's label reads the first one.
public struct ViewThatFits<Content: View>: View, LabelElement {
    let content: Content

    /// Views in the order of preference.
    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    public var body: ViewThatFits { self }

    func describe(in label: inout LabelContent) {
        if let first = (content as? any ViewList)?.children.first {
            label.read(first)
        } else {
            label.read(content)
        }
    }
}

/// Views that share their modifiers. A control's label reads their content in order.
public struct Group<Content: View>: View {
    public let body: Content

    public init(@ViewBuilder content: () -> Content) {
        body = content()
    }
}

/// A view for each element of a collection. A control's label reads the views' content in order.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View, LabelElement {
    let views: [Content]

    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        views = data.map(content)
    }

    /// A view for each element. `id` is the property with the element's identity.
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        views = data.map(content)
    }

    public var body: ForEach { self }

    func describe(in label: inout LabelContent) {
        for view in views { label.read(view) }
    }
}
