import MonotonicTime

/// The frames of a text display over time: a pure value. Its inputs are the content and the time, its outputs the
/// frame and the time of the next change.
public struct DisplayPicture: Sendable {
    /// The output for one moment.
    public struct Moment: Sendable, Hashable {
        public var frame: DisplayFrame
        /// The time of the frame's next change, such as a scroll step or a second of a countdown; `nil`: no change.
        public var next: MonotonicInstant?
        /// Whether the content differs from the one before, apart from scrolling and the remaining time.
        public var isNews: Bool
    }

    public let size: DisplaySize
    public var characters: DisplayCharacters

    private var lines: [DisplayLine] = []
    /// The input of `lines`. While it stays the same, the lines do too.
    private var laidOut: (content: DisplayContent, characters: DisplayCharacters)?
    /// The time at which each text appeared.
    private var beginnings: [DisplayText: MonotonicInstant] = [:]

    /// Creates a picture that has shown nothing yet.
    public init(size: DisplaySize, characters: DisplayCharacters) {
        self.size = size
        self.characters = characters
    }

    /// The output for `content` now.
    ///
    /// - Parameter now: The time, which must not decrease between calls.
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

/// The content of a text display at one moment. Each row has all columns of the display.
public struct DisplayFrame: Sendable, Hashable {
    /// The rows, from the top.
    public let rows: [DisplayText]

    /// - Parameter rows: From the top. Missing rows are blank, extra rows are dropped.
    public init(_ rows: [DisplayText], size: DisplaySize) {
        let shown = rows.prefix(size.rows).map { $0.window(from: 0, width: size.columns) }
        self.rows = shown + Array(repeating: DisplayText(blanks: size.columns), count: size.rows - shown.count)
    }

    /// The rows as text, without trailing blanks.
    public var texts: [String] { rows.map(\.text) }
}

/// The size of a text display, in characters.
public struct DisplaySize: Sendable, Hashable {
    /// The number of characters in a row.
    public var columns: Int
    public var rows: Int

    /// The numbers of columns that a display may have.
    public static let columnRange = 8...200
    /// The numbers of rows that a display may have.
    public static let rowRange = 1...50

    /// 20 × 4, the second most common character LCD; used for a panel without a display.
    public static let standard = DisplaySize(columns: 20, rows: 4)

    /// Creates a size, clamped to the ranges.
    public init(columns: Int, rows: Int) {
        self.columns = min(max(columns, Self.columnRange.lowerBound), Self.columnRange.upperBound)
        self.rows = min(max(rows, Self.rowRange.lowerBound), Self.rowRange.upperBound)
    }
}
