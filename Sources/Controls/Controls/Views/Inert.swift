public import FoundationEssentials

/// Space between views.
@MainActor @preconcurrency
public struct Spacer: View, LabelElement {
    /// Space with a minimum length.
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

/// A button in an ordinary widget. A control's label reads only the button's label; the button cannot be pressed.
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

/// A toggle in an ordinary widget. A control's label reads only the toggle's label; the toggle cannot be pressed.
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

/// The progress of a process.
@MainActor @preconcurrency
public struct ProgressView: View, LabelElement {
    /// A fraction of `total`; without a value, a process of unknown duration.
    public nonisolated init(value: Double? = nil, total: Double = 1) {}

    /// The progress within a time interval.
    public nonisolated init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {}

    /// The view itself.
    public var body: ProgressView { self }

    func describe(in content: inout LabelContent) {}
}

/// A link to a page. A control's label reads only the link's label.
@MainActor @preconcurrency
public struct Link<Label: View>: View, LabelElement {
    let label: Label

    /// A link to a page.
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.label = label()
    }

    /// The view itself.
    public var body: Link { self }

    func describe(in content: inout LabelContent) { content.read(label) }
}
