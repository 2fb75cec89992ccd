/// A part of a control's label. A panel draws no views, and reads only the control's text, symbol and hints from them.
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    /// The content. The views that Holdfast provides are their own body.
    @ViewBuilder var body: Body { get }
}

/// Builds a label from the views in a closure.
@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock() -> EmptyView {
        EmptyView()
    }

    public static func buildBlock<Content: View>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        var children: [any View] = []
        repeat children.append(each content)
        return TupleView(value: (repeat each content), children: children)
    }

    /// An `if` without `else`.
    public static func buildIf<Content: View>(_ content: Content?) -> _ConditionalContent<Content, EmptyView> {
        _ConditionalContent(branch: content.map { .first($0) } ?? .second(EmptyView()))
    }

    /// The first branch of an `if` or `switch`.
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent(branch: .first(first))
    }

    /// The other branch of an `if` or `switch`.
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent(branch: .second(second))
    }

    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> Content {
        content
    }
}

/// Several views, one after another. The first text and the first symbol among them are shown.
public struct TupleView<T> {
    public let value: T
    let children: [any View]
}

extension TupleView: View, LabelElement, ViewList {
    public var body: TupleView { self }

    func describe(in content: inout LabelContent) {
        for child in children {
            content.read(child)
        }
    }
}

@MainActor
protocol ViewList {
    var children: [any View] { get }
}

/// The branch that an `if` or `switch` in a label took.
public struct _ConditionalContent<TrueContent, FalseContent> {
    enum Branch {
        case first(TrueContent)
        case second(FalseContent)
    }

    let branch: Branch
}

extension _ConditionalContent: View, LabelElement where TrueContent: View, FalseContent: View {
    public var body: _ConditionalContent { self }

    func describe(in content: inout LabelContent) {
        switch branch {
        case .first(let view): content.read(view)
        case .second(let view): content.read(view)
        }
    }
}

/// A label without text and symbol.
public struct EmptyView: Sendable {
    /// An empty label.
    public init() {}
}

extension EmptyView: View, LabelElement {
    public var body: EmptyView { self }

    func describe(in content: inout LabelContent) {}
}

/// A view of any type. A control's label reads its content.
public struct AnyView {
    let view: any View

    /// A view whose type is hidden.
    public init(_ view: some View) {
        self.view = view
    }

    /// A view whose type is hidden.
    public init(erasing view: some View) {
        self.init(view)
    }
}

extension AnyView: View, LabelElement {
    public var body: AnyView { self }

    func describe(in content: inout LabelContent) {
        content.read(view)
    }
}
