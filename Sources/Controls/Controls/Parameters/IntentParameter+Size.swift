/// How many values a list of an ordinary widget has. A panel offers any number.
public struct IntentCollectionSize: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// From `min` to `max` values.
    public init(min: Int, max: Int) {}

    /// This number of values.
    public init(exactly count: Int) {}

    /// This number of values.
    public init(integerLiteral value: Int) {}
}

/// The sizes of ordinary widgets, which a panel does not show.
public enum IntentWidgetFamily: Hashable, Sendable {
    /// A size of Apple's.
    case systemSmall, systemMedium, systemLarge, systemExtraLarge, accessoryCorner, accessoryCircular,
        accessoryRectangular, accessoryInline
}

extension IntentParameter {
    /// A list with a number of values. `size` has no effect.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        size: IntentCollectionSize, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(title: title, description: description, value: value, requestValueDialog: requestValueDialog)
    }

    /// A list with a number of values for each widget. `size` has no effect.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        size: [IntentWidgetFamily: IntentCollectionSize], requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(title: title, description: description, value: value, requestValueDialog: requestValueDialog)
    }
}
