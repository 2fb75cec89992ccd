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

        /// Adds a parameter.
        public mutating func appendInterpolation<Value>(_ keyPath: KeyPath<Intent, IntentParameter<Value>>) {}
    }

    /// A sentence without parameters.
    public init(stringLiteral value: String) {}

    /// A sentence with parameters.
    public init(stringInterpolation: StringInterpolation) {}
}

/// Builds the list of parameters below a summary's sentence.
@resultBuilder
public enum ParameterKeyPathsBuilder<Intent: AppIntent> {
    /// A parameter.
    public static func buildExpression<Value>(
        _ expression: KeyPath<Intent, IntentParameter<Value>>
    ) -> PartialKeyPath<Intent> {
        expression
    }

    /// The parameters.
    public static func buildBlock(_ keyPaths: PartialKeyPath<Intent>...) -> [PartialKeyPath<Intent>] {
        keyPaths
    }
}

/// Builds the summary from a closure.
@resultBuilder
public enum ParameterSummaryBuilder<Intent: AppIntent> {
    /// The summary.
    public static func buildBlock<Content: ParameterSummary>(_ content: Content) -> Content {
        content
    }
}
