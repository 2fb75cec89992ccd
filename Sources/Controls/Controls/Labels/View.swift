/// A part of a control's label. A panel draws no views: it reads off them the text, symbol and hints of the control.
@MainActor @preconcurrency
public protocol View {
    /// What the view is made of.
    associatedtype Body: View
    /// The content. The parts that Holdfast provides are their own body.
    @ViewBuilder var body: Body { get }
}
