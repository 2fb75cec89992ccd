import ControlModel

/// A light of the panel: its visible state, and the layers behind it.
public struct ListedLight: Sendable, Hashable, Codable {
    /// One of the meanings that the light has now. The most urgent layer is visible.
    public struct Layer: Sendable, Hashable, Codable {
        /// The layer's urgency: `test`, `fault`, `lockout`, `entry`, `prompt`, `hold`, `question`, `momentary` or
        /// `state`.
        public var name: String
        /// The rhythm, by its meaning: `on`, `off`, `unlocked`, `running`, `hold`, `performed`, `failed`, `question`,
        /// `prompt`, `entry`, `right`, `wrong`, `lockout` or `fault`.
        public var pattern: String
        /// The requested colour.
        public var color: Color
        /// The reason, in one line.
        public var reason: String

        public init(name: String, pattern: String, color: Color, reason: String) {
            self.name = name
            self.pattern = pattern
            self.color = color
            self.reason = reason
        }
    }

    /// The light's name in the panel's file.
    public var name: String
    /// The name of the control that the light shows, or `status` for the panel; `nil` while it shows neither.
    public var shows: String?
    /// Whether the light is lit at this moment.
    public var isLit: Bool
    /// The visible colour, also during dark phases; `nil` if the light has one colour only, or no layer.
    public var color: String?
    /// The layers, the most urgent first. The first layer is visible.
    public var layers: [Layer]

    public init(name: String, shows: String?, isLit: Bool, color: String?, layers: [Layer]) {
        self.name = name
        self.shows = shows
        self.isLit = isLit
        self.color = color
        self.layers = layers
    }
}
