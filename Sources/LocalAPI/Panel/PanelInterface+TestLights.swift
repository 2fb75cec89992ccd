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
