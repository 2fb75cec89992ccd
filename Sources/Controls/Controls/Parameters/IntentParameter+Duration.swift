/// As data, a duration is a number of seconds, with a fraction.
extension Duration: _IntentValue {
    public static var _type: IntentValueType { .number }

    /// The seconds.
    public var _data: IntentValue { .double(self / Duration.seconds(1)) }

    /// A duration from its seconds; `nil` for more than 10¹⁵ seconds, which are 30 million years.
    public init?(_data data: IntentValue) {
        // `Duration` traps on numbers that it cannot represent.
        guard let seconds = Double(_data: data), seconds.magnitude <= 1e15 else { return nil }
        self = .seconds(seconds)
    }
}

extension IntentParameter where Value.ValueType == Duration {
    /// The unit of the form field on Apple's systems. A panel ignores the unit: its form fields have seconds.
    public enum DurationUnit: Hashable, Sendable, CaseIterable {
        /// A unit, named as in Foundation.
        case picoseconds, nanoseconds, microseconds, milliseconds, seconds, minutes, hours
    }

    /// A duration whose form field on Apple's systems has a unit. A panel's form field has seconds.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        defaultUnit: DurationUnit?, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog)
    }
}
