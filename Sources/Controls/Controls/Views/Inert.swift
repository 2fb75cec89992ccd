public import FoundationEssentials

/// Room between views.
@MainActor @preconcurrency
public struct Spacer: View, LabelElement {
    /// Room of a length at least.
    public nonisolated init(minLength: Double? = nil) {}

    /// The view itself.
    public var body: Spacer { self }

    func describe(in content: inout LabelContent) {}
}

/// A line between views.
@MainActor @preconcurrency
public struct Divider: View, LabelElement {
    /// A line.
    public nonisolated init() {}

    /// The view itself.
    public var body: Divider { self }

    func describe(in content: inout LabelContent) {}
}

/// A button in an ordinary widget. In a control's label, what its label says is read; it cannot be pressed.
@MainActor @preconcurrency
public struct Button<Label: View>: View, LabelElement {
    let label: Label

    /// A button that performs an intent.
    public init(intent: some AppIntent, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    /// A button with a title that performs an intent.
    public init(_ titleKey: LocalizedStringKey, intent: some AppIntent) where Label == Text {
        label = Text(titleKey)
    }

    /// The view itself.
    public var body: Button { self }

    func describe(in content: inout LabelContent) { content.read(label) }
}

/// A toggle in an ordinary widget. In a control's label, what its label says is read; it cannot be pressed.
@MainActor @preconcurrency
public struct Toggle<Label: View>: View, LabelElement {
    let label: Label

    /// A toggle that performs an intent.
    public init(isOn: Bool, intent: some AppIntent, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    /// A toggle with a title that performs an intent.
    public init(_ titleKey: LocalizedStringKey, isOn: Bool, intent: some AppIntent) where Label == Text {
        label = Text(titleKey)
    }

    /// The view itself.
    public var body: Toggle { self }

    func describe(in content: inout LabelContent) { content.read(label) }
}

extension Color: View, LabelElement {
    /// The view itself.
    public var body: Color { self }

    func describe(in content: inout LabelContent) {}
}

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
