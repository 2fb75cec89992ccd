/// A type that a parameter of an intent can have.
public protocol _IntentValue: Sendable {}

extension Bool: _IntentValue {}
extension Int: _IntentValue {}
extension Double: _IntentValue {}
extension String: _IntentValue {}
extension Never: _IntentValue {}
extension Array: _IntentValue where Element: _IntentValue {}
extension Optional: _IntentValue where Wrapped: _IntentValue {}

/// A type with a value for "not set": a parameter of it is not required.
protocol UnsetValue {
    static var unset: Self { get }
}

extension Optional: UnsetValue {
    static var unset: Wrapped? { nil }
}
