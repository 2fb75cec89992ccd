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

    init(value: IntentValue, representation: DisplayRepresentation) {
        self.init(
            value: value, title: String(localized: representation.title),
            subtitle: representation.subtitle.map { String(localized: $0) }, symbol: representation.image?.symbol)
    }

    /// A value as it says that it is shown, or as its data is written.
    init(of value: some _IntentValue) {
        if let shown = value as? any InstanceDisplayRepresentable {
            self.init(value: value._data, representation: shown.displayRepresentation)
        } else {
            self.init(value: value._data, title: value._data.description)
        }
    }
}
