import ControlModel

extension PanelInterface {
    /// The lights, and what they have to say. Called with `more`.
    public enum Lights {
        /// The method's name within the interface.
        public static let name = "Lights"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// One light.
        public struct Reply: Codable, Sendable, Hashable {
            /// The light; `nil` where there are none at all.
            public var light: ListedLight?

            /// An answer.
            public init(light: ListedLight?) {
                self.light = light
            }
        }
    }
}

extension PanelInterface {
    /// Has lights go through what they can say. Called with `more`; it ends early where the caller goes, or a button is
    /// pressed.
    public enum TestLights {
        /// The method's name within the interface.
        public static let name = "TestLights"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What is to be seen.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The light's name; `nil` for all.
            public var light: String?
            /// The meaning's name; `nil` for all of them, one after the other.
            public var meaning: String?
            /// How long each is seen, in seconds, from 0.1 to 60; `nil` is 3 s.
            public var seconds: Double?

            /// A wish.
            public init(light: String? = nil, meaning: String? = nil, seconds: Double? = nil) {
                (self.light, self.meaning, self.seconds) = (light, meaning, seconds)
            }
        }

        /// What is seen from now on.
        public struct Reply: Codable, Sendable, Hashable {
            /// The meaning's name; `nil` in the last answer, when it is over.
            public var meaning: String?
            /// What it means, in words; in the last answer, what has ended it before its time.
            public var words: String?

            /// An answer.
            public init(meaning: String?, words: String?) {
                (self.meaning, self.words) = (meaning, words)
            }
        }
    }
}

extension PanelInterface {
    /// What the panel's text display shows; with `more`, every frame from now on.
    public enum Display {
        /// The method's name within the interface.
        public static let name = "Display"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Characters in a row, 8 to 200; `nil` for those of the panel's own display.
            public var columns: Int?
            /// Rows, 1 to 50; `nil` for those of the panel's own display.
            public var rows: Int?

            /// Parameters for a size.
            public init(columns: Int? = nil, rows: Int? = nil) {
                self.columns = columns
                self.rows = rows
            }
        }

        /// A frame.
        public struct Reply: Codable, Sendable, Hashable {
            /// How many characters a row has.
            public var columns: Int
            /// The rows from above, without blanks at their ends.
            public var rows: [String]

            /// A frame of its parts.
            public init(columns: Int, rows: [String]) {
                self.columns = columns
                self.rows = rows
            }
        }
    }
}

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
