/// What is on a text display at one moment: each row has all of the display's columns.
public struct DisplayFrame: Sendable, Hashable {
    /// The rows, from above.
    public let rows: [DisplayText]

    /// A frame of a size.
    ///
    /// - Parameter rows: From above; what is missing is blank, what is too much is left out.
    public init(_ rows: [DisplayText], size: DisplaySize) {
        let shown = rows.prefix(size.rows).map { $0.window(from: 0, width: size.columns) }
        self.rows = shown + Array(repeating: DisplayText(blanks: size.columns), count: size.rows - shown.count)
    }

    /// The rows as text, without blanks at their ends.
    public var texts: [String] { rows.map(\.text) }
}
