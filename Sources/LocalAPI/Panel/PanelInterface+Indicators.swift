import ControlModel

extension PanelInterface {
    /// Lists the lights with their layers. Called with `more`.
    public enum Lights: Method {
        /// One light.
        public struct Reply: Codable, Sendable, Hashable {
            /// The light; `nil` if the panel has none.
            public var light: ListedLight?

            /// Creates a reply.
            public init(light: ListedLight?) {
                self.light = light
            }
        }
    }
}

extension PanelInterface {
    /// Makes lights show their meanings. Called with `more`. The test ends early if the caller disconnects, or a button
    /// is pressed.
    public enum TestLights: Method {
        /// The lights, the meanings and the duration.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The light's name; `nil` for all lights.
            public var light: String?
            /// The meaning's name; `nil` for all meanings, one after the other.
            public var meaning: String?
            /// The duration of each meaning in seconds, from 0.1 to 60; `nil`: 3 s.
            public var seconds: Double?

            /// Creates parameters of a test.
            public init(light: String? = nil, meaning: String? = nil, seconds: Double? = nil) {
                (self.light, self.meaning, self.seconds) = (light, meaning, seconds)
            }
        }

        /// The meaning that the lights show from now on.
        public struct Reply: Codable, Sendable, Hashable {
            /// The meaning's name; `nil` in the last reply, when the test is over.
            public var meaning: String?
            /// The meaning in words; in the last reply, the event that ended the test early.
            public var words: String?

            /// Creates a reply.
            public init(meaning: String?, words: String?) {
                (self.meaning, self.words) = (meaning, words)
            }
        }
    }
}

extension PanelInterface {
    /// Returns the content of the panel's text display; with `more`, every frame from now on.
    public enum Display: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The characters of a row, 8 to 200; `nil`: the size of the panel's own display, else 20.
            public var columns: Int?
            /// The rows, 1 to 50; `nil`: the size of the panel's own display, else 4.
            public var rows: Int?

            /// Creates parameters for a size.
            public init(columns: Int? = nil, rows: Int? = nil) {
                self.columns = columns
                self.rows = rows
            }
        }

        /// A frame.
        public struct Reply: Codable, Sendable, Hashable {
            /// The characters of a row.
            public var columns: Int
            /// The rows from top to bottom, without trailing blanks.
            public var rows: [String]

            /// Creates a frame from its parts.
            public init(columns: Int, rows: [String]) {
                self.columns = columns
                self.rows = rows
            }
        }
    }
}

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

        /// Creates a layer from its parts.
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

    /// Creates a light from its parts.
    public init(name: String, shows: String?, isLit: Bool, color: String?, layers: [Layer]) {
        self.name = name
        self.shows = shows
        self.isLit = isLit
        self.color = color
        self.layers = layers
    }
}
