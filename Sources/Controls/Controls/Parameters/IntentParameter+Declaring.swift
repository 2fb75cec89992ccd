/// Initialisers for declarations with Apple's names. `controlStyle`, which only Apple's forms use, has no effect.
extension IntentParameter {
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

    /// An entity that a given query finds, not the type's default query.
    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil, query: Query
    ) {
        self.init(
            title: title, description: description, value: nil, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog, options: query)
    }
}

/// The form field for a number on Apple's systems. A panel ignores it.
public enum IntentNumberControlStyle: Sendable {
    /// A field.
    case field
    /// A field with buttons to increase and decrease the number.
    case stepper
    /// A slider.
    case slider
}

extension IntentParameter where Value.ValueType == Int {
    /// A whole number within a range. A number outside the range is refused.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        controlStyle: IntentNumberControlStyle = .field, inclusiveRange: (Int, Int),
        requestValueDialog: IntentDialog? = nil
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            range: Double(min(inclusiveRange.0, inclusiveRange.1))...Double(max(inclusiveRange.0, inclusiveRange.1)))
    }
}

extension IntentParameter where Value.ValueType == Double {
    /// A number within a range. A number outside the range is refused.
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
}
