import MonotonicTime

/// What a text display shows as time passes: a pure value, which is told what there is to say and the time, and tells
/// what is seen and when to ask again.
public struct DisplayPicture: Sendable {
    /// What is seen at one moment.
    public struct Moment: Sendable, Hashable {
        /// What is on the display.
        public var frame: DisplayFrame
        /// When that changes by itself: a text moves on, a second passes. `nil`: it stays.
        public var next: MonotonicInstant?
        /// Whether something else is said than before, not only at another place or with less time left.
        public var isNews: Bool
    }

    /// The display's size.
    public let size: DisplaySize
    /// The display's characters.
    public var characters: DisplayCharacters

    private var lines: [DisplayLine] = []
    /// What the lines were made of; as time passes they stay the same.
    private var laidOut: (content: DisplayContent, characters: DisplayCharacters)?
    /// Since when each text has been there.
    private var beginnings: [DisplayText: MonotonicInstant] = [:]

    /// A display that has shown nothing yet.
    public init(size: DisplaySize, characters: DisplayCharacters) {
        self.size = size
        self.characters = characters
    }

    /// What is seen of `content` now.
    ///
    /// - Parameter now: Never before the instant of the last call.
    public mutating func show(_ content: DisplayContent, at now: MonotonicInstant) -> Moment {
        var lines = lines
        if laidOut?.content != content || laidOut?.characters != characters {
            lines = DisplayLayout(content, size: size, in: characters).lines
            laidOut = (content, characters)
        }
        beginnings = Dictionary(lines.map { ($0.text, beginnings[$0.text] ?? now) }) { first, _ in first }
        let rows = lines.map { line in
            line.row(
                width: size.columns, in: characters, at: now, age: (beginnings[line.text] ?? now).duration(to: now))
        }
        let isNews = lines.map(\.lasting) != self.lines.map(\.lasting)
        self.lines = lines
        return Moment(
            frame: DisplayFrame(rows.map(\.row), size: size), next: rows.compactMap(\.next).min(), isNews: isNews)
    }
}

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

/// How many characters a text display shows.
public struct DisplaySize: Sendable, Hashable {
    /// Characters in a row.
    public var columns: Int
    /// Rows.
    public var rows: Int

    /// The columns that a display may have.
    public static let columnRange = 8...200
    /// The rows that a display may have.
    public static let rowRange = 1...50

    /// The commonest character LCD but one: what is shown of a panel that has no display.
    public static let standard = DisplaySize(columns: 20, rows: 4)

    /// A size, taken into the ranges.
    public init(columns: Int, rows: Int) {
        self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
        self.rows = min(max(rows, Self.rowRange.lowerBound), Self.rowRange.upperBound)
    }
}
