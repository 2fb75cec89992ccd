/// An intent as one sentence, for Apple's shortcut editors. A panel has no such editor: the summary compiles, and is
/// not shown.
public protocol ParameterSummary {}

/// The sentence of an intent that declares none.
public struct EmptyParameterSummary: ParameterSummary {}

/// A sentence with parameters: `Summary("Start \(\.$timer)")`.
public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    /// A sentence, and the parameters below it.
    public init(
        _ summaryString: ParameterSummaryString<Intent>, table: String? = nil,
        @ParameterKeyPathsBuilder<Intent> _ parameterKeyPaths: () -> [PartialKeyPath<Intent>] = { [] }
    ) {}

    /// No sentence, but a list of parameters.
    public init(@ParameterKeyPathsBuilder<Intent> _ parameterKeyPaths: () -> [PartialKeyPath<Intent>]) {}

    /// Neither a sentence nor parameters.
    public init() {}
}

/// The sentence of a summary: a literal with key paths of parameters.
public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
    /// The parts of the sentence.
    public struct StringInterpolation: StringInterpolationProtocol {
        /// Begins a sentence.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds literal text.
        public mutating func appendLiteral(_ literal: String) {}

        public mutating func appendInterpolation<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) {}
    }

    /// A sentence without parameters.
    public init(stringLiteral value: String) {}

    public init(stringInterpolation: StringInterpolation) {}
}

/// Builds the list of parameters below a summary's sentence.
@resultBuilder
public enum ParameterKeyPathsBuilder<Intent: AppIntent> {
    public static func buildExpression<Value>(
        _ expression: KeyPath<Intent, IntentParameter<Value>>
    ) -> PartialKeyPath<Intent> {
        expression
    }

    public static func buildBlock(_ keyPaths: PartialKeyPath<Intent>...) -> [PartialKeyPath<Intent>] {
        keyPaths
    }
}

/// A summary that depends on a parameter: `When(\.$mode, .equalTo, .timer) { … } otherwise: { … }`.
public struct ParameterSummaryWhenCondition<
    Intent: AppIntent, Content: ParameterSummary, Otherwise: ParameterSummary
>: ParameterSummary {
    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: EquatableComparisonOperator,
        _ value: Value.ValueType, @ParameterSummaryBuilder<Intent> _ content: () -> Content,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}

    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: HasValueComparisonOperator,
        @ParameterSummaryBuilder<Intent> _ content: () -> Content,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}

    public init<Value: _IntentValue>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>, _ comparison: OneOfComparisonOperator,
        _ values: [Value.ValueType], @ParameterSummaryBuilder<Intent> _ content: () -> Content,
        @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
    ) {}
}

/// Compares a parameter's value with another one.
public enum EquatableComparisonOperator: Hashable, Sendable {
    case equalTo
    /// The values differ.
    case notEqualTo
}

/// Asks whether a parameter has a value.
public enum HasValueComparisonOperator: Hashable, Sendable {
    case hasAnyValue
    case hasNoValue
}

/// Compares a parameter's value with several.
public enum OneOfComparisonOperator: Hashable, Sendable {
    case oneOf
}

/// A summary for each value of a parameter: `Switch(\.$mode) { Case(.timer) { … } DefaultCase { … } }`.
public struct ParameterSummarySwitchCondition<Intent: AppIntent, Value: _IntentValue>: ParameterSummary {
    /// The summaries by the parameter's values.
    public init(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>,
        @ParameterSummaryCaseBuilder<Intent, Value> _ cases: () -> [ParameterSummarySwitchCase<Intent, Value>]
    ) {}
}

public struct ParameterSummarySwitchCase<Intent: AppIntent, Value: _IntentValue>: Sendable {}

/// Combines the summaries of a `Switch`.
@resultBuilder
public enum ParameterSummaryCaseBuilder<Intent: AppIntent, Value: _IntentValue> {
    /// The summary for some values.
    public static func buildExpression<Content: ParameterSummary>(
        _ content: ParameterSummaryCaseCondition<Intent, Value.ValueType, Content>
    ) -> ParameterSummarySwitchCase<Intent, Value> {
        ParameterSummarySwitchCase()
    }

    /// The summary for all other values.
    public static func buildExpression<Content: ParameterSummary>(
        _ content: ParameterSummaryDefaultCaseCondition<Intent, Content>
    ) -> ParameterSummarySwitchCase<Intent, Value> {
        ParameterSummarySwitchCase()
    }

    public static func buildBlock(
        _ cases: ParameterSummarySwitchCase<Intent, Value>...
    ) -> [ParameterSummarySwitchCase<Intent, Value>] {
        cases
    }
}

public struct ParameterSummaryCaseCondition<Intent: AppIntent, Value, Content: ParameterSummary> {
    public init(_ value: Value, @ParameterSummaryBuilder<Intent> _ content: () -> Content) {}
    public init(_ values: [Value], @ParameterSummaryBuilder<Intent> _ content: () -> Content) {}
}

/// A summary for all other values.
public struct ParameterSummaryDefaultCaseCondition<Intent: AppIntent, Content: ParameterSummary> {
    /// A summary for all other values.
    public init(@ParameterSummaryBuilder<Intent> _ content: () -> Content) {}
}

extension AppIntent {
    public typealias When<Content: ParameterSummary, Otherwise: ParameterSummary> = ParameterSummaryWhenCondition<
        Self, Content, Otherwise
    >
    public typealias Switch<Value: _IntentValue> = ParameterSummarySwitchCondition<Self, Value>
    public typealias Case<Value, Content: ParameterSummary> = ParameterSummaryCaseCondition<Self, Value, Content>
    /// A summary for all other values.
    public typealias DefaultCase<Content: ParameterSummary> = ParameterSummaryDefaultCaseCondition<Self, Content>
}

@resultBuilder
public enum ParameterSummaryBuilder<Intent: AppIntent> {
    public static func buildBlock<Content: ParameterSummary>(_ content: Content) -> Content {
        content
    }
}
