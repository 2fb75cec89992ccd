/// The names by which key-value coding, which Foundation has only on Apple's systems, calls these methods.
extension UserDefaults {
    /// Sets a value, as `set(_:forKey:)` does.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// A value, as `object(forKey:)` gives it.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}
