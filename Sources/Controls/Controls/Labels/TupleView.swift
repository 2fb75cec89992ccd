/// Several views, one after another. The first text and the first symbol among them are shown.
public struct TupleView<T> {
    /// The views.
    public let value: T
    let children: [any View]
}

extension TupleView: View, LabelElement {
    /// The view itself.
    public var body: TupleView { self }

    func describe(in content: inout LabelContent) {
        for child in children {
            content.read(child)
        }
    }
}
