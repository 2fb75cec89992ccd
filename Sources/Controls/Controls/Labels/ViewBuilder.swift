/// Builds a label of the views in a closure.
@resultBuilder
public struct ViewBuilder {
    /// One view.
    public static func buildExpression<Content: View>(_ content: Content) -> Content {
        content
    }

    /// No view.
    public static func buildBlock() -> EmptyView {
        EmptyView()
    }

    /// One view.
    public static func buildBlock<Content: View>(_ content: Content) -> Content {
        content
    }

    /// Several views.
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

    /// An `if #available`.
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> Content {
        content
    }
}
