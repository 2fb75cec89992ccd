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
