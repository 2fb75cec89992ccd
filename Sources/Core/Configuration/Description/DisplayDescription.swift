public struct DisplayDescription: Sendable, Hashable {
    public enum Characters: String, Sendable, Hashable, CaseIterable {
        case ascii
        /// The HD44780's ROM with Japanese letters, the most common one.
        case hd44780A00 = "hd44780-a00"
        /// The HD44780's ROM with European letters.
        case hd44780A02 = "hd44780-a02"
        /// All characters, as on a terminal.
        case utf8
    }

    /// The path of the device file, below `/dev`.
    public var device: String
    /// The number of characters in a row.
    public var columns: Int
    public var rows: Int
    /// The character set; `nil` for the usual one of such a device.
    public var characters: Characters?
}
