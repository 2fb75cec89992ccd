/// A text display.
public struct DisplayDescription: Sendable, Hashable {
    /// The characters that a display has.
    public enum Characters: String, Sendable, Hashable, CaseIterable {
        /// ASCII alone.
        case ascii
        /// The HD44780's with Japanese letters, the commonest.
        case hd44780A00 = "hd44780-a00"
        /// The HD44780's with European letters.
        case hd44780A02 = "hd44780-a02"
        /// All, as a terminal has them.
        case utf8
    }

    /// The path of its device file, below `/dev`.
    public var device: String
    /// Characters in a row.
    public var columns: Int
    /// Rows.
    public var rows: Int
    /// Its characters; `nil` for those that such a device has.
    public var characters: Characters?

    /// A display of its parts.
    public init(device: String, columns: Int, rows: Int, characters: Characters? = nil) {
        self.device = device
        self.columns = columns
        self.rows = rows
        self.characters = characters
    }
}
