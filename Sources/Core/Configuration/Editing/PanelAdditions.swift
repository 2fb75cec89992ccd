import ControlModel

/// Entries to add to a panel's file.
public struct PanelAdditions: Sendable, Hashable {
    /// One entry: `lamp: {toggle: {line: GPIO18}}`.
    public struct Entry: Sendable, Hashable {
        /// The key: the name of a control, a button or a light, or a key of the panel.
        public var key: String
        /// The value as YAML on one line, in flow style.
        public var value: String
        /// A comment behind the value, on one line; `nil` for none.
        public var comment: String?

        public init(_ key: String, _ value: String, comment: String? = nil) {
            (self.key, self.value, self.comment) = (key, value, comment)
        }
    }

    /// A table of the panel, such as `controls`, with entries to add behind those that the file has.
    public struct Table: Sendable, Hashable {
        /// The table's key.
        public var key: String
        /// The entries to add.
        public var entries: [Entry]

        public init(_ key: String, _ entries: [Entry]) {
            (self.key, self.entries) = (key, entries)
        }
    }

    /// The tables, in the order in which missing ones are added. A table without entries adds nothing.
    public var tables: [Table]
    /// Keys of the panel that the file does not have.
    public var values: [Entry]

    public init(tables: [Table] = [], values: [Entry] = []) {
        (self.tables, self.values) = (tables, values)
    }

    /// Whether there is nothing to add.
    public var isEmpty: Bool { values.isEmpty && tables.allSatisfy(\.entries.isEmpty) }
}

/// Text of people as a value of YAML.
public enum YAMLScalar {
    /// The text as a scalar on one line that every reader takes for text: without quotes where no reader sees more in
    /// it, else in double quotes.
    public static func text(_ text: String) -> String {
        let isSimple =
            text.unicodeScalars.first?.isASCIILetter == true && text.unicodeScalars.last != " "
            && text.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || " -_.".unicodeScalars.contains($0) }
        if isSimple, case .text = Scalar(text: text, isPlain: true).meaning { return text }
        return quoted(text)
    }

    /// The text in double quotes.
    public static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
