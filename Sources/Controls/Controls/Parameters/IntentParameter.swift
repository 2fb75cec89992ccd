import Synchronization

/// A parameter of an intent, declared with `@Parameter`.
///
/// Copies of an intent share their parameters' storage, so that code can set a parameter of a constant intent.
/// Therefore a control stores the values that its intent had at the evaluation of the control's body.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: Sendable, AnyIntentParameter {
    private enum Content: Sendable {
        case none
        case value(Value)
        /// The identifier of an entity that is not loaded yet.
        case identifier(IntentValue)
    }

    /// All state, which this file alone changes. The extensions in other files are the initialisers that Apple's interface has
    /// for each kind of value, and the questions for a value.
    private struct State: Sendable {
        var content: Content
        /// Whether the user gave the value for this performance.
        var isAnswer = false
    }

    /// The parameter's name for users.
    public let title: LocalizedStringResource?
    /// The parameter's description for users.
    public let description: LocalizedStringResource?
    let requestValueDialog: IntentDialog?
    let requestDisambiguationDialog: IntentDialog?
    let range: ClosedRange<Double>?
    private let options: (any DynamicOptionsProvider)?
    private let reading: (@Sendable (IntentValue) -> IntentValue?)?
    private let storage: Mutex<State>

    /// - Parameter reading: Turns given data into the value's data, or refuses it with `nil`. Without this closure,
    ///   given data is the value's data.
    package init(
        title: LocalizedStringResource?, description: LocalizedStringResource?, value: Value?,
        requestValueDialog: IntentDialog?, requestDisambiguationDialog: IntentDialog? = nil,
        options: (any DynamicOptionsProvider)? = nil, range: ClosedRange<Double>? = nil,
        reading: (@Sendable (IntentValue) -> IntentValue?)? = nil
    ) {
        self.title = title
        self.description = description
        self.requestValueDialog = requestValueDialog
        self.requestDisambiguationDialog = requestDisambiguationDialog
        self.options = options
        self.range = range
        self.reading = reading
        storage = Mutex(State(content: value.map { .value($0) } ?? .none))
    }

    /// A parameter with or without a default. `controlStyle` and `inputConnectionBehavior`, which only Apple's forms and
    /// shortcuts use, have no effect.
    public convenience init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value? = nil,
        controlStyle: IntentNumberControlStyle = .field, requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title: title, description: description, value: value, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog)
    }

    /// The value.
    ///
    /// An intent is performed only if every required parameter has a value. Reading a required parameter without a
    /// value is a programming error, and ends the process.
    public var wrappedValue: Value {
        get {
            if let value { return value }
            if let optional = Value.self as? any UnsetValue.Type, let unset = optional.unset as? Value { return unset }
            // As in Apple's implementation: there is no substitute for a missing non-optional value. No input leads
            // here, because an intent without a required value is not performed. The code runs in the process of the
            // intent's author, not in the core.
            preconditionFailure("parameter '\(title.map(String.init(localized:)) ?? "")' was read before it was set")
        }
        set { storage.withLock { $0 = State(content: .value(newValue)) } }
    }

    public var projectedValue: IntentParameter<Value> { self }

    private var value: Value? {
        guard case .value(let value) = storage.withLock({ $0.content }) else { return nil }
        return value
    }

    /// The user's answer in this performance; `nil` if the user was not asked.
    var answer: Value.ValueType? {
        let state = storage.withLock { $0 }
        guard state.isAnswer, case .value(let value) = state.content else { return nil }
        return (value as Any) as? Value.ValueType
    }

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

    func setData(_ given: IntentValue, isAnswer: Bool) -> Bool {
        guard let data = read(given) else { return false }
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

    private func read(_ given: IntentValue) -> IntentValue? {
        // `null` takes the value away from an optional parameter, whatever its type.
        guard let reading, given != .null else { return given }
        return reading(given)
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

    var provider: (any DynamicOptionsProvider)? { options ?? (choices == nil ? Value._defaultQuery : nil) }

    func suggestions() async throws -> [IntentChoice] {
        if let provider { return try await provider.choices() }
        return choices ?? []
    }

    func defaultData() async -> IntentValue? {
        await provider?.defaultData().map(Self.alone)
    }

    func previewData() async -> IntentValue? {
        if let data = await defaultData() { return data }
        // A preview is a guess, so that a failing query leaves the value unset.
        if let provider { return (try? await provider.firstData()).flatMap { $0 }.map(Self.alone) }
        return choices?.first.map { Self.alone($0.value) }
    }

    func copy() -> any AnyIntentParameter {
        let copy = IntentParameter(
            title: title, description: description, value: nil, requestValueDialog: requestValueDialog,
            requestDisambiguationDialog: requestDisambiguationDialog, options: options, range: range,
            reading: reading)
        copy.setValue(from: self)
        return copy
    }

    func setValue(from other: any AnyIntentParameter) {
        guard let other = other as? IntentParameter<Value> else { return }
        let state = other.storage.withLock { $0 }
        if case .value(let value) = state.content, Value._defaultQuery != nil {
            // Between evaluations an entity is stored as its identifier, as in another process.
            _ = setData(value._data, isAnswer: state.isAnswer)
        } else {
            storage.withLock { $0 = state }
        }
    }

    /// One possible value as the parameter's value: for a list parameter, a list with that value.
    private static func alone(_ data: IntentValue) -> IntentValue {
        if case .list = Value._type { .array([data]) } else { data }
    }
}

protocol AnyIntentParameter: AnyObject, Sendable {
    var title: LocalizedStringResource? { get }
    var description: LocalizedStringResource? { get }

    /// The question for a missing value; `nil` if the author declared none.
    var requestValueDialog: IntentDialog? { get }

    var type: IntentValueType { get }

    /// The accepted numbers; `nil` for all numbers.
    var range: ClosedRange<Double>? { get }

    /// Whether the intent needs a value.
    var isRequired: Bool { get }

    /// The possible values; `nil` if they cannot be listed without a query.
    var choices: [IntentChoice]? { get }

    /// The value as data; `nil` without a value.
    var data: IntentValue? { get }

    /// Sets the value from data. For an entity, `resolve()` then loads the value.
    ///
    /// - Parameter isAnswer: Whether the user gave the value for this performance.
    /// - Returns: Whether the data is a valid value.
    func setData(_ data: IntentValue, isAnswer: Bool) -> Bool

    /// Loads the entities from the query if the content is an identifier.
    ///
    /// - Returns: `false` if the query does not return the entity.
    func resolve() async throws -> Bool

    /// Whether the value can be read without asking a query. Also `true` without a value.
    var isResolved: Bool { get }

    /// Whether the parameter is required and has no value.
    var needsValue: Bool { get }

    /// The query or provider of the possible values; `nil` if there is none.
    var provider: (any DynamicOptionsProvider)? { get }

    /// The possible values, from the query or provider if there is one. Empty if there are none.
    func suggestions() async throws -> [IntentChoice]

    /// The default of the query or provider; `nil` if there is none.
    func defaultData() async -> IntentValue?

    /// The value for a preview: the default of the query or provider, else the first possible value.
    func previewData() async -> IntentValue?

    /// A copy with the same value and separate storage. An entity is stored as its identifier.
    func copy() -> any AnyIntentParameter

    /// Copies the value, or its absence, from a parameter of the same type.
    func setValue(from other: any AnyIntentParameter)
}
