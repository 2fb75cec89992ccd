/// How parameters are declared, in Apple's words. What only a form of Apple's system makes use of
/// (`controlStyle`) is taken and left.
extension IntentParameter {
    /// A parameter with a default.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog)
    }

    /// A parameter whose values are known only at run time.
    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        optionsProvider: Provider
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog, options: optionsProvider)
    }

    /// An entity that is found by a query of its own.
    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil, query: Query
    ) {
        self.init(
            title: title, description: description, value: nil, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog, options: query)
    }
}

/// How a form of Apple's system shows a number.
public enum IntentNumberControlStyle: Sendable {
    /// A field.
    case field
    /// A field with buttons for more and less.
    case stepper
    /// A slider.
    case slider
}

extension IntentParameter where Value.ValueType == Int {
    /// A whole number, of which no other than one in the range is taken.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        controlStyle: IntentNumberControlStyle = .field, inclusiveRange: (Int, Int),
        requestValueDialog: IntentDialog? = nil
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            range: Double(min(inclusiveRange.0, inclusiveRange.1))...Double(max(inclusiveRange.0, inclusiveRange.1)))
    }

    /// A whole number.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        controlStyle: IntentNumberControlStyle, requestValueDialog: IntentDialog? = nil
    ) {
        self.init(title: title, description: description, value: value, requestValueDialog: requestValueDialog)
    }
}

extension IntentParameter where Value.ValueType == Double {
    /// A number, of which no other than one in the range is taken.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        controlStyle: IntentNumberControlStyle = .field, inclusiveRange: (Double, Double),
        requestValueDialog: IntentDialog? = nil
    ) {
        let bounds = [inclusiveRange.0, inclusiveRange.1].filter { !$0.isNaN }
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            range: (bounds.min() ?? -.infinity)...(bounds.max() ?? .infinity))
    }

    /// A number.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        controlStyle: IntentNumberControlStyle, requestValueDialog: IntentDialog? = nil
    ) {
        self.init(title: title, description: description, value: value, requestValueDialog: requestValueDialog)
    }
}
