/// The result of an intent that returns a value.
public protocol ReturnsValue<Value>: IntentResult {}
