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
