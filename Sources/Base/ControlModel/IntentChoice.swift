/// One of the values that a parameter can have, for a chooser.
public struct IntentChoice: Hashable, Sendable, Codable {
    /// The value as data.
    public let value: IntentValue
    /// The value's name for people.
    public let title: String
    /// What people read beneath the name.
    public let subtitle: String?
    /// The value's symbol.
    public let symbol: ControlSnapshot.Symbol?

    /// A choice of its parts.
    public init(value: IntentValue, title: String, subtitle: String? = nil, symbol: ControlSnapshot.Symbol? = nil) {
        self.value = value
        self.title = title
        self.subtitle = subtitle
        self.symbol = symbol
    }
}
