import ControlModel

/// A light of the panel: what is seen of it, and what it has to say.
public struct ListedLight: Sendable, Hashable, Codable {
    /// Something that a light has to say now.
    public struct Layer: Sendable, Hashable, Codable {
        /// How urgent it is: `test`, `fault`, `lockout`, `entry`, `prompt`, `hold`, `question`, `momentary` or `state`.
        public var name: String
        /// The rhythm, by its meaning: `on`, `off`, `unlocked`, `running`, `hold`, `performed`, `failed`, `question`,
        /// `prompt`, `entry`, `right`, `wrong`, `lockout` or `fault`.
        public var pattern: String
        /// The colour that is wished for.
        public var color: Color
        /// Why, in a line.
        public var reason: String

        /// A layer of its parts.
        public init(name: String, pattern: String, color: Color, reason: String) {
            self.name = name
            self.pattern = pattern
            self.color = color
            self.reason = reason
        }
    }

    /// The light's name in the panel's file.
    public var name: String
    /// The control that it shows, by its name in the list, or `status` for the panel; `nil` while it shows none.
    public var shows: String?
    /// Whether it is lit at this moment.
    public var isLit: Bool
    /// The colour that is seen, in dark phases too; `nil` where the light has one colour alone, or nothing to say.
    public var color: String?
    /// What it has to say, the most urgent, which is seen, first.
    public var layers: [Layer]

    /// A light of its parts.
    public init(name: String, shows: String?, isLit: Bool, color: String?, layers: [Layer]) {
        self.name = name
        self.shows = shows
        self.isLit = isLit
        self.color = color
        self.layers = layers
    }
}
