public import FoundationEssentials

/// Space between views.
public struct Spacer: View {
    /// Space with a minimum length.
    public nonisolated init(minLength: Double? = nil) {}

    /// Nothing that a control's label reads.
    public var body: EmptyView { EmptyView() }
}

/// A line between views.
public struct Divider: View {
    /// A line.
    public nonisolated init() {}

    /// Nothing that a control's label reads.
    public var body: EmptyView { EmptyView() }
}

/// A button in an ordinary widget. A control's label reads only the button's label; the button cannot be pressed.
public struct Button<Label: View>: View {
    public let body: Label

    /// A button that performs an intent.
    public init(intent: some AppIntent, @ViewBuilder label: () -> Label) {
        body = label()
    }

    /// A button with a title that performs an intent.
    public init(_ titleKey: LocalizedStringKey, intent: some AppIntent) where Label == Text {
        body = Text(titleKey)
    }
}

/// A toggle in an ordinary widget. A control's label reads only the toggle's label; the toggle cannot be pressed.
public struct Toggle<Label: View>: View {
    public let body: Label

    /// A toggle that performs an intent.
    public init(isOn: Bool, intent: some AppIntent, @ViewBuilder label: () -> Label) {
        body = label()
    }

    /// A toggle with a title that performs an intent.
    public init(_ titleKey: LocalizedStringKey, isOn: Bool, intent: some AppIntent) where Label == Text {
        body = Text(titleKey)
    }
}

extension Color: View {
    /// Nothing that a control's label reads.
    public var body: EmptyView { EmptyView() }
}

/// The progress of a process.
public struct ProgressView: View {
    /// A fraction of `total`; without a value, a process of unknown duration.
    public nonisolated init(value: Double? = nil, total: Double = 1) {}

    /// The progress within a time interval.
    public nonisolated init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {}

    /// Nothing that a control's label reads.
    public var body: EmptyView { EmptyView() }
}

/// A link to a page. A control's label reads only the link's label.
public struct Link<Label: View>: View {
    public let body: Label

    /// A link to a page.
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        body = label()
    }
}
