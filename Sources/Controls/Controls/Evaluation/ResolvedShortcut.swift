/// A shortcut of a bundle, with its phrases as names.
public struct ResolvedShortcut: Sendable {
    /// The intent with the shortcut's values.
    public let intent: PerformableIntent
    /// The phrases, in the source's order.
    public let phrases: [Phrase]

    init(_ shortcut: AppShortcut, application: String) {
        intent = shortcut.intent
        phrases = shortcut.phrases.map { Phrase(intent: shortcut.intent, parts: $0, application: application) }
    }

    /// A phrase: a name of its own, or a name for each value of its parameter.
    public struct Phrase: Sendable {
        fileprivate let intent: PerformableIntent
        fileprivate let parts: [ShortcutPhrasePart]
        fileprivate let application: String

        /// The words, with `…` for a parameter.
        public var pattern: String { text("…") }

        /// Whether a query or a provider may have to give the values.
        public var hasParameter: Bool { !parameters.isEmpty }

        private var parameters: [String] {
            parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
        }

        /// The names by which the intent runs.
        ///
        /// - Throws: Errors of a query, cancellation, and `ShortcutError`.
        public func names() async throws -> [Name] {
            guard let parameter = parameters.first else {
                return [Name(phrase: text(""), values: intent.parameterValues)]
            }
            guard parameters.count == 1 else { throw ShortcutError.severalParameters }
            return try await intent.suggestions(forParameter: parameter).map { choice in
                let values = intent.parameterValues.merging([parameter: choice.value]) { $1 }
                return Name(phrase: text(choice.title), values: values)
            }
        }

        private func text(_ value: String) -> String {
            parts.map { part in
                switch part {
                case .words(let words): words
                case .applicationName: application
                case .parameter: value
                }
            }.joined()
        }
    }

    /// A name by which an intent runs.
    public struct Name: Hashable, Sendable {
        /// The words.
        public let phrase: String
        /// The values of the intent's parameters, by their names.
        public let values: [String: IntentValue]
    }
}

/// The reason why a phrase is no name.
public enum ShortcutError: Error, CustomStringConvertible {
    /// The phrase has more than one parameter. iOS accepts one, too.
    case severalParameters

    /// The reason.
    public var description: String { "it has more than one parameter" }
}
