/// A live activity as surfaces show it: title, symbol and remaining time, until it ends (C29).
public struct ActivityState: Sendable, Hashable, Codable {
    /// The activity's identity, unique in its panel.
    public var id: String
    /// What goes on.
    public var title: String
    /// What stands beneath the title.
    public var subtitle: String?
    /// The name of its symbol.
    public var symbol: String?
    /// When it began, in seconds since 1970; `nil` where it has no time.
    public var begins: Double?
    /// When it is over, in seconds since 1970; `nil` where that is open.
    public var ends: Double?

    /// An activity of its parts.
    public init(
        id: String, title: String, subtitle: String? = nil, symbol: String? = nil, begins: Double? = nil,
        ends: Double? = nil
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.symbol = symbol
        self.begins = begins
        self.ends = ends
    }
}
