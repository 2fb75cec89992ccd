import Synchronization

/// A parameter of an intent, declared with `@Parameter`.
///
/// Copies of an intent share their parameters' storage, so a parameter can be set on an intent that is a constant.
/// A control therefore keeps the values that its intent had when the control's body was evaluated.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: Sendable {
    /// What a parameter holds.
    private enum Content: Sendable {
        case none
        case value(Value)
        /// The identifier of an entity that its query is yet to be asked for.
        case identifier(IntentValue)
    }

    private struct State: Sendable {
        var content: Content
        /// Whether people gave the value for this performance.
        var isAnswer = false
    }

    /// The parameter's name for people.
    public let title: LocalizedStringResource?
    /// What the parameter is, for people.
    public let description: LocalizedStringResource?
    let requestValueDialog: IntentDialog?
    let requestDisambiguationDialog: IntentDialog?
    let range: ClosedRange<Double>?
    private let options: (any DynamicOptionsProvider)?
    private let storage: Mutex<State>

    init(
        title: LocalizedStringResource?, description: LocalizedStringResource?, value: Value?,
        requestValueDialog: IntentDialog?, requestDisambiguationDialog: IntentDialog? = nil,
        options: (any DynamicOptionsProvider)? = nil, range: ClosedRange<Double>? = nil
    ) {
        self.title = title
        self.description = description
        self.requestValueDialog = requestValueDialog
        self.requestDisambiguationDialog = requestDisambiguationDialog
        self.options = options
        self.range = range
        storage = Mutex(State(content: value.map { .value($0) } ?? .none))
    }

    /// A parameter without a default.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil
    ) {
        self.init(
            title: title, description: description, value: nil, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog)
    }

    /// The value.
    ///
    /// An intent is performed only when every parameter that is no optional has its value. To read one that has none at
    /// another time is a mistake in the program, and ends it.
    public var wrappedValue: Value {
        get {
            if let value { return value }
            if let optional = Value.self as? any UnsetValue.Type, let unset = optional.unset as? Value { return unset }
            // As Apple's does: a non-optional value that was never given cannot be made up. No input leads here: an intent
            // that lacks one is not performed, and this runs in the process of whoever wrote the intent, not in the core.
            preconditionFailure("parameter '\(title.map(String.init(localized:)) ?? "")' was read before it was set")
        }
        set { storage.withLock { $0 = State(content: .value(newValue)) } }
    }

    /// The parameter itself.
    public var projectedValue: IntentParameter<Value> { self }

    private var value: Value? {
        guard case .value(let value) = storage.withLock({ $0.content }) else { return nil }
        return value
    }

    /// What people gave for this performance, where they were asked; `nil` where they were not.
    var answer: Value.ValueType? {
        let state = storage.withLock { $0 }
        guard state.isAnswer, case .value(let value) = state.content else { return nil }
        return (value as Any) as? Value.ValueType
    }
}

extension IntentParameter: AnyIntentParameter {
    var type: IntentValueType { Value._type }

    var isRequired: Bool { !(Value.self is any UnsetValue.Type) }

    var choices: [IntentChoice]? { Value._choices }

    var data: IntentValue? {
        switch storage.withLock({ $0.content }) {
        case .none: nil
        case .value(let value): value._data
        case .identifier(let data): data
        }
    }

    func setData(_ data: IntentValue, isAnswer: Bool) -> Bool {
        if let range, let number = Double(_data: data), !range.contains(number) { return false }
        let content: Content
        if let value = Value(_data: data) {
            content = .value(value)
        } else if Value._defaultQuery != nil, Value._accepts(data) {
            content = .identifier(data)
        } else {
            return false
        }
        storage.withLock { $0 = State(content: content, isAnswer: isAnswer) }
        return true
    }

    func resolve() async throws -> Bool {
        let state = storage.withLock { $0 }
        guard case .identifier(let data) = state.content,
            let query = (options as? any EntityQuery) ?? Value._defaultQuery
        else { return true }
        guard let value = try await Value._resolve([data], by: query).first ?? nil else { return false }
        storage.withLock { $0 = State(content: .value(value), isAnswer: state.isAnswer) }
        return true
    }

    var isResolved: Bool {
        if case .identifier = storage.withLock({ $0.content }) { false } else { true }
    }

    var needsValue: Bool { isRequired && data == nil }

    func suggestions() async throws -> [IntentChoice] {
        if let options { return try await options.choices() }
        if let choices { return choices }
        return try await Value._defaultQuery?.choices() ?? []
    }

    func previewData() async -> IntentValue? {
        let provider: (any DynamicOptionsProvider)? = options ?? (choices == nil ? Value._defaultQuery : nil)
        if let data = await provider?.defaultData() { return Self.alone(data) }
        // A preview guesses; who cannot be asked has nothing to guess from.
        return (try? await suggestions())?.first.map { Self.alone($0.value) }
    }

    func copy() -> any AnyIntentParameter {
        let copy = IntentParameter(
            title: title, description: description, value: nil, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog, options: options, range: range)
        copy.setValue(from: self)
        return copy
    }

    func setValue(from other: any AnyIntentParameter) {
        guard let other = other as? IntentParameter<Value> else { return }
        let state = other.storage.withLock { $0 }
        if case .value(let value) = state.content, Value._defaultQuery != nil {
            // Between evaluations an entity is its identifier, here as in another process.
            _ = setData(value._data, isAnswer: state.isAnswer)
        } else {
            storage.withLock { $0 = state }
        }
    }

    /// One of the values to choose from, as the parameter's value: of a list, a list of it.
    private static func alone(_ data: IntentValue) -> IntentValue {
        if case .list = Value._type { .array([data]) } else { data }
    }
}

/// A parameter of any type.
protocol AnyIntentParameter: AnyObject, Sendable {
    var title: LocalizedStringResource? { get }
    var description: LocalizedStringResource? { get }

    /// What is asked where the value is wanting; `nil` where the author did not say.
    var requestValueDialog: IntentDialog? { get }

    /// The kind of value.
    var type: IntentValueType { get }

    /// The numbers that are taken; `nil`: all.
    var range: ClosedRange<Double>? { get }

    /// Whether an intent cannot be performed without a value.
    var isRequired: Bool { get }

    /// The values that there are; `nil` where they cannot be listed without asking.
    var choices: [IntentChoice]? { get }

    /// The value as data; `nil` where there is none.
    var data: IntentValue? { get }

    /// Sets the value that data stands for. That of an entity is had by `resolve()`.
    ///
    /// - Parameter isAnswer: Whether people gave it for this performance.
    /// - Returns: Whether it could stand for one.
    func setData(_ data: IntentValue, isAnswer: Bool) -> Bool

    /// Asks the query for the entities that data stands for, if it does.
    ///
    /// - Returns: Whether there is a value now, or none was asked for.
    func resolve() async throws -> Bool

    /// Whether the value, if there is one, can be read: no query is yet to be asked for it.
    var isResolved: Bool { get }

    /// Whether the parameter is required and has no value.
    var needsValue: Bool { get }

    /// The values to choose from, asked for where they cannot be listed; empty where there are none.
    func suggestions() async throws -> [IntentChoice]

    /// What a preview takes: the default of whoever is asked for the values, else the first of them.
    func previewData() async -> IntentValue?

    /// A parameter with the same value and storage of its own. An entity is kept as its identifier.
    func copy() -> any AnyIntentParameter

    /// Takes over the value, or the absence of one, of a parameter of the same type.
    func setValue(from other: any AnyIntentParameter)
}
