public import FoundationEssentials

/// How far something has come.
@MainActor @preconcurrency
public struct ProgressView: View, LabelElement {
    /// A part of a whole; without a value, something that takes a time unknown.
    public nonisolated init(value: Double? = nil, total: Double = 1) {}

    /// A part of a stretch of time.
    public nonisolated init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {}

    /// The view itself.
    public var body: ProgressView { self }

    func describe(in content: inout LabelContent) {}
}

/// A way to a page. In a control's label, what its label says is read.
@MainActor @preconcurrency
public struct Link<Label: View>: View, LabelElement {
    let label: Label

    /// A way to a page.
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    /// The view itself.
    public var body: Link { self }

    func describe(in content: inout LabelContent) { content.read(label) }
}
