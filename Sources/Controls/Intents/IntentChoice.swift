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

    init(value: IntentValue, representation: DisplayRepresentation) {
        self.value = value
        title = String(localized: representation.title)
        subtitle = representation.subtitle.map { String(localized: $0) }
        symbol = representation.image?.symbol
    }
}
