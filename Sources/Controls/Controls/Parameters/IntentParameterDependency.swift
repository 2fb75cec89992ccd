import Synchronization

/// The values of other parameters, for a query or options provider whose values depend on them:
/// `@IntentParameterDependency<OpenRoom>(\.$house) var openRoom`.
@propertyWrapper
public final class IntentParameterDependency<Intent: AppIntent>: Sendable, AnyParameterDependency {
    /// Unchecked: it captures key paths alone, which are immutable, but `Sendable` only where Swift 6 infers that.
    nonisolated(unsafe) private let parameters: (Intent) -> [any AnyIntentParameter]

    public init<each Value: _IntentValue>(_ keyPath: repeat KeyPath<Intent, IntentParameter<each Value>>) {
        parameters = { intent in
            var parameters: [any AnyIntentParameter] = []
            for path in repeat each keyPath { parameters.append(intent[keyPath: path]) }
            return parameters
        }
    }

    /// The values chosen so far; `nil` while one of the parameters has none, and if the values serve another intent.
    public var wrappedValue: IntentProjection<Intent>? {
        guard let intent = DependedIntent.current as? Intent,
            parameters(intent).allSatisfy({ ($0.data ?? .null) != .null && $0.isResolved })
        else { return nil }
        return IntentProjection(intent: intent)
    }

    func names(in intent: any AppIntent) -> [String] {
        guard let intent = intent as? Intent else { return [] }
        return IntentParameters.names(of: parameters(intent), in: intent)
    }
}

/// The parameters of an intent, as far as they have values.
@dynamicMemberLookup
public struct IntentProjection<Intent: AppIntent>: Sendable {
    fileprivate let intent: Intent

    /// The value of a parameter, not optional. A parameter of the dependency has one. Reading another parameter without a
    /// value is a programming error, and ends the process.
    public subscript<Value: _IntentValue>(dynamicMember keyPath: KeyPath<Intent, Value>) -> Value.ValueType {
        guard let value = intent[keyPath: keyPath]._unwrapped else {
            // No input leads here, and the code runs in the process of the query's author.
            preconditionFailure("a parameter without a value was read that is none of the dependency's")
        }
        return value
    }
}

/// The intent whose parameters a query or options provider works for.
enum DependedIntent {
    @TaskLocal static var current: (any AppIntent)?
}

protocol AnyParameterDependency: Sendable {
    /// The names of the parameters; empty if they belong to another type of intent.
    func names(in intent: any AppIntent) -> [String]
}

extension DynamicOptionsProvider {
    /// The names of an intent's parameters on which the values depend.
    func dependencies(on intent: any AppIntent) -> [String] {
        Mirror(reflecting: self).children.flatMap { child in
            (child.value as? any AnyParameterDependency)?.names(in: intent) ?? []
        }
    }
}
