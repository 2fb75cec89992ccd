import Synchronization

/// A parameter of an intent, declared with `@Parameter`.
///
/// Copies of an intent share their parameters' storage, so a parameter can be set on an intent that is a constant.
/// A control therefore keeps the values that its intent had when the control's body was evaluated.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: Sendable {
    /// The parameter's name for people.
    public let title: LocalizedStringResource?
    /// What the parameter is, for people.
    public let description: LocalizedStringResource?
    private let storage: Mutex<Value?>

    /// A parameter without a default.
    public init(title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil) {
        self.title = title
        self.description = description
        storage = Mutex(nil)
    }

    /// A parameter with a default.
    public init(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil, default value: Value
    ) {
        self.title = title
        self.description = description
        storage = Mutex(value)
    }

    /// The value.
    ///
    /// An intent is performed only when every parameter that is no optional has its value. To read one that has none at
    /// another time is a mistake in the program, and ends it.
    public var wrappedValue: Value {
        get {
            if let value = storage.withLock({ $0 }) { return value }
            if let optional = Value.self as? any UnsetValue.Type, let unset = optional.unset as? Value { return unset }
            // As Apple's does: a non-optional value that was never given cannot be made up. No input leads here: an intent
            // that lacks one is not performed, and this runs in the process of whoever wrote the intent, not in the core.
            preconditionFailure("parameter '\(title.map(String.init(localized:)) ?? "")' was read before it was set")
        }
        set { storage.withLock { $0 = newValue } }
    }

    /// The parameter itself.
    public var projectedValue: IntentParameter<Value> { self }
}

extension IntentParameter {
    /// An error to throw from `perform()` where the value is wanting, or is none that the intent can use.
    ///
    /// People are asked for the value, and the intent runs again with it.
    ///
    /// - Parameter dialog: The question; without one, people are told the parameter's name.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> any Error {
        NeededValue(parameter: self, dialog: dialog)
    }
}

extension IntentParameter: AnyIntentParameter {
    var isRequired: Bool { !(Value.self is any UnsetValue.Type) }

    var choices: [IntentChoice]? { Value._choices }

    var data: IntentValue? {
        storage.withLock { $0 }?._data
    }

    func setData(_ data: IntentValue) -> Bool {
        guard let value = Value(_data: data) else { return false }
        storage.withLock { $0 = value }
        return true
    }

    var needsValue: Bool {
        isRequired && storage.withLock { $0 == nil }
    }

    func copy() -> any AnyIntentParameter {
        let copy = IntentParameter(title: title, description: description)
        copy.setValue(from: self)
        return copy
    }

    func setValue(from other: any AnyIntentParameter) {
        guard let other = other as? IntentParameter<Value> else { return }
        let value = other.storage.withLock { $0 }
        storage.withLock { $0 = value }
    }
}
