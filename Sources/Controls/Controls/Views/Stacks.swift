/// Views side by side. A control's label reads their content in order.
@MainActor @preconcurrency
public struct HStack<Content: View>: View, LabelElement {
    let content: Content

    /// Views from left to right.
    public init(alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// The view itself.
    public var body: HStack { self }

    func describe(in label: inout LabelContent) { label.read(content) }
}

/// Views one above another. A control's label reads their content in order.
@MainActor @preconcurrency
public struct VStack<Content: View>: View, LabelElement {
    let content: Content

    /// Views from top to bottom.
    public init(alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// The view itself.
    public var body: VStack { self }

    func describe(in label: inout LabelContent) { label.read(content) }
}

/// Views in front of one another. A control's label reads their content in order.
@MainActor @preconcurrency
public struct ZStack<Content: View>: View, LabelElement {
    let content: Content

    /// Views from back to front.
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// The view itself.
    public var body: ZStack { self }

    func describe(in label: inout LabelContent) { label.read(content) }
}

/// Views that share their modifiers. A control's label reads their content in order.
@MainActor @preconcurrency
public struct Group<Content: View>: View, LabelElement {
    let content: Content

    /// A group of views.
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// The view itself.
    public var body: Group { self }

    func describe(in label: inout LabelContent) { label.read(content) }
}

/// A view for each element of a collection. A control's label reads the views' content in order.
@MainActor @preconcurrency
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View, LabelElement {
    let views: [Content]

    /// A view for each identifiable element.
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        views = data.map(content)
    }

    /// A view for each element. `id` is the property with the element's identity.
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        views = data.map(content)
    }

    /// The view itself.
    public var body: ForEach { self }

    func describe(in label: inout LabelContent) {
        for view in views { label.read(view) }
    }
}
